/// A state or pseudostate of a chart as a value, for records and comparisons.
///
/// Two are equal when they have the same path, also if they come from two machines with the same chart.
public struct StateID: Sendable, Hashable, CustomStringConvertible {
    let topology: Topology
    /// Its place in the document order of its chart.
    package let index: VertexIndex

    /// The names from below the top down to the state, joined by dots: `Lights.Red`. The top's own name for the top.
    public var path: String { topology.path(of: index) }

    /// The state that directly contains this one; `nil` for the top.
    public var superior: StateID? {
        let parent = topology.infos[index].parent
        return parent < 0 ? nil : StateID(topology: topology, index: parent)
    }

    /// The number after that of the last vertex inside it.
    package var end: VertexIndex { topology.infos[index].end }

    /// The last component of the path.
    public var name: String { topology.names[Int(index)] }

    /// The path.
    public var description: String { path }

    /// Equal if the paths are.
    public static func == (a: StateID, b: StateID) -> Bool {
        a.topology === b.topology ? a.index == b.index : a.path == b.path
    }

    /// Hashes the path.
    public func hash(into hasher: inout Hasher) { hasher.combine(path) }
}

/// The states that are active together, as a value (SCXML: configuration).
public struct Configuration: Sendable, Hashable, CustomStringConvertible {
    let topology: Topology?
    let leafIndices: [VertexIndex]

    package init(topology: Topology?, leafIndices: [VertexIndex]) {
        self.topology = topology
        self.leafIndices = leafIndices
    }

    /// No states: a chart that has not started.
    public static var empty: Configuration { Configuration(topology: nil, leafIndices: []) }

    /// The innermost active states, in document order: one per active region.
    public var leaves: [StateID] {
        guard let topology else { return [] }
        return leafIndices.map { StateID(topology: topology, index: $0) }
    }

    /// All active states in document order, the top first.
    public var states: [StateID] {
        guard let topology else { return [] }
        var active: Set<VertexIndex> = []
        for leaf in leafIndices {
            var node = leaf
            while node >= 0, active.insert(node).inserted { node = topology.infos[node].parent }
        }
        return active.sorted().map { StateID(topology: topology, index: $0) }
    }

    /// True if the state with this path, such as `Lights.Red`, is active.
    public func contains(path: String) -> Bool { states.contains { $0.path == path } }

    /// The paths of the leaves: `Lights.Red`, or `(A.One, B.Two)` with several regions.
    public var description: String {
        let paths = leaves.map(\.path)
        return paths.count == 1 ? paths[0] : "(" + paths.joined(separator: ", ") + ")"
    }

    /// Equal if the leaves are.
    public static func == (a: Configuration, b: Configuration) -> Bool {
        a.topology === b.topology ? a.leafIndices == b.leafIndices : a.leaves == b.leaves
    }

    /// Hashes the leaves.
    public func hash(into hasher: inout Hasher) { hasher.combine(leaves) }
}
