// Most microsteps exchange leaves for others by synchronous actions, in one region or in several. What such a transition leaves and
// enters depends on the shape of the chart and on those leaves only, so it is worked out once, for all machines. The order is that of
// the planned step: all exits, all effects, all entries.

extension Engine {
    // MARK: One leaf

    /// Exchanges the only leaf where nothing is to be done but to call actions.
    @inline(__always)
    func exchangeOnly(_ exchange: Exchange, _ reaction: borrowing RawReaction, of source: Int32) -> Progress {
        let progress = performSimply(exchange, reaction, of: source, at: 0)
        readiness.value.next = handlers[exchange.leaf]
        return progress
    }

    /// Exchanges a leaf where nothing is to be done but to call actions.
    @inline(__always)
    func performSimply(
        _ exchange: Exchange, _ reaction: borrowing RawReaction, of source: Int32, at position: Int32
    ) -> Progress {
        callSimply(exchange, reaction, of: source, at: position)
        assert(invariantsHold())
        if !readiness.value.isPlain { nameFailures(by: exchange, of: source) }
        return endSimply()
    }

    @inline(__always)
    private func callSimply(
        _ exchange: Exchange, _ reaction: borrowing RawReaction, of source: Int32, at position: Int32
    ) {
        readiness.value.phase = .exits
        cells.value.leaving = exchange.domain
        exchange.forEachExitCall { callExit($0) }
        passOver(exchange, reaction, of: source, at: position)
        exchange.forEachEntryCall { callEntry($0) }
    }

    /// Ends the step of simple exchanges: at once, unless one of the actions has brought about more.
    @inline(__always)
    func endSimply() -> Progress {
        guard readiness.value.isPlain else {
            cells.value.didChange = true
            settleDirectStep(false)
            return .begun
        }
        assert(isPlainNow)
        readiness.value.phase = .idle
        return .complete
    }

    /// Exchanges the only leaf, where that is all that the event brings about, but for choices and eventless transitions.
    @inline(__always)
    func perform(_ exchange: Exchange, _ reaction: borrowing RawReaction, of source: Int32) {
        if exchange.isSimple {
            if hasBelongings {
                readiness.value.acting = .max
                readiness.value.phase = .exits
                cells.value.leaving = exchange.domain
                endBelongings(of: exchange)
            }
            callSimply(exchange, reaction, of: source, at: 0)
            if !failures.isEmpty { nameFailures(by: exchange, of: source) }
            cells.value.didChange = true
        } else {
            pass(exchange, reaction, of: source)
        }
        if exchange.passes || settlesAlways { return goOnDirectly(after: exchange) }
        endDirectStep(isOpen: false)
    }

    /// Exchanges the only leaf; what follows is for the caller.
    @inline(__always)
    func pass(_ exchange: Exchange, _ reaction: borrowing RawReaction, of source: Int32) {
        leave(exchange, at: 0)
        if reaction.hasEffect { run(reaction, of: source) }
        arrive(exchange, at: 0)
        if !failures.isEmpty { nameFailures(by: exchange, of: source) }
    }

    /// Exchanges the leaves from `start` on, with the effects that were selected.
    @inline(__always)
    private func performSelected(_ exchange: Exchange, of source: Int32, at start: Int32, isOpen: Bool) {
        leave(exchange, at: start)
        runSelectedEffects(isOpen: isOpen)
        arrive(exchange, at: start)
        if !failures.isEmpty { nameFailures(by: exchange, of: source) }
        if exchange.passes { notePassing(exchange) }
        endDirectStep(isOpen: isOpen, passes: exchange.passes)
    }

    @inline(__always)
    private func leave(_ exchange: Exchange, at start: Int32) {
        readiness.value.acting = .max
        readiness.value.phase = .exits
        cells.value.leaving = exchange.domain
        if hasBelongings { endBelongings(of: exchange) }
        if exchange.recordsHistory { recordHistories(exchange) }
        exit(exchange)
        takeOut(exchange, at: start)
        readiness.value.phase = .effects
    }

    @inline(__always)
    private func arrive(_ exchange: Exchange, at start: Int32) {
        readiness.value.phase = .entries
        readiness.value.acting = -1
        putIn(exchange, at: start)
        enter(exchange)
        cells.value.didChange = true
    }

    /// The domain stays active in place of what was left.
    @inline(__always)
    private func takeOut(_ exchange: Exchange, at start: Int32) {
        if exchange.oldCount == 1 {
            leaves[start] = exchange.domain
        } else {
            leaves.replace(at: start, exchange.oldCount, by: exchange.domain, times: 1)
        }
    }

    @inline(__always)
    private func putIn(_ exchange: Exchange, at start: Int32) {
        if exchange.newCount == 1 {
            leaves[start] = exchange.leaf
        } else {
            leaves.replace(at: start, 1, by: exchange.domain, times: exchange.newCount)
            for place in 0..<exchange.newCount { leaves[start + place] = exchange.newLeaf(place) }
        }
    }

    /// Keeps the choices and junctions that were reached, to be gone on from.
    @inline(never)
    func notePassing(_ exchange: Exchange) {
        for place in 0..<exchange.newCount where !infos[exchange.newLeaf(place)].flags.contains(.isState) {
            work.passing.append(exchange.newLeaf(place))
        }
    }

    /// Runs the effects of what was selected, in the general way if the step is open.
    @inline(__always)
    private func runSelectedEffects(isOpen: Bool) {
        if !isOpen {
            return work.answers.drain { answer in
                readiness.value.signposts.lead(to: answer.source)
                if answer.reaction.hasEffect { run(answer.reaction, of: answer.source) }
            }
        }
        work.effects.drain { pending in
            let source = pending.source
            if case .immediate(let effect) = pending.effect { attempt(source, effect) }
        }
    }

    /// From the last exit to before the first entry.
    @inline(__always)
    private func passOver(
        _ exchange: Exchange, _ reaction: borrowing RawReaction, of source: Int32, at position: Int32
    ) {
        leaves[position] = exchange.domain
        if reaction.hasEffect {
            readiness.value.phase = .effects
            readiness.value.signposts.lead(to: source)
            run(reaction, of: source)
        }
        readiness.value.phase = .entries
        leaves[position] = exchange.leaf
    }

    @inline(__always)
    func run(_ reaction: borrowing RawReaction, of source: Int32) {
        do { try reaction.runEffect() } catch { noteFailure(of: source, error) }
    }

    @inline(__always)
    private func exit(_ exchange: Exchange) {
        exchange.forEachExit { step in
            if step.flags.contains(.calls) { callExit(step.node) }
            if step.flags.contains(.hasScoped) { empty(step.node) }
        }
    }

    @inline(__always)
    private func enter(_ exchange: Exchange) {
        exchange.forEachEntry { step in
            if step.flags.contains(.hasScoped) { fill(step.node) }
            if step.flags.contains(.calls) { callEntry(step.node) }
        }
    }

    @inline(never)
    private func recordHistories(_ exchange: Exchange) {
        exchange.forEachExit { step in
            if step.flags.contains(.recordsHistory) { recordHistory(of: step.node, infos[step.node]) }
        }
    }

    // MARK: Several leaves

    /// Performs what is listed in `Workspace.exchanges`, in the order of the leaves, and the effects that were selected otherwise.
    func performExchanges(isOpen: Bool) {
        let selected = work.exchanges
        let count = selected.count
        if count == 1 { return performAlone(isOpen: isOpen) }
        cells.value.leaving = -1
        readiness.value.acting = .max
        readiness.value.phase = .exits
        if hasBelongings {
            for position in 0..<count {
                if let exchange = selected[position].exchange { endBelongings(of: exchange) }
            }
        }
        var position = count - 1
        while position >= 0 {
            if let exchange = selected[position].exchange, exchange.recordsHistory { recordHistories(exchange) }
            position -= 1
        }
        position = count - 1
        while position >= 0 {
            if let exchange = selected[position].exchange { exit(exchange) }
            position -= 1
        }
        // While effects run, what remains active is the domains. The last one first, so that the others stay where they are.
        position = count - 1
        while position >= 0 {
            if let exchange = selected[position].exchange { takeOut(exchange, at: selected[position].position) }
            position -= 1
        }
        readiness.value.phase = .effects
        runSelectedEffects(isOpen: isOpen)
        readiness.value.phase = .entries
        readiness.value.acting = -1
        let passes = enterExchanges(selected)
        if !failures.isEmpty { nameFailures(by: selected) }
        selected.removeAll()
        endDirectStep(isOpen: isOpen, passes: passes)
    }

    @inline(__always)
    private func performAlone(isOpen: Bool) {
        guard let selected = work.exchanges.popLast() else { return }
        guard let exchange = selected.exchange else {
            readiness.value.phase = .effects
            runSelectedEffects(isOpen: isOpen)
            return endDirectStep(isOpen: isOpen)
        }
        performSelected(exchange, of: selected.source, at: selected.position, isOpen: isOpen)
    }

    /// Answers whether a choice or junction was reached.
    @inline(__always)
    private func enterExchanges(_ selected: FlatStack<Workspace.SelectedExchange>) -> Bool {
        var passes = false
        // By how much the leaves have moved up: those of several were replaced by one.
        var moved: Int32 = 0
        for position in 0..<selected.count {
            guard let exchange = selected[position].exchange else { continue }
            putIn(exchange, at: selected[position].position + moved)
            moved += exchange.newCount - exchange.oldCount
            cells.value.didChange = true
            if exchange.passes {
                notePassing(exchange)
                passes = true
            }
        }
        for position in 0..<selected.count {
            if let exchange = selected[position].exchange { enter(exchange) }
        }
        return passes
    }

    /// Ends what the states that are about to be left have under way.
    @inline(never)
    private func endBelongings(of exchange: Exchange) {
        exchange.forEachExit { endBelongings(of: $0.node) }
    }
}
