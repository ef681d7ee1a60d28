// How a transition exchanges a leaf is found, or worked out when it is first taken: `Exchange` says what is kept of it.

extension Engine {
    /// How the transition from `source` to `target` exchanges `leaf`, which is active and the only leaf in what the transition leaves if it is
    /// direct. Nothing has been changed when this answers.
    @inline(__always)
    func exchange(of leaf: Int32, _ source: Int32, _ target: Int32, isLocal: Bool) -> Exchange? {
        exchanges.find(leaf, .init(source, target, isLocal: isLocal)) ?? findElsewhere(leaf, source, target, isLocal)
    }

    /// Works out what is not known yet, and where a history leads now.
    @inline(never)
    private func findElsewhere(_ leaf: Int32, _ source: Int32, _ target: Int32, _ isLocal: Bool) -> Exchange? {
        var target = target
        if infos[target].flags.contains(.entersByHistory) {
            target = resumed(target, source, isLocal, leaf)
            // What depends on the history is not kept.
            if infos[target].flags.contains(.entersByHistory) { return nil }
            if let known = exchanges.find(leaf, .init(source, target, isLocal: isLocal)) { return known }
        }
        let plan = plan(leaf, source, target, isLocal) ?? .none
        return exchanges.learn(leaf, .init(source, target, isLocal: isLocal), plan)
    }

    /// What the transition leaves and enters; `nil` if that depends on more than the shape of the chart, or is more than one leaf,
    /// or suspends.
    private func plan(_ leaf: Int32, _ source: Int32, _ target: Int32, _ isLocal: Bool) -> Exchange.Plan? {
        let domain = domain(source, target, isLocal)
        guard target > domain, !infos[domain].flags.contains(.hasRegions) else { return nil }
        var plan = Exchange.Plan(domain: domain, leaf: -1)
        var node = leaf
        while node > domain {
            let info = infos[node]
            guard !info.flags.contains(.hasRegions), !info.overrides.contains(.suspendingExit) else { return nil }
            if info.flags.contains(.isState) {
                if info.flags.contains(.recordsHistory) { plan.recordsHistory = true }
                plan.exits.append(step(node, info, calls: .exit))
            }
            node = info.parent
        }
        node = infos[target].parent
        while node > domain {
            guard let step = entry(node, isTarget: false) else { return nil }
            plan.entries.insert(step, at: 0)
            node = infos[node].parent
        }
        node = target
        while let step = entry(node, isTarget: true) {
            plan.entries.append(step)
            guard infos[node].initial >= 0 else {
                plan.leaf = node
                return plan
            }
            node = infos[node].initial
        }
        guard infos[node].kind == .choice || infos[node].kind == .junction && node != target else { return nil }
        plan.leaf = node
        plan.passes = true
        return plan
    }

    /// The entry of a plain state whose entry cannot suspend and completes nothing; `nil` for everything else.
    private func entry(_ node: Int32, isTarget: Bool) -> Exchange.Step? {
        let info = infos[node]
        guard info.kind == .state, !info.overrides.contains(.suspendingEntry) else { return nil }
        if info.childCount == 0 && info.overrides.contains(.completed) { return nil }
        if isTarget, !info.flags.isDisjoint(with: [.resumesShallow, .resumesDeep]) { return nil }
        return step(node, info, calls: .entry)
    }

    private func step(_ node: Int32, _ info: NodeInfo, calls action: ClassFacts.Overrides) -> Exchange.Step {
        var flags: Exchange.Step.Flags = []
        if !info.overrides.isDisjoint(with: action) { flags.insert(.calls) }
        if info.flags.contains(.hasScoped) { flags.insert(.hasScoped) }
        if info.flags.contains(.recordsHistory) { flags.insert(.recordsHistory) }
        return Exchange.Step(node: node, flags: flags)
    }

    private func domain(_ source: Int32, _ target: Int32, _ isLocal: Bool) -> Int32 {
        isLocal && topology.contains(source, target) ? source : leastCommonComposite(source, target: target)
    }

    /// The plain state that a history leads to, or that is resumed inside `target`, once what the transition leaves is recorded; `target`
    /// itself if there is more to it.
    private func resumed(_ target: Int32, _ source: Int32, _ isLocal: Bool, _ leaf: Int32) -> Int32 {
        let domain = domain(source, target, isLocal)
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
        return self.domain(source, node, isLocal) == domain ? node : target
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
            return child < 0 ? -1 : infos[leaf].flags.contains(.isState) ? leaf : nil
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
