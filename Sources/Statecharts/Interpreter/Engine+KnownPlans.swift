// The plan of a transition is found, or worked out when it is first taken: `Plan` says what is kept of it.

extension Engine {
    /// The plan of a reaction of `source`, for the leaf at `position` and those that are left with it; `nil` if the microstep has to be planned in
    /// place. Nothing has been changed when this answers.
    @inline(__always)
    func plan(for reaction: borrowing RawReaction, of source: Int32, at position: Int32) -> Plan? {
        guard reaction.hasOneTarget, reaction.tag == tag else { return nil }
        let plan =
            plans.find(leaves, at: position, .init(source, reaction))
            ?? findElsewhere(position, source, reaction.first, reaction.isLocal)
        return plan?.isWhole == true ? plan : nil
    }

    /// The same for code that knows the chart's types; `nil` too if an answer that was asked for before has failed the chart.
    @usableFromInline
    func knownPlan(_ reaction: borrowing RawReaction, of source: Int32, at position: Int32) -> Plan? {
        cells.value.status == .running ? plan(for: reaction, of: source, at: position) : nil
    }

    /// Works out what is not known yet, and where a history leads now.
    @inline(never)
    private func findElsewhere(_ position: Int32, _ source: Int32, _ target: Int32, _ isLocal: Bool) -> Plan? {
        var target = target
        let leaf = leaves[position]
        if infos[target].flags.contains(.entersByHistory) {
            let (domain, includesNode) = domain(source, target, isLocal)
            guard !includesNode, leaves.count == 1 || isAlone(position, in: domain) else { return nil }
            target = resumed(target, source, isLocal, leaf)
            // What depends on the history is not kept.
            if infos[target].flags.contains(.entersByHistory) { return nil }
            let key = Plan.Key(source, target, isLocal: isLocal)
            if let known = plans.find(leaves, at: position, key) { return known }
        }
        let known = plans.count(of: leaf)
        guard known < PlanTable.limit, plans.learns else { return nil }
        let content = content(position, source, target, isLocal)
        if content.old.count > 1, known >= PlanTable.limitOfSeveral { return nil }
        return plans.learn(leaf, .init(source, target, isLocal: isLocal), content)
    }

    /// Whether the leaf at `position` is the only one in `domain`.
    private func isAlone(_ position: Int32, in domain: Int32) -> Bool {
        leaves[position] >= domain && (position == 0 || leaves[position - 1] < domain)
            && (position + 1 == leaves.count || leaves[position + 1] >= infos[domain].end)
    }

    /// What the transition leaves and enters, found out without changing anything. Nothing is entered by the plan if that depends on more than the
    /// shape of the chart and the leaves.
    private func content(_ position: Int32, _ source: Int32, _ target: Int32, _ isLocal: Bool) -> Plan.Content {
        let firstTarget = work.targets.count
        let firstDomain = work.domains.count
        defer {
            work.targets.truncate(to: firstTarget)
            work.domains.truncate(to: firstDomain)
        }
        let none = Plan.Content(old: [leaves[position]])
        guard mayBeNamed(target, in: infos[source].scope), appendTargets(target, hops: 0),
            work.targets.count > firstTarget
        else { return none }
        var transition = Workspace.Selected(
            source: source, kind: isLocal ? .local : .external, targets: firstTarget..<work.targets.count,
            effects: 0..<0)
        guard sortTargets(transition.targets) == nil else { return none }
        if isLocal, !stays(source, transition) { transition.kind = .external }
        transition.domains = findDomains(transition)
        let domain = work.domains[firstDomain]
        guard transition.domains.count == 1, !domain.includesNode else { return none }
        let old = positions(within: domain.node)
        var plan = Plan.Content(
            domain: domain.node, old: old.map { leaves[$0] }, offset: position - old.lowerBound)
        plan.isLocal = transition.kind == .local
        plan.namesTarget = infos[target].flags.contains(.isState)
        planExits(domain, &plan)
        guard planEntries(domain, &plan) else { return plan }
        // Who leads to where it rests already changes nothing, so that nothing that was deferred is recalled.
        if plan.exits.isEmpty, plan.entries.isEmpty { plan.new = [] }
        return plan
    }

    /// The targets of a way that nobody is asked about; answers `false` if somebody is.
    private func appendTargets(_ target: Int32, hops: Int) -> Bool {
        let info = infos[target]
        switch info.kind {
        case .state, .orthogonal, .submachine, .final, .top, .choice, .shallowHistory, .deepHistory, .terminate:
            work.targets.append(target)
            return true
        case .fork, .entryPoint:
            return hops < 100
                && (0..<info.fixedCount).allSatisfy { appendTargets(topology.fixedIndex(info, $0), hops: hops + 1) }
        case .join, .exitPoint, .junction:
            return false
        }
    }

    private func planExits(_ domain: Workspace.Domain, _ plan: inout Plan.Content) {
        let first = work.exits.count
        defer { work.exits.truncate(to: first) }
        listExits(domain, recordsHistory: false)
        for position in first..<work.exits.count {
            plan.exits.append(work.exits[position])
            if work.exits[position].flags.contains(.recordsHistory) { plan.recordsHistory = true }
        }
    }

    private func planEntries(_ domain: Workspace.Domain, _ plan: inout Plan.Content) -> Bool {
        let (entry, leaf) = (work.entries.count, work.newLeaves.count)
        let (passing, completion) = (work.passing.count, work.completions.count)
        defer {
            work.entries.truncate(to: entry)
            work.newLeaves.truncate(to: leaf)
            work.passing.truncate(to: passing)
            work.completions.truncate(to: completion)
            cells.value.isTerminated = false
        }
        cells.value.dependsOnHistory = false
        work.descents.append(.init(node: domain.node, targets: domain.targets, entersNode: false))
        while let descent = work.descents.popLast() { descend(descent) }
        guard !cells.value.dependsOnHistory, !cells.value.isTerminated, work.completions.count == completion else {
            return false
        }
        for position in entry..<work.entries.count {
            let kind = infos[work.entries[position].node].kind
            guard kind == .state || kind == .orthogonal else { return false }
            plan.entries.append(work.entries[position])
        }
        plan.new = (leaf..<work.newLeaves.count).map { work.newLeaves[$0] }
        plan.passes = work.passing.count > passing
        return true
    }

    private func domain(_ source: Int32, _ target: Int32, _ isLocal: Bool) -> (node: Int32, includesNode: Bool) {
        let stays = isLocal && (topology.contains(source, target) || (source == target && rests(source)))
        return stays ? (source, false) : domain(of: source, target)
    }

    /// The plain state that a history leads to, or that is resumed inside `target`, once what the transition leaves is recorded; `target`
    /// itself if there is more to it.
    private func resumed(_ target: Int32, _ source: Int32, _ isLocal: Bool, _ leaf: Int32) -> Int32 {
        let domain = domain(source, target, isLocal).node
        var node = target
        var hops = 0
        while infos[node].flags.contains(.entersByHistory) {
            let info = infos[node]
            hops += 1
            guard hops < 100 else { return target }
            switch info.kind {
            case .shallowHistory:
                node = recordedChild(of: info.parent, leaf, domain) ?? historyDefault(node, info)
            case .deepHistory:
                node = recordedLeaf(of: info.parent, leaf, domain) ?? historyDefault(node, info)
            case .state:
                if info.flags.contains(.resumesDeep) {
                    node = recordedLeaf(of: node, leaf, domain) ?? info.initial
                } else if info.flags.contains(.resumesShallow) {
                    node = recordedChild(of: node, leaf, domain) ?? info.initial
                } else {
                    node = info.initial
                }
            case .top, .orthogonal, .final, .submachine, .choice, .junction, .fork, .join, .entryPoint, .exitPoint,
                .terminate:
                return target
            }
            guard node >= 0 else { return target }
        }
        return self.domain(source, node, isLocal) == (domain, false) ? node : target
    }

    /// What a shallow history of `node` leads to, `nil` if nothing is recorded; -1 if that is more than one leaf.
    private func recordedChild(of node: Int32, _ leaf: Int32, _ domain: Int32) -> Int32? {
        if isLeft(node, leaf, domain) { return childOnTheWay(from: leaf, to: node) }
        let child = history[infos[node].history]
        return child >= 0 ? child : nil
    }

    /// The same of a deep history.
    private func recordedLeaf(of node: Int32, _ leaf: Int32, _ domain: Int32) -> Int32? {
        if isLeft(node, leaf, domain) {
            guard let child = childOnTheWay(from: leaf, to: node) else { return nil }
            return child < 0 ? -1 : infos[leaf].flags.contains(.isState) ? standIn(for: leaf, inside: node) : nil
        }
        let place = infos[node].history
        guard history[place] >= 0, history[place + 1] > 0 else { return nil }
        return history[place + 1] == 1 ? history[place + 2] : -1
    }

    /// Whether the transition leaves `node`, so that its history is recorded before it is asked for.
    private func isLeft(_ node: Int32, _ leaf: Int32, _ domain: Int32) -> Bool {
        node > domain && (leaf == node || topology.contains(node, leaf))
    }

    /// What `recordHistory` would note as the active child; -1 where there are several leaves.
    private func childOnTheWay(from leaf: Int32, to node: Int32) -> Int32? {
        guard leaf != node else { return nil }
        if infos[node].flags.contains(.hasRegions) { return -1 }
        var child = leaf
        while infos[child].parent != node {
            child = infos[child].parent
            if infos[child].flags.contains(.hasRegions) { return -1 }
        }
        return infos[child].kind == .final || !infos[child].flags.contains(.isState) ? nil : child
    }

    private func historyDefault(_ vertex: Int32, _ info: NodeInfo) -> Int32 {
        switch info.fixedCount {
        case 0: infos[info.parent].initial == vertex ? -1 : infos[info.parent].initial
        case 1: topology.fixedIndex(info, 0)
        case _: -1
        }
    }
}
