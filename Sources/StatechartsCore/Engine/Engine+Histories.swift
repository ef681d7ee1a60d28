// What histories remember.

extension Engine {
    /// What a history of `node` remembers of what is active: hands out the leaves, and answers the direct substate; -1,
    /// and no leaf, if it rests, passes through or has reached its final state.
    private func remember(_ node: Int32, _ body: (Int32) -> Void) -> Int32 {
        let positions = positions(within: node)
        let first = leaves[positions.lowerBound]
        if first == node || (infos[first].kind == .final && isFinished(node)) { return -1 }
        var child = first
        while infos[child].parent != node { child = infos[child].parent }
        if !infos[child].flags.contains(.isState), !infos[node].flags.contains(.hasRegions) { return -1 }
        var last: Int32 = -1
        for position in positions where infos[leaves[position]].flags.contains(.isState) {
            let standIn = standIn(for: leaves[position], inside: node)
            // The leaves of a state that was finished have one stand-in.
            if standIn != last { body(standIn) }
            last = standIn
        }
        return child
    }

    /// What a deep history of `node` enters for a leaf: of a state that was finished the state itself, which starts
    /// anew. A region that was finished is so again, because others of its orthogonal state were not.
    private func standIn(for leaf: Int32, inside node: Int32) -> Int32 {
        guard infos[leaf].kind == .final else { return leaf }
        var standIn = leaf
        var superior = infos[leaf].parent
        while superior != node, isFinished(superior) {
            standIn = infos[superior].flags.contains(.isRegion) ? leaf : superior
            superior = infos[superior].parent
        }
        return standIn
    }

    /// Remembers what is active inside `node`, before it is left: the direct substate, how many leaves, the leaves.
    func recordHistory(of node: Int32) {
        let place = infos[node].history
        var count: Int32 = 0
        let child = remember(node) { leaf in
            history[place + 2 + count] = leaf
            count += 1
        }
        history[place] = child
        history[place + 1] = count
    }

    // MARK: What a plan leads to

    /// The substate of `node` that its history leads to once the transition that is being planned has left what it
    /// leaves; -1 if there is none.
    func recordedChild(of node: Int32, _ draft: inout Draft) -> Int32 {
        isLeft(node, draft) ? remember(node) { _ in } : read(infos[node].history, &draft)
    }

    /// The leaves that it leads to, appended to the targets; an empty range if there are none.
    func recordedLeaves(of node: Int32, _ draft: inout Draft) -> Range<Int32> {
        let first = scratch.targets.count
        if isLeft(node, draft) {
            _ = remember(node) { scratch.targets.append($0) }
        } else {
            let place = infos[node].history
            if read(place, &draft) >= 0 {
                let count = read(place + 1, &draft)
                for position in 0..<count { scratch.targets.append(read(place + 2 + position, &draft)) }
            }
        }
        return first..<scratch.targets.count
    }

    /// True if the history of `node` is recorded before it is asked for: the transition leaves it, or all that is
    /// inside a top.
    private func isLeft(_ node: Int32, _ draft: Draft) -> Bool {
        let isTop = draft.traits.contains(.recordsTop) && node == draft.changed.lowerBound - 1
        return (isTop || draft.changed.contains(node)) && holdsLeaf(node)
    }

    /// A recorded word. A kept plan notes it, and holds as long as it is the same.
    private func read(_ place: Int32, _ draft: inout Draft) -> Int32 {
        scratch.reads.append(place)
        scratch.reads.append(history[place])
        return history[place]
    }
}
