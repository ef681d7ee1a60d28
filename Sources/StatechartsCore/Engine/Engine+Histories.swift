// Histories: what they remember, and where they lead.

extension Engine {
    /// Works out what a history of `node` remembers now: answers the direct substate, and hands the leaves to `body`.
    /// Answers -1, without leaves, if `node` rests on itself, is at a pseudostate or has reached its final state.
    private func remember(_ node: VertexIndex, _ body: (VertexIndex) -> Void) -> VertexIndex {
        let positions = positions(within: node)
        let first = leaves[positions.lowerBound]
        if first == node || (infos[first].kind == .final && isInFinalState(node)) { return -1 }
        let child = topology.child(of: node, holding: first)
        if !infos[child].flags.contains(.isState) { return -1 }
        var last: VertexIndex = -1
        for position in positions where infos[leaves[position]].flags.contains(.isState) {
            let standIn = standIn(for: leaves[position], inside: node)
            // All leaves of a finished state have the same stand-in.
            if standIn != last { body(standIn) }
            last = standIn
        }
        return child
    }

    /// The vertex that a deep history of `node` enters for a leaf. For a final state it is the state that was finished,
    /// which starts anew. A finished region is finished again, as long as others of its orthogonal state were not.
    private func standIn(for leaf: VertexIndex, inside node: VertexIndex) -> VertexIndex {
        guard infos[leaf].kind == .final else { return leaf }
        var standIn = leaf
        var superior = infos[leaf].parent
        while superior != node, isInFinalState(superior) {
            standIn = infos[superior].flags.contains(.isRegion) ? leaf : superior
            superior = infos[superior].parent
        }
        return standIn
    }

    /// Records the history of `node` before it is exited: the direct substate, the number of leaves, the leaves.
    func recordHistory(of node: VertexIndex) {
        let place = infos[node].history
        var count: Int32 = 0
        history[place] = remember(node) { leaf in
            history[place + 2 + count] = leaf
            count += 1
        }
        history[place + 1] = count
    }

    // MARK: Where histories lead

    /// Appends to the targets what the history of `node` leads to: the direct substate, or the leaves if it is deep;
    /// nothing if nothing is remembered. If the transition that is being planned exits `node`, it is what will be
    /// recorded then.
    func appendRecorded(of node: VertexIndex, isDeep: Bool, _ draft: Plan.Draft) {
        let targets = scratch.targets
        let child: VertexIndex
        if isExited(node, draft) {
            child = remember(node) { if isDeep { targets.append($0) } }
        } else {
            let place = infos[node].history
            child = read(place, draft)
            if isDeep, child >= 0 {
                for leaf in 0..<read(place + 1, draft) { targets.append(read(place + 2 + leaf, draft)) }
            }
        }
        if !isDeep, child >= 0 { targets.append(child) }
    }

    /// True if the history of `node` is recorded before it is asked for: the transition exits it, or all that is
    /// inside a top.
    private func isExited(_ node: VertexIndex, _ draft: Plan.Draft) -> Bool {
        let isTop = draft.traits.contains(.recordsTop) && node == draft.changed.lowerBound - 1
        return (isTop || draft.changed.contains(node)) && holdsLeaf(node)
    }

    /// Reads a recorded word, and notes it for the cache: a plan holds as long as the words that it has read are the
    /// same.
    private func read(_ place: Int32, _ draft: Plan.Draft) -> Int32 {
        draft.lists[.reads].append(place)
        draft.lists[.reads].append(history[place])
        return history[place]
    }
}
