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
            let position = firstLeaf(from: node)
            guard position < leaves.count, leaves[position] < info.end else { return false }
            let leaf = leaves[position]
            return infos[leaf].kind == .final && infos[leaf].parent == node
        }
        return (0..<info.childCount).allSatisfy { position in
            let region = topology.childIndex(info, position)
            guard infos[region].flags.contains(.isState) else { return true }
            return !(waits && hasUnfinishedWork(region)) && isInFinalState(region, waits: waits)
        }
    }

    /// What may become complete when a state does: the orthogonal state whose region it is, and the submachine whose
    /// top it is. Whether it is complete `isComplete` says.
    func mayComplete(with state: VertexIndex) -> VertexIndex? {
        let info = infos[state]
        return info.parent >= 0 && (info.flags.contains(.isRegion) || info.kind == .top) ? info.parent : nil
    }

    /// Asks the states that have become complete, one after the other, until one reacts. Answers true if one has, or if
    /// the chart has failed. Those behind one that has made a mistake wait until that was offered.
    func takeCompletion() -> Bool {
        while let node = completions.popFirst() {
            guard infos[node].overrides.contains(.completed), isActive(node), isComplete(node) else { continue }
            let reaction = asking(node) { $0.reactToCompletion() }
            if listEventlessIfEnabled(reaction, of: node, at: firstLeaf(from: node), "completed()") {
                beginFollowUp(.init(.completion, of: node))
                return true
            }
            if status != .running { return true }
            if pending.contains(.error) { return false }
        }
        pending.remove(.completion)
        return false
    }

    func appendCompletion(_ node: VertexIndex) {
        if !isToBeAsked(node, in: 0..<completions.count) { completions.append(node) }
    }

    private func isToBeAsked(_ node: VertexIndex, in positions: Range<Int32>) -> Bool {
        positions.contains { completions[$0] == node }
    }

    /// Orders the completions that a microstep has added, those from `first` on: each state once, without those that
    /// are not complete, innermost first and otherwise in document order. By insertion, as there are few.
    func orderCompletions(from first: Int32) {
        // Each once before they are looked at: when all regions end, each of them names the state around them.
        var kept = first
        for position in first..<completions.count {
            let node = completions[position]
            var place = first
            while place < kept, endsBefore(completions[place], node) { place += 1 }
            if place < kept, completions[place] == node { continue }
            var moved = kept
            while moved > place {
                completions[moved] = completions[moved - 1]
                moved -= 1
            }
            completions[place] = node
            kept += 1
        }
        var complete = first
        for position in first..<kept where areSubstatesComplete(completions[position]) {
            completions[complete] = completions[position]
            complete += 1
        }
        completions.truncate(to: complete)
        dropRepeated(before: first)
    }

    /// Of states that were added once more, drops the earlier place: they are asked at the later one.
    private func dropRepeated(before first: Int32) {
        var (earlier, count) = (Int32(0), first)
        while earlier < count {
            if isToBeAsked(completions[earlier], in: count..<completions.count) {
                _ = completions.remove(at: earlier)
                count -= 1
            } else {
                earlier += 1
            }
        }
    }

    /// True if `a` is inside `b` or, apart from it, before it.
    private func endsBefore(_ a: VertexIndex, _ b: VertexIndex) -> Bool {
        infos[a].end != infos[b].end ? infos[a].end < infos[b].end : a > b
    }
}
