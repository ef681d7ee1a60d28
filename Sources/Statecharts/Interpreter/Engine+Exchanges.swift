// Most microsteps exchange one leaf for another by synchronous actions, in one region or in several. What such a transition leaves and
// enters depends on the shape of the chart only, so it is worked out once, for all machines. The order is that of
// the planned step: all exits, all effects, all entries.

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

    // MARK: One leaf

    /// Exchanges the only leaf where nothing is to be done but to call actions.
    @inline(__always)
    func performSimply(_ exchange: Exchange, _ reaction: borrowing RawReaction, of source: Int32) -> Progress {
        cells.value.phase = .exits
        cells.value.leaving = exchange.domain
        exchange.forEachExitCall { node in attempt(node) { try nodes.call(node) { try $0.exit() } } }
        cells.value.leaving = -1
        leaves[0] = exchange.domain
        if reaction.hasEffect {
            cells.value.phase = .effects
            run(reaction, of: source)
        }
        cells.value.phase = .entries
        leaves[0] = exchange.leaf
        exchange.forEachEntryCall { node in attempt(node) { try nodes.call(node) { try $0.entry() } } }
        assert(invariantsHold())
        guard cells.value.isPlain else {
            cells.value.didChange = true
            settleDirectStep(false)
            return .begun
        }
        assert(isPlainNow)
        cells.value.phase = .idle
        return .complete
    }

    /// Exchanges the only leaf.
    @inline(__always)
    func perform(_ exchange: Exchange, _ reaction: borrowing RawReaction, of source: Int32) {
        cells.value.phase = .exits
        cells.value.leaving = exchange.domain
        if services != nil { endServices(of: exchange) }
        if exchange.recordsHistory { recordHistories(exchange) }
        exit(exchange)
        cells.value.leaving = -1
        leaves[0] = exchange.domain
        if reaction.hasEffect {
            cells.value.phase = .effects
            run(reaction, of: source)
        }
        cells.value.phase = .entries
        leaves[0] = exchange.leaf
        enter(exchange)
        if exchange.passes { work.passing.append(exchange.leaf) }
        cells.value.didChange = true
        endDirectStep(isOpen: false, passes: exchange.passes)
    }

    @inline(__always)
    func run(_ reaction: borrowing RawReaction, of source: Int32) {
        do { try reaction.runEffect() } catch { noteFailure(of: source, error) }
    }

    @inline(__always)
    private func exit(_ exchange: Exchange) {
        exchange.forEachExit { step in
            if step.flags.contains(.calls) { attempt(step.node) { try nodes.call(step.node) { try $0.exit() } } }
            if step.flags.contains(.hasScoped) { empty(step.node) }
        }
    }

    @inline(__always)
    private func enter(_ exchange: Exchange) {
        exchange.forEachEntry { step in
            if step.flags.contains(.hasScoped) { fill(step.node) }
            if step.flags.contains(.calls) { attempt(step.node) { try nodes.call(step.node) { try $0.entry() } } }
        }
    }

    @inline(never)
    private func recordHistories(_ exchange: Exchange) {
        exchange.forEachExit { step in
            if step.flags.contains(.recordsHistory) { recordHistory(of: step.node, infos[step.node]) }
        }
    }

    /// Ends the step at once if nothing can follow; otherwise leaves it to `settle`.
    @inline(__always)
    func endDirectStep(isOpen: Bool, passes: Bool = false) {
        assert(invariantsHold() || passes)
        if !passes, !settlesAlways, failures.isEmpty, deferred.isEmpty, raised.isEmpty,
            cells.value.status == .running, !isOpen || isFirstMicrostepOfEvent && work.completions.isEmpty
        {
            cells.value.answer = .handled
            cells.value.phase = .idle
        } else {
            settleDirectStep(isOpen)
        }
    }

    /// Before later microsteps something may have come about that waits for its turn, such as the end of the chart.
    private var isFirstMicrostepOfEvent: Bool {
        guard cells.value.macrostep == .event, case .event = cells.value.trigger else { return false }
        return true
    }

    @inline(never)
    private func settleDirectStep(_ isOpen: Bool) {
        if !isOpen {
            let didChange = cells.value.didChange
            open(.event)
            cells.value.didChange = didChange
            cells.value.trigger = .event
        }
        cells.value.phase = .settle
    }

    // MARK: Several leaves

    /// Performs what is listed in `Workspace.exchanges`, in the order of the leaves, and the effects that were selected otherwise.
    func performExchanges(isOpen: Bool) {
        cells.value.phase = .exits
        let count = work.exchanges.count
        if services != nil {
            for position in 0..<count {
                if let exchange = work.exchanges[position].exchange { endServices(of: exchange) }
            }
        }
        var position = count - 1
        while position >= 0 {
            if let exchange = work.exchanges[position].exchange, exchange.recordsHistory { recordHistories(exchange) }
            position -= 1
        }
        position = count - 1
        while position >= 0 {
            if let exchange = work.exchanges[position].exchange { exit(exchange) }
            position -= 1
        }
        // While effects run, what remains active is the domains.
        for position in 0..<count {
            if let exchange = work.exchanges[position].exchange {
                leaves[work.exchanges[position].position] = exchange.domain
            }
        }
        cells.value.phase = .effects
        for position in 0..<count where work.exchanges[position].reaction.hasEffect {
            let source = work.exchanges[position].source
            run(work.exchanges[position].reaction, of: source)
        }
        work.effects.drain { pending in
            let source = pending.source
            if case .immediate(let effect) = pending.effect { attempt(source, effect) }
        }
        cells.value.phase = .entries
        let passes = enterExchanges(count)
        work.exchanges.removeAll()
        endDirectStep(isOpen: isOpen, passes: passes)
    }

    /// Answers whether a choice or junction was reached.
    @inline(__always)
    private func enterExchanges(_ count: Int32) -> Bool {
        var passes = false
        for position in 0..<count {
            guard let exchange = work.exchanges[position].exchange else { continue }
            leaves[work.exchanges[position].position] = exchange.leaf
            cells.value.didChange = true
            if exchange.passes {
                work.passing.append(exchange.leaf)
                passes = true
            }
        }
        for position in 0..<count {
            if let exchange = work.exchanges[position].exchange { enter(exchange) }
        }
        return passes
    }

    /// Ends what the states that are about to be left have under way.
    @inline(never)
    private func endServices(of exchange: Exchange) {
        guard let services else { return }
        exchange.forEachExit { services.leave($0.node) }
    }

    // MARK: The selected transitions of the general way

    /// Performs the selected transitions as exchanges, if each is one, apart from the others, and nobody wants a record. Answers whether it did.
    func performSelectedAsExchanges() -> Bool {
        guard !cells.value.isRecording, work.passing.isEmpty, work.completions.isEmpty, areSelectedExchanges else {
            work.exchanges.removeAll()
            return false
        }
        work.selected.removeAll()
        work.targets.removeAll()
        work.domains.removeAll()
        performExchanges(isOpen: true)
        return true
    }

    /// Lists the selected transitions as exchanges, as far as they are.
    private var areSelectedExchanges: Bool {
        for position in 0..<work.effects.count {
            if case .suspending = work.effects[position].effect { return false }
        }
        var last: Int32 = -1
        for position in 0..<work.selected.count {
            let selected = work.selected[position]
            if selected.kind == .internal { continue }
            guard selected.domains.count == 1, selected.targets.count == 1 else { return false }
            let domain = work.domains[selected.domains.lowerBound].node
            let place = leaves.count == 1 ? 0 : firstLeaf(from: domain)
            // In document order and apart: no conflict, and the order of the transitions is that of their leaves.
            guard place > last, !work.domains[selected.domains.lowerBound].includesNode else { return false }
            last = place
            let target = work.targets[selected.targets.lowerBound]
            guard
                let exchange = exchange(of: leaves[place], selected.source, target, isLocal: selected.kind == .local),
                exchange.isDirect, exchange.domain == domain
            else { return false }
            work.exchanges.append(
                .init(reaction: .unhandled, exchange: exchange, position: place, source: selected.source))
        }
        return true
    }
}
