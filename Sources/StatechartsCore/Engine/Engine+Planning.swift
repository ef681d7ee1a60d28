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
        let completesItself = !info.flags.contains(.hasSubstates) && info.overrides.contains(.completed)
        if info.kind == .final || completesItself { planCompletion(of: node, info, &draft) }
        enterInside(node, targets, &draft)
    }

    private func enterInside(_ node: VertexIndex, _ targets: Range<Int32>, _ draft: inout Plan.Draft) {
        var targets = targets
        // Targets that are the node itself, or before it, are not inside.
        while !targets.isEmpty, scratch.targets[targets.lowerBound] <= node { targets = targets.dropFirst() }
        let info = infos[node]
        if info.flags.contains(.hasRegions) {
            enterRegions(of: node, info, targets, &draft)
        } else if targets.isEmpty {
            enterByDefault(node, info, &draft)
        } else {
            let child = topology.child(of: node, holding: scratch.targets[targets.lowerBound])
            enterChild(child, of: node, targets, &draft)
        }
    }

    private func enterRegions(
        of node: VertexIndex, _ info: NodeInfo, _ targets: Range<Int32>, _ draft: inout Plan.Draft
    ) {
        var targets = targets
        if targets.isEmpty {
            if info.flags.contains(.resumesDeep) { targets = recordedLeaves(of: node, draft) }
        } else {
            let target = scratch.targets[targets.lowerBound]
            if infos[target].parent == node, infos[target].kind == .deepHistory {
                targets = recordedLeaves(of: node, draft)
                if targets.isEmpty { targets = fixedTargets(of: target) }
            }
        }
        for position in 0..<info.childCount {
            let region = topology.childIndex(info, position)
            guard infos[region].flags.contains(.isState) else { continue }
            var low = targets.lowerBound
            while low < targets.upperBound, scratch.targets[low] < region { low += 1 }
            var high = low
            while high < targets.upperBound, scratch.targets[high] < infos[region].end { high += 1 }
            enter(region, low..<high, &draft)
        }
    }

    private func enterByDefault(_ node: VertexIndex, _ info: NodeInfo, _ draft: inout Plan.Draft) {
        if info.flags.contains(.resumesDeep) {
            let recorded = recordedLeaves(of: node, draft)
            if !recorded.isEmpty { return enterInside(node, recorded, &draft) }
        } else if info.flags.contains(.resumesShallow) {
            let recorded = recordedChild(of: node, draft)
            if recorded >= 0 { return enterChild(recorded, of: node, 0..<0, &draft) }
        }
        enterInitial(of: node, info, &draft)
    }

    /// Enters the initial vertex of `node`, which may lie further inside, or rests on `node`.
    private func enterInitial(of node: VertexIndex, _ info: NodeInfo, _ draft: inout Plan.Draft) {
        guard info.initial >= 0 else { return draft.lists[.new].append(node) }
        if infos[info.initial].parent == node { return enterChild(info.initial, of: node, 0..<0, &draft) }
        let first = scratch.targets.count
        scratch.targets.append(info.initial)
        enterInside(node, first..<first + 1, &draft)
    }

    private func enterChild(
        _ child: VertexIndex, of node: VertexIndex, _ targets: Range<Int32>, _ draft: inout Plan.Draft
    ) {
        switch infos[child].kind {
        case .top, .state, .orthogonal, .submachine, .final: enter(child, targets, &draft)
        case .shallowHistory:
            let recorded = recordedChild(of: node, draft)
            if recorded >= 0 { return enterChild(recorded, of: node, 0..<0, &draft) }
            enterDefault(ofHistory: child, in: node, &draft)
        case .deepHistory:
            // A direct substate is recorded unless the state had reached its final state.
            let recorded = recordedChild(of: node, draft) < 0 ? 0..<0 : recordedLeaves(of: node, draft)
            if !recorded.isEmpty { return enterInside(node, recorded, &draft) }
            enterDefault(ofHistory: child, in: node, &draft)
        case .choice, .junction:
            draft.lists[.new].append(child)
            draft.traits.insert(.passes)
        case .terminate:
            draft.lists[.new].append(child)
            draft.traits.insert(.terminates)
        case .fork, .join, .entryPoint, .exitPoint:
            // Validation refuses these as initial vertices, and transitions resolve them before anything is exited.
            trap("a \(infos[child].kind) was entered", "please report this as a bug")
        }
    }

    private func enterDefault(ofHistory vertex: VertexIndex, in node: VertexIndex, _ draft: inout Plan.Draft) {
        let targets = fixedTargets(of: vertex)
        if !targets.isEmpty { return enterInside(node, targets, &draft) }
        guard infos[node].initial != vertex else { return draft.lists[.new].append(node) }
        enterInitial(of: node, infos[node], &draft)
    }

    private func fixedTargets(of vertex: VertexIndex) -> Range<Int32> {
        let info = infos[vertex]
        let first = scratch.targets.count
        for position in 0..<info.fixedCount { scratch.targets.append(topology.fixedIndex(info, position)) }
        return first..<scratch.targets.count
    }

    /// A final state may complete what is around it, a state with nothing inside completes itself.
    private func planCompletion(of node: VertexIndex, _ info: NodeInfo, _ draft: inout Plan.Draft) {
        draft.traits.insert(.completes)
        guard info.kind == .final else { return draft.lists[.completions].append(node) }
        for state in sequence(first: info.parent, next: mayComplete) where infos[state].overrides.contains(.completed) {
            draft.lists[.completions].append(state)
        }
    }
}
