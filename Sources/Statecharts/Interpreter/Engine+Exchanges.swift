// Most microsteps exchange one leaf for another by synchronous actions, in one region or in several. What such a transition leaves and
// enters depends on the shape of the chart only, so it is worked out once, for all machines. The order is that of
// the planned step: all exits, all effects, all entries.

extension Engine {
    // MARK: One leaf

    /// Exchanges the only leaf where nothing is to be done but to call actions.
    @inline(__always)
    func performSimply(_ exchange: Exchange, _ reaction: borrowing RawReaction, of source: Int32) -> Progress {
        cells.value.phase = .exits
        cells.value.leaving = exchange.domain
        exchange.forEachExitCall { node in attempt(node) { try nodes.call(node) { try $0.exit() } } }
        passOver(exchange, reaction, of: source)
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
        passOver(exchange, reaction, of: source)
        enter(exchange)
        if exchange.passes { work.passing.append(exchange.leaf) }
        cells.value.didChange = true
        endDirectStep(isOpen: false, passes: exchange.passes)
    }

    /// From the last exit to before the first entry.
    @inline(__always)
    private func passOver(_ exchange: Exchange, _ reaction: borrowing RawReaction, of source: Int32) {
        cells.value.leaving = -1
        leaves[0] = exchange.domain
        if reaction.hasEffect {
            cells.value.phase = .effects
            run(reaction, of: source)
        }
        cells.value.phase = .entries
        leaves[0] = exchange.leaf
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
