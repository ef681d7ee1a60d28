// When states are complete, and who is asked about it.

extension Engine {
    /// Whether the node needs nothing more: its active substate is final, or that holds in all its regions, in which no
    /// activity is under way.
    func isComplete(_ node: Int32) -> Bool { isFinished(node, waits: belongings != nil) }

    /// The same, whatever is under way.
    /// - Parameter waits: whether activities of regions have to have ended.
    func isFinished(_ node: Int32, waits: Bool = false) -> Bool {
        let info = infos[node]
        if info.kind == .final { return true }
        if info.flags.contains(.hasRegions) {
            for position in 0..<info.childCount {
                let region = topology.childIndex(info, position)
                guard infos[region].flags.contains(.isState) else { continue }
                if waits && hasUnfinishedWork(region) || !isFinished(region, waits: waits) { return false }
            }
            return true
        }
        if info.childCount == 0 { return false }
        let position = firstLeaf(from: node)
        guard position < leaves.count, leaves[position] < info.end, leaves[position] != node else { return false }
        var child = leaves[position]
        if info.kind == .submachine { return isFinished(node + 1, waits: waits) }
        guard infos[child].kind == .final else { return false }
        child = infos[child].parent
        return child == node
    }

    /// Whether a state may be complete that was not asked.
    @inline(__always) var awaitsCompletion: Bool {
        guard let workspace = cells.value.workspace else { return false }
        return !workspace.completions.isEmpty
    }

    func takeCompletion() -> Bool {
        guard let work = cells.value.workspace else { return false }
        while !work.completions.isEmpty {
            let node = work.completions[0]
            for position in 1..<work.completions.count { work.completions[position - 1] = work.completions[position] }
            work.completions.truncate(to: work.completions.count - 1)
            let info = infos[node]
            guard info.overrides.contains(.completed), isActive(node) else { continue }
            if hasUnfinishedWork(node) || (info.childCount > 0 && !isComplete(node)) { continue }
            if addWithoutEvent(
                asking(node) { $0.reactToCompletion() }, of: node, at: firstLeaf(from: node), "completed()")
            {
                beginEventless(.completion(node))
                return true
            }
            if cells.value.status != .running { return true }
        }
        return false
    }

    /// Once each: two regions that end together complete their state once.
    func appendCompletion(_ node: Int32) {
        for position in 0..<work.completions.count where work.completions[position] == node { return }
        work.completions.append(node)
    }

    /// Keeps what is complete now, once each, innermost first and else in document order.
    func orderCompletions(from first: Int32) {
        var kept = first
        for position in first..<work.completions.count {
            let node = work.completions[position]
            guard infos[node].childCount == 0 || isComplete(node) else { continue }
            var place = first
            while place < kept, endsBefore(work.completions[place], node) { place += 1 }
            if place < kept, work.completions[place] == node { continue }
            var moved = kept
            while moved > place {
                work.completions[moved] = work.completions[moved - 1]
                moved -= 1
            }
            work.completions[place] = node
            kept += 1
        }
        work.completions.truncate(to: kept)
        // What comes about anew is asked when that is its turn.
        var earlier: Int32 = 0
        var count = first
        while earlier < count {
            let node = work.completions[earlier]
            if (count..<work.completions.count).contains(where: { work.completions[$0] == node }) {
                _ = work.completions.remove(at: earlier)
                count -= 1
            } else {
                earlier += 1
            }
        }
    }

    /// Whether `a` is inside `b` or, apart from it, before it.
    private func endsBefore(_ a: Int32, _ b: Int32) -> Bool {
        infos[a].end != infos[b].end ? infos[a].end < infos[b].end : a > b
    }
}
