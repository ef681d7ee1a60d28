// The configuration: what is active, also in the middle of a step.

extension Engine {
    /// The active states. While effects run, those that are exited are not active any more: the innermost ones around
    /// them that stay are the leaves then.
    package var configuration: Configuration {
        Configuration(topology: topology, leafIndices: phase == .effects ? remainingLeaves : leaves.elements)
    }

    package func id(_ index: VertexIndex) -> StateID { StateID(topology: topology, index: index) }

    private var remainingLeaves: [VertexIndex] {
        let remaining = Set(leaves.elements.compactMap { outward(from: $0).first { !isBeingChanged($0) } })
        return remaining.filter { outer in !remaining.contains { topology.contains(outer, $0) } }.sorted()
    }

    /// A vertex and those around it, the innermost first; none for -1.
    func outward(from vertex: VertexIndex) -> [VertexIndex] {
        sequence(first: vertex) { self.infos[$0].parent }.prefix { $0 >= 0 }
    }

    /// True if a leaf lies inside the node, or is the node, and the state has been entered and not exited (UML 2.5.1,
    /// 14.2.3.4.5 and 6).
    ///
    /// Exits are called from the highest number down, entries from the lowest up. So `acting`, the vertex whose action
    /// is under way, says which have been called.
    package func isActive(_ index: VertexIndex) -> Bool {
        guard status == .running, index >= 0, holdsLeaf(index) else { return false }
        switch phase {
        case .exits, .entries: return index <= acting || !isBeingChanged(index)
        case .effects: return !isBeingChanged(index)
        case .idle, .asking, .settling, .ending, .closing, .recalling: return true
        }
    }

    /// True if a leaf lies inside the node, or is the node.
    func holdsLeaf(_ node: VertexIndex) -> Bool {
        let position = firstLeaf(from: node)
        return position < leaves.count && leaves[position] < infos[node].end
    }

    /// True if the node is in a domain of the transitions under way.
    package func isBeingChanged(_ node: VertexIndex) -> Bool {
        (0..<answers.count).contains { answers[$0].plan?.changes(node) == true }
    }

    /// The positions of the leaves inside the node, or of the node.
    @inline(__always)
    func positions(within node: VertexIndex) -> Range<LeafPosition> {
        if node == 0 { return 0..<leaves.count }
        return firstLeaf(from: node)..<firstLeaf(from: infos[node].end)
    }

    /// The position of the first leaf whose number is at least `index`.
    func firstLeaf(from index: VertexIndex) -> LeafPosition {
        if leaves.count > 4 { return (0..<leaves.count).firstPlace { leaves[$0] >= index } }
        var position: LeafPosition = 0
        while position < leaves.count, leaves[position] < index { position += 1 }
        return position
    }

    /// True if all regions of an orthogonal state are what is asked.
    func allRegions(of node: VertexIndex, _ isMet: (VertexIndex) -> Bool) -> Bool {
        topology.children(of: node).allSatisfy { !infos[$0].flags.contains(.isState) || isMet($0) }
    }

    /// True if no leaf is inside another, and every orthogonal superior has a leaf in each region. Debug builds ask after
    /// each microstep.
    func invariantsHold() -> Bool {
        (0..<leaves.count).dropFirst().allSatisfy { infos[leaves[$0 - 1]].end <= leaves[$0] }
            && configuration.states.map(\.index).allSatisfy { state in
                !infos[state].flags.contains(.hasRegions) || allRegions(of: state, holdsLeaf)
            }
    }
}
