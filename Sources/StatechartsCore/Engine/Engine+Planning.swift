// Planning: what a transition exits and enters, worked out without changing anything.

extension Engine {
    /// Works out a plan; SCXML's computeExitSet and computeEntrySet.
    /// - Parameters:
    ///   - key: for the cache; `nil` if the plan depends on more than the key, the leaves that it replaces and the
    ///     histories that it reads.
    ///   - position: that of the leaf on whose behalf the source was asked, which the cache looks up first.
    ///   - enters: false at the end of the chart.
    func makePlan(_ domain: Domain, isLocal: Bool, key: Plan.Key?, at position: LeafPosition, enters: Bool = true)
        -> Plan
    {
        let scratch = scratch
        scratch.lists.removeAll()
        let first = domain.includesNode ? domain.node : domain.node + 1
        let old = positions(within: domain.node)
        var draft = Plan.Draft(
            changed: first..<infos[domain.node].end, offset: position - old.lowerBound,
            traits: isLocal ? [.callsOnly, .local] : .callsOnly, lists: scratch.lists)
        if domain.exitsInside, infos[domain.node].history >= 0 { draft.traits.insert(.recordsTop) }
        for position in old { draft.lists[.old].append(leaves[position]) }
        for place in domain.targets { draft.lists[.targets].append(scratch.targets[place]) }
        listExits(old, &draft)
        if enters {
            if domain.includesNode {
                enter(domain.node, domain.targets, &draft)
            } else {
                enterInside(domain.node, domain.targets, &draft)
            }
        }
        let head = leaves.count == 0 ? PlanCache.start : leaves[position]
        guard let key, plans.hasRoom(for: head, old.count) else { return scratch.plans.make(draft, key ?? .none) }
        return plans.learn(head, key, draft)
    }

    /// Lists what is exited, deepest first: from each leaf, the last one first, up to where the one before it branches
    /// off.
    private func listExits(_ positions: Range<LeafPosition>, _ draft: inout Plan.Draft) {
        for position in positions.reversed() {
            var node = leaves[position]
            let previous = position > positions.lowerBound ? leaves[position - 1] : -1
            while node >= draft.changed.lowerBound, node > previous {
                let info = infos[node]
                if info.flags.contains(.isState) {
                    draft.lists[.exits].append(node)
                    if info.overrides.contains(.exit) { draft.lists[.exitCalls].append(node) }
                    noteExtras(info, info.overrides.contains(.suspendingExit), &draft)
                }
                node = info.parent
            }
        }
    }

    /// Notes whether more is to be done for a state that is exited or entered than to call its synchronous action.
    private func noteExtras(_ info: NodeInfo, _ suspends: Bool, _ draft: inout Plan.Draft) {
        if suspends || info.flags.contains(.hasScoped) { draft.traits.remove(.callsOnly) }
    }

    // MARK: What is entered: outermost first, in document order

    // SCXML's addDescendantStatesToEnter and addAncestorStatesToEnter in one descent. Targets are those inside a node,
    // as a range of `StepScratch.targets`; an empty one means entry by default.

    private func enter(_ node: VertexIndex, _ targets: Range<Int32>, _ draft: inout Plan.Draft) {
        let info = infos[node]
        draft.lists[.entries].append(node)
        if info.overrides.contains(.entry) { draft.lists[.entryCalls].append(node) }
        noteExtras(info, info.overrides.contains(.suspendingEntry), &draft)
        // A final state may complete what is around it, a state with nothing inside completes itself.
        if info.kind == .final {
            draft.traits.insert(.completes)
            for state in sequence(first: info.parent, next: mayComplete)
            where infos[state].overrides.contains(.completed) {
                draft.lists[.completions].append(state)
            }
        } else if !info.flags.contains(.hasSubstates), info.overrides.contains(.completed) {
            draft.traits.insert(.completes)
            draft.lists[.completions].append(node)
        }
        enterInside(node, targets, &draft)
    }

    private func enterInside(_ node: VertexIndex, _ targets: Range<Int32>, _ draft: inout Plan.Draft) {
        let info = infos[node]
        // Targets that are the node itself, or before it, are not inside.
        var targets = targets.drop { scratch.targets[$0] <= node }
        if targets.isEmpty { targets = defaultTargets(of: node, info, draft) }
        while let first = targets.first, isHistory(scratch.targets[first], of: node) {
            targets = historyTargets(of: scratch.targets[first], draft)
        }
        if info.flags.contains(.hasRegions) {
            for region in topology.children(of: node) where infos[region].flags.contains(.isState) {
                let behind = targets.drop { scratch.targets[$0] < region }
                enter(region, behind.prefix { scratch.targets[$0] < infos[region].end }, &draft)
            }
        } else if let first = targets.first {
            enterChild(topology.child(of: node, holding: scratch.targets[first]), targets, &draft)
        } else {
            draft.lists[.new].append(node)
        }
    }

    /// Where the entry of a node leads if no target says it: to what the node resumes, or to its initial vertex, which
    /// may lie further inside. Empty to rest on the node, or to enter all its regions by default.
    private func defaultTargets(of node: VertexIndex, _ info: NodeInfo, _ draft: Plan.Draft) -> Range<Int32> {
        let targets = scratch.targets, first = targets.count
        let isDeep = info.flags.contains(.resumesDeep)
        if isDeep || info.flags.contains(.resumesShallow) { appendRecorded(of: node, isDeep: isDeep, draft) }
        if targets.count == first, info.initial >= 0 { targets.append(info.initial) }
        return first..<targets.count
    }

    private func isHistory(_ vertex: VertexIndex, of node: VertexIndex) -> Bool {
        let info = infos[vertex]
        return info.parent == node && (info.kind == .shallowHistory || info.kind == .deepHistory)
    }

    /// Where a history of a node leads: to what was recorded, to its own default, or to the initial vertex of the node.
    private func historyTargets(of history: VertexIndex, _ draft: Plan.Draft) -> Range<Int32> {
        let targets = scratch.targets, first = targets.count
        let own = infos[history], initial = infos[own.parent].initial
        appendRecorded(of: own.parent, isDeep: own.kind == .deepHistory, draft)
        if targets.count == first {
            for place in own.fixed { targets.append(topology.fixed[place]) }
        }
        if targets.count == first, initial >= 0, initial != history { targets.append(initial) }
        return first..<targets.count
    }

    private func enterChild(_ child: VertexIndex, _ targets: Range<Int32>, _ draft: inout Plan.Draft) {
        switch infos[child].kind {
        case .top, .state, .orthogonal, .submachine, .final: enter(child, targets, &draft)
        case .choice, .junction:
            draft.lists[.new].append(child)
            draft.traits.insert(.passes)
        case .terminate:
            draft.lists[.new].append(child)
            draft.traits.insert(.terminates)
        case .shallowHistory, .deepHistory, .fork, .join, .entryPoint, .exitPoint:
            // Histories lead to something else. Validation refuses the others as initial vertices, and transitions
            // resolve them before anything is exited.
            trap("a \(infos[child].kind) was entered", "please report this as a bug")
        }
    }
}
