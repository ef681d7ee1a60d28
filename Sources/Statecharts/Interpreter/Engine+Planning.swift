// What is left and entered in a domain, worked out without changing anything.

extension Engine {
    /// Works out a plan; SCXML's computeExitSet and computeEntrySet.
    /// - Parameters:
    ///   - position: that of the leaf by which the plan is looked up.
    ///   - key: by what it is looked up besides, if it may be kept.
    ///   - enters: whether something is entered: not at the end of the chart.
    func makePlan(
        _ domain: Workspace.Domain, isLocal: Bool, at position: Int32, _ key: Plan.Key? = nil, enters: Bool = true
    ) -> Plan {
        let work = work
        work.clearLists()
        setDomain(domain)
        cells.value.dependsOnHistory = false
        cells.value.traits = isLocal ? .local : []
        let old = positions(within: domain.node)
        listExits(domain, old)
        if enters {
            work.descents.append(.init(node: domain.node, targets: domain.targets, entersNode: domain.includesNode))
            while let descent = work.descents.popLast() { descend(descent) }
        }
        var content = Plan.Content(
            first: cells.value.changesFrom, end: cells.value.changesUpTo, offset: position - old.lowerBound,
            traits: cells.value.traits, exits: work.exits.row, entries: work.entries.row, old: leaves.row(old),
            new: work.newLeaves.row, targets: work.targets.row(domain.targets), completions: work.completing.row)
        guard let key, !cells.value.dependsOnHistory, plans.hasRoom(for: leaves[position], old.count) else {
            content.findTraits(isKept: false)
            return work.plans.make(content, key ?? .none)
        }
        content.findTraits(isKept: true)
        return plans.learn(leaves[position], key, content)
    }

    /// Keeps where a transition to a history that is looked up by `key` changes something, so that the next one only
    /// asks the history.
    func keepDomain(of key: Plan.Key, _ domain: Workspace.Domain, _ isLocal: Bool, _ position: Int32) {
        let old = positions(within: domain.node)
        guard plans.find(leaves, at: position, key) == nil, plans.hasRoom(for: leaves[position], old.count) else {
            return
        }
        setDomain(domain)
        work.clearLists()
        var content = Plan.Content(
            first: cells.value.changesFrom, end: cells.value.changesUpTo, offset: position - old.lowerBound,
            traits: isLocal ? [.local, .remembers] : .remembers, exits: work.exits.row, entries: work.entries.row,
            old: leaves.row(old), new: work.newLeaves.row, targets: work.newLeaves.row, completions: work.completing.row
        )
        content.findTraits(isKept: true)
        _ = plans.learn(leaves[position], key, content)
    }

    func setDomain(_ domain: Workspace.Domain) {
        cells.value.changesFrom = domain.includesNode ? domain.node : domain.node + 1
        cells.value.changesUpTo = infos[domain.node].end
    }

    /// Lists what is left, deepest first: the leaves from the last to the first, and from each up to where the one
    /// before it branches off.
    private func listExits(_ domain: Workspace.Domain, _ positions: Range<Int32>) {
        var position = positions.upperBound
        while position > positions.lowerBound {
            position -= 1
            var node = leaves[position]
            let previous = position > positions.lowerBound ? leaves[position - 1] : -1
            while node >= cells.value.changesFrom && node > previous {
                let info = infos[node]
                if info.flags.contains(.isState) {
                    work.exits.append(step(node, info, calls: .exit, suspends: .suspendingExit))
                }
                node = info.parent
            }
        }
    }

    /// What is to be done about a vertex that is left or entered.
    private func step(
        _ node: Int32, _ info: NodeInfo, calls action: ClassFacts.Overrides, suspends: ClassFacts.Overrides
    ) -> Plan.Step {
        var flags: Plan.Step.Flags = []
        if info.overrides.contains(action) { flags.insert(.calls) }
        if info.overrides.contains(suspends) { flags.insert(.suspends) }
        if info.flags.contains(.hasScoped) { flags.insert(.hasScoped) }
        if info.flags.contains(.recordsHistory) { flags.insert(.recordsHistory) }
        return Plan.Step(node: node, flags: flags)
    }

    /// Lists what is entered, outermost first in document order; SCXML's addDescendantStatesToEnter and
    /// addAncestorStatesToEnter in one descent.
    private func descend(_ descent: Workspace.Descent) {
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
            cells.value.traits.insert(.passes)
        case .terminate:
            work.newLeaves.append(child)
            cells.value.traits.insert(.terminates)
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

    private func fixedTargets(of vertex: Int32) -> Range<Int32> {
        let info = infos[vertex]
        let first = work.targets.count
        for position in 0..<info.fixedCount { work.targets.append(topology.fixedIndex(info, position)) }
        return first..<work.targets.count
    }

    /// A final state may complete what is around it, a state with nothing inside completes itself.
    private func noteCompletion(of node: Int32, _ info: NodeInfo) {
        cells.value.traits.insert(.completes)
        guard info.kind == .final else { return work.completing.append(node) }
        var complete = info.parent
        while complete >= 0 {
            if infos[complete].overrides.contains(.completed) { work.completing.append(complete) }
            // A final state in one region completes the orthogonal state if the other regions are complete too.
            let completeInfo = infos[complete]
            guard completeInfo.flags.contains(.isRegion) || completeInfo.kind == .top else { return }
            complete = completeInfo.parent
        }
    }
}
