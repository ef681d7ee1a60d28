// When states are complete, and who is asked about it.

extension Engine {
    /// True if a state is complete: it has no substates or is in its final state, and no activity is under way, its own
    /// or one of its regions.
    private func isComplete(_ state: VertexIndex) -> Bool { !hasUnfinishedWork(state) && areSubstatesComplete(state) }

    /// True if nothing inside a state keeps it from being complete; its own activities may.
    private func areSubstatesComplete(_ state: VertexIndex) -> Bool {
        !infos[state].flags.contains(.hasSubstates) || isInFinalState(state, waits: true)
    }

    /// True if the active substate of the node is final, or all its regions are in their final states; SCXML's
    /// isInFinalState.
    /// - Parameter waits: true if the activities of the regions have to be over too.
    func isInFinalState(_ node: VertexIndex, waits: Bool = false) -> Bool {
        let info = infos[node]
        if info.kind == .final { return true }
        guard info.flags.contains(.hasSubstates) else { return false }
        if info.kind == .submachine { return isInFinalState(node + 1, waits: waits) }
        guard info.flags.contains(.hasRegions) else {
            guard let first = positions(within: node).first else { return false }
            let leaf = infos[leaves[first]]
            return leaf.kind == .final && leaf.parent == node
        }
        return allRegions(of: node) { !(waits && hasUnfinishedWork($0)) && isInFinalState($0, waits: waits) }
    }

    /// What may become complete when a state does: the orthogonal state whose region it is, and the submachine whose
    /// top it is. Whether it is complete `isComplete` says.
    func mayComplete(with state: VertexIndex) -> VertexIndex? {
        let info = infos[state]
        return info.parent >= 0 && (info.flags.contains(.isRegion) || info.kind == .top) ? info.parent : nil
    }

    /// Asks the states that have become complete, one after the other, until one reacts. Answers true if one has, or has
    /// made a mistake, which is offered before the next one is asked; also if the chart has failed.
    func takeCompletion() -> Bool {
        while let node = completions.popFirst() {
            guard infos[node].overrides.contains(.completed), isActive(node), isComplete(node) else { continue }
            let reaction = asking(node) { $0.reactToCompletion() }
            if listEventlessIfEnabled(reaction, of: node, at: firstLeaf(from: node), "completed()") {
                beginFollowUp(.init(.completion, of: node))
                return true
            }
            if status != .running || pending.contains(.error) { return true }
        }
        pending.remove(.completion)
        return false
    }

    /// The last activity of a state is over: the state may be complete now, and with it those around it.
    package func didEndActivities(_ node: VertexIndex) {
        pending.insert(.completion)
        for state in sequence(first: node, next: mayComplete)
        where !(0..<completions.count).contains(where: { completions[$0] == state }) {
            completions.append(state)
        }
    }

    /// Orders the completions that a microstep has added, those from `first` on: each state once, without those whose
    /// substates are not complete, innermost first and otherwise in document order. They are taken out one by one and
    /// go to the end, as there are few.
    func orderCompletions(from first: Int32) {
        var added = first..<completions.count
        while let next = added.min(by: { endsBefore(completions[$0], completions[$1]) }) {
            let node = completions.remove(at: next)
            added = added.dropLast()
            // When all regions end, each of them names the state around them: the last one counts.
            if !areSubstatesComplete(node) || added.contains(where: { completions[$0] == node }) { continue }
            // A state that was listed before is asked at the later place.
            if let earlier = (0..<added.lowerBound).first(where: { completions[$0] == node }) {
                _ = completions.remove(at: earlier)
                added = added.lowerBound - 1..<added.upperBound - 1
            }
            completions.append(node)
        }
    }

    /// True if `a` is inside `b` or, apart from it, before it.
    private func endsBefore(_ a: VertexIndex, _ b: VertexIndex) -> Bool {
        infos[a].end != infos[b].end ? infos[a].end < infos[b].end : a > b
    }
}
