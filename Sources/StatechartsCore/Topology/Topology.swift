/// For every vertex the nearest one of some that are asked, such as those that handle events; -1 if there is none.
struct Nearest: Sendable {
    /// The vertex itself, or the nearest one above.
    let atOrAbove: FlatArray<VertexIndex>
    /// The nearest one above, which is asked if this one does not react.
    let above: FlatArray<VertexIndex>

    init(_ infos: [NodeInfo], _ isAsked: (NodeInfo) -> Bool) {
        var nearest: [VertexIndex] = []
        for (index, info) in infos.enumerated() {
            nearest.append(isAsked(info) ? Int32(index) : info.parent < 0 ? -1 : nearest[Int(info.parent)])
        }
        atOrAbove = FlatArray(nearest)
        above = FlatArray(infos.map { $0.parent < 0 ? -1 : nearest[Int($0.parent)] })
    }

    func free() {
        atOrAbove.free()
        above.free()
    }
}

/// The shape of a chart as numbers: never changed, and shared by all machines that run charts of the same shape.
package final class Topology: Sendable {
    package let infos: FlatArray<NodeInfo>
    let fixed: FlatArray<VertexIndex>
    /// Those that handle events.
    let handlers: Nearest
    /// Those that have eventless transitions.
    let eventless: Nearest
    let plans: PlanCache
    package let names: [String]
    /// The child machines that vertices declare, with the names of the properties.
    let machines: [VertexIndex: [(property: String, facts: EntrySlot.Facts)]]
    /// The submachine node of every scope, -1 for the host's.
    package let scopeNodes: [VertexIndex]
    package let historySize: Int
    let maxLeaves: Int
    package let count: Int
    package let hasEventless: Bool

    init(
        infos: [NodeInfo], fixed: [VertexIndex], names: [String],
        machines: [VertexIndex: [(property: String, facts: EntrySlot.Facts)]], scopeNodes: [VertexIndex],
        historySize: Int, maxLeaves: Int
    ) {
        self.infos = FlatArray(infos)
        self.fixed = FlatArray(fixed)
        handlers = Nearest(infos) { $0.overrides.contains(.handle) }
        let eventless = Nearest(infos) { $0.overrides.contains(.always) || $0.flags.contains(.hasAutomaticJoin) }
        self.eventless = eventless
        hasEventless = infos.indices.contains { eventless.atOrAbove[Int32($0)] >= 0 }
        self.names = names
        self.machines = machines
        self.scopeNodes = scopeNodes
        self.historySize = historySize
        self.maxLeaves = maxLeaves
        count = infos.count
        plans = PlanCache(count: infos.count)
    }

    deinit {
        fixed.free()
        handlers.free()
        eventless.free()
        infos.free()
        plans.free(count: count)
    }

    package func path(of index: VertexIndex) -> String { Self.path(of: index, names) { infos[$0].parent } }

    static func path(of index: VertexIndex, _ names: [String], _ parent: (VertexIndex) -> VertexIndex) -> String {
        let node = max(index, 0), superior = parent(node)
        return (superior > 0 ? path(of: superior, names, parent) + "." : "") + names[Int(node)]
    }

    /// True if `inner` is strictly inside `outer`.
    func contains(_ outer: VertexIndex, _ inner: VertexIndex) -> Bool { inner > outer && inner < infos[outer].end }

    /// True if two vertices are in different regions of one orthogonal state, so that both can be targets.
    func areInDifferentRegions(_ a: VertexIndex, _ b: VertexIndex) -> Bool {
        let ancestor = commonAncestor(a, b)
        return ancestor != a && ancestor != b && infos[ancestor].flags.contains(.hasRegions)
            && !isBesideRegions(a, of: ancestor) && !isBesideRegions(b, of: ancestor)
    }

    /// True for a pseudostate that an orthogonal state owns, which is in none of its regions.
    func isBesideRegions(_ node: VertexIndex, of orthogonal: VertexIndex) -> Bool {
        infos[node].parent == orthogonal && !infos[node].flags.contains(.isState)
    }

    /// The vertex directly inside `outer` that has `inner` inside it, or is it: the region, in an orthogonal state.
    func child(of outer: VertexIndex, holding inner: VertexIndex) -> VertexIndex {
        var child = inner
        while infos[child].parent != outer { child = infos[child].parent }
        return child
    }

    /// The submachine whose chart has a vertex directly inside its top; `nil` if the vertex is elsewhere.
    func submachine(around info: NodeInfo) -> VertexIndex? {
        guard info.parent > 0, infos[info.parent].kind == .top else { return nil }
        return infos[info.parent].parent
    }

    /// The innermost node that has both strictly inside it or is one of them.
    func commonAncestor(_ a: VertexIndex, _ b: VertexIndex) -> VertexIndex {
        var node = a
        while node != b && !contains(node, b) { node = infos[node].parent }
        return node
    }

    /// The vertices directly inside a node, in document order. The first one comes right after the node, each other one
    /// after all that is inside the one before.
    package func children(of node: VertexIndex) -> some Sequence<VertexIndex> & IteratorProtocol<VertexIndex> {
        // The closure captures nothing, so nothing is allocated.
        sequence(state: (place: node + 1, end: infos[node].end, infos: infos)) { rest in
            guard rest.place < rest.end else { return nil }
            defer { rest.place = rest.infos[rest.place].end }
            return rest.place
        }
    }
}
