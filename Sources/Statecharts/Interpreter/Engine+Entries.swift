extension Engine {
    /// Lists what is entered, outermost first in document order, once the histories of what is left are recorded; SCXML's
    /// computeEntrySet with addDescendantStatesToEnter and addAncestorStatesToEnter in one descent.
    func planEntries() {
        work.entries.removeAll()
        work.newLeaves.removeAll()
        cells.value.completed = work.completions.count
        for position in 0..<work.domains.count {
            let domain = work.domains[position]
            work.descents.append(.init(node: domain.node, targets: domain.targets, entersNode: domain.includesNode))
            while let descent = work.descents.popLast() { descend(descent) }
        }
    }

    func descend(_ descent: Workspace.Descent) {
        let node = descent.node
        let info = infos[node]
        if descent.entersNode {
            work.entries.append(step(node, info, calls: .entry, suspends: .suspendingEntry))
            if info.kind == .final || (info.childCount == 0 && info.overrides.contains(.completed)) {
                noteCompletion(of: node, info)
            }
        }
        var targets = descent.targets
        while !targets.isEmpty, work.targets[targets.lowerBound] <= node {
            targets = (targets.lowerBound + 1)..<targets.upperBound
        }
        if info.flags.contains(.hasRegions) {
            enterRegions(of: node, info, targets)
        } else if targets.isEmpty {
            enterByDefault(node, info)
        } else {
            var child = work.targets[targets.lowerBound]
            while infos[child].parent != node { child = infos[child].parent }
            enterChild(child, of: node, targets)
        }
    }

    private func enterRegions(of node: Int32, _ info: NodeInfo, _ targets: Range<Int32>) {
        var targets = targets
        if targets.isEmpty {
            if info.flags.contains(.resumesDeep), let recorded = recordedLeaves(of: node) { targets = recorded }
        } else if infos[work.targets[targets.lowerBound]].parent == node,
            infos[work.targets[targets.lowerBound]].kind == .deepHistory
        {
            targets = recordedLeaves(of: node) ?? fixedTargets(of: work.targets[targets.lowerBound])
        }
        // The last region is pushed first, so that the first one is entered first.
        var position = info.childCount - 1
        while position >= 0 {
            let region = topology.childIndex(info, position)
            let regionInfo = infos[region]
            if regionInfo.flags.contains(.isState) {
                var low = targets.lowerBound
                while low < targets.upperBound, work.targets[low] < region { low += 1 }
                var high = low
                while high < targets.upperBound, work.targets[high] < regionInfo.end { high += 1 }
                work.descents.append(.init(node: region, targets: low..<high, entersNode: true))
            }
            position -= 1
        }
    }

    private func enterByDefault(_ node: Int32, _ info: NodeInfo) {
        if info.flags.contains(.resumesDeep), let recorded = recordedLeaves(of: node) {
            work.descents.append(.init(node: node, targets: recorded, entersNode: false))
        } else if info.flags.contains(.resumesShallow), let recorded = recordedChild(of: node) {
            enterChild(recorded, of: node, 0..<0)
        } else if info.initial >= 0 {
            enterInitial(info.initial, of: node)
        } else {
            work.newLeaves.append(node)
        }
    }

    /// Enters the initial vertex of `node`, which may lie further inside.
    private func enterInitial(_ initial: Int32, of node: Int32) {
        if infos[initial].parent == node { return enterChild(initial, of: node, 0..<0) }
        let first = work.targets.count
        work.targets.append(initial)
        work.descents.append(.init(node: node, targets: first..<(first + 1), entersNode: false))
    }

    private func enterChild(_ child: Int32, of node: Int32, _ targets: Range<Int32>) {
        let info = infos[child]
        switch info.kind {
        case .top, .state, .orthogonal, .submachine, .final:
            work.descents.append(.init(node: child, targets: targets, entersNode: true))
        case .shallowHistory:
            if let recorded = recordedChild(of: node) {
                enterChild(recorded, of: node, 0..<0)
            } else {
                enterHistoryDefault(child, of: node)
            }
        case .deepHistory:
            // The first word says whether the state had reached its final state.
            if recordedChild(of: node) != nil, let recorded = recordedLeaves(of: node) {
                work.descents.append(.init(node: node, targets: recorded, entersNode: false))
            } else {
                enterHistoryDefault(child, of: node)
            }
        case .choice, .junction:
            work.newLeaves.append(child)
            work.passing.append(child)
        case .terminate:
            work.newLeaves.append(child)
            cells.value.isTerminated = true
        case .fork, .join, .entryPoint, .exitPoint:
            // Validation refuses these as initial vertices, and transitions resolve them before anything is left.
            trap("a \(info.kind) was entered", "please report this as a bug")
        }
    }

    private func enterHistoryDefault(_ vertex: Int32, of node: Int32) {
        let targets = fixedTargets(of: vertex)
        if !targets.isEmpty {
            work.descents.append(.init(node: node, targets: targets, entersNode: false))
        } else if infos[node].initial >= 0, infos[node].initial != vertex {
            enterInitial(infos[node].initial, of: node)
        } else {
            work.newLeaves.append(node)
        }
    }

    /// The recorded substate of `node`; `nil` if nothing was recorded.
    private func recordedChild(of node: Int32) -> Int32? {
        cells.value.dependsOnHistory = true
        let child = history[infos[node].history]
        return child >= 0 ? child : nil
    }

    /// The recorded leaves of `node`, appended to the targets; `nil` if nothing was recorded.
    private func recordedLeaves(of node: Int32) -> Range<Int32>? {
        cells.value.dependsOnHistory = true
        let place = infos[node].history
        guard history[place] >= 0, history[place + 1] > 0 else { return nil }
        let first = work.targets.count
        for position in 0..<history[place + 1] { work.targets.append(history[place + 2 + position]) }
        return first..<work.targets.count
    }

    private func fixedTargets(of vertex: Int32) -> Range<Int32> {
        let info = infos[vertex]
        let first = work.targets.count
        for position in 0..<info.fixedCount { work.targets.append(topology.fixedIndex(info, position)) }
        return first..<work.targets.count
    }

    /// A final state may complete what is around it, a state with nothing inside completes itself.
    private func noteCompletion(of node: Int32, _ info: NodeInfo) {
        guard info.kind == .final else { return work.completions.append(node) }
        var complete = info.parent
        while complete >= 0 {
            if infos[complete].overrides.contains(.completed) { work.completions.append(complete) }
            // A final state in one region completes the orthogonal state if the other regions are complete too.
            let completeInfo = infos[complete]
            guard completeInfo.flags.contains(.isRegion) || completeInfo.kind == .top else { return }
            complete = completeInfo.parent
        }
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

    /// Adds the leaves that stay to those that are new, in document order: what is active afterwards.
    func keepOtherLeaves() {
        let added = work.newLeaves.count
        var kept: Int32 = 0
        for position in 0..<leaves.count where !isReplaced(leaves[position]) { kept += 1 }
        for _ in 0..<kept { work.newLeaves.append(0) }
        var place = added + kept - 1
        var fromNew = added - 1
        var fromOld = leaves.count - 1
        while fromOld >= 0 {
            let leaf = leaves[fromOld]
            fromOld -= 1
            if isReplaced(leaf) { continue }
            while fromNew >= 0, work.newLeaves[fromNew] > leaf {
                work.newLeaves[place] = work.newLeaves[fromNew]
                fromNew -= 1
                place -= 1
            }
            work.newLeaves[place] = leaf
            place -= 1
        }
    }

    /// Whether the leaf is in a domain, or is one because nothing inside it was active.
    private func isReplaced(_ leaf: Int32) -> Bool {
        for position in 0..<work.domains.count {
            let node = work.domains[position].node
            if leaf >= node && leaf < infos[node].end { return true }
        }
        return false
    }
}
