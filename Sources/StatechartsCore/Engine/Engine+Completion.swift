// When states are complete, and who is asked about it.

extension Engine {
    /// True if the node needs nothing more: its active substate is final, or that holds in all its regions, in which no
    /// activity is under way.
    func isComplete(_ node: Int32) -> Bool { isFinished(node, waits: resources != nil) }

    /// - Parameter waits: true if activities of regions have to have ended.
    func isFinished(_ node: Int32, waits: Bool = false) -> Bool {
        let info = infos[node]
        if info.kind == .final { return true }
        guard info.flags.contains(.hasSubstates) else { return false }
        if info.kind == .submachine { return isFinished(node + 1, waits: waits) }
        guard info.flags.contains(.hasRegions) else {
            let position = firstLeaf(from: node)
            guard position < leaves.count, leaves[position] < info.end else { return false }
            let leaf = leaves[position]
            return infos[leaf].kind == .final && infos[leaf].parent == node
        }
        return (0..<info.childCount).allSatisfy { position in
            let region = topology.childIndex(info, position)
            guard infos[region].flags.contains(.isState) else { return true }
            return !(waits && hasUnfinishedWork(region)) && isFinished(region, waits: waits)
        }
    }

    /// Asks the states that have become complete. Answers whether one has reacted, or something went wrong.
    func takeCompletion() -> Bool {
        while !completions.isEmpty {
            let node = completions.remove(at: 0)
            let info = infos[node]
            guard info.overrides.contains(.completed), isActive(node) else { continue }
            if hasUnfinishedWork(node) || (info.flags.contains(.hasSubstates) && !isComplete(node)) { continue }
            let reaction = asking(node) { $0.reactToCompletion() }
            if listWithoutEvent(reaction, of: node, at: firstLeaf(from: node), "completed()") {
                beginEventless(.completion(node))
                return true
            }
            if status != .running { return true }
        }
        pending.remove(.completion)
        return false
    }

    /// A state whose last activity has ended may be complete now, and with it the orthogonal state whose region it is.
    package func noteEndOfActivities(_ node: Int32) {
        pending.insert(.completion)
        var complete = node
        appendCompletion(complete)
        while infos[complete].flags.contains(.isRegion) {
            complete = infos[complete].parent
            appendCompletion(complete)
        }
    }

    private func appendCompletion(_ node: Int32) {
        if !isAwaited(node, in: 0..<completions.count) { completions.append(node) }
    }

    private func isAwaited(_ node: Int32, in positions: Range<Int32>) -> Bool {
        positions.contains { completions[$0] == node }
    }

    /// Of what was noted from `first` on keeps what is complete now, once each, innermost first and else in document
    /// order.
    func orderCompletions(from first: Int32) {
        var kept = first
        for position in first..<completions.count {
            let node = completions[position]
            guard !infos[node].flags.contains(.hasSubstates) || isComplete(node) else { continue }
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
        completions.truncate(to: kept)
        // What comes about anew is asked when that is its turn.
        var (earlier, count) = (Int32(0), first)
        while earlier < count {
            if isAwaited(completions[earlier], in: count..<completions.count) {
                _ = completions.remove(at: earlier)
                count -= 1
            } else {
                earlier += 1
            }
        }
    }

    /// True if `a` is inside `b` or, apart from it, before it.
    private func endsBefore(_ a: Int32, _ b: Int32) -> Bool {
        infos[a].end != infos[b].end ? infos[a].end < infos[b].end : a > b
    }
}
