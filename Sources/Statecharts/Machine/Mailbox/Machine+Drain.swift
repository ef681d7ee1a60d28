// The one loop that takes envelopes out of the mailbox. It is run for a scheduler, for somebody who comes after what
// was posted, and at the end of a suspended step.

extension Machine {
    /// Takes envelopes out of the mailbox, in their order, each to the end of its step.
    ///
    /// Goes on until there is none, a step really suspends, the budget is spent at the end of a batch, or a step has
    /// given another machine something to do.
    ///
    /// Compiled where the chart is known. What a machine has not taken at its end is settled elsewhere, see `end()`.
    @inlinable
    func drain(for scheduler: MailboxScheduler?) -> DrainResult {
        if holder != .nobody { return lookWhileHeld() }
        guard let engine = interpreter.engine else { return .empty }
        // Only where an action runs its executor's jobs itself: a run loop inside a run loop.
        if isBusy || engine.isStepping { return .hasMore }
        scheduler?.enter()
        isBusy = true
        var taken = 0
        let result = handleEnvelopes(engine, scheduler, &taken)
        isBusy = false
        scheduler?.leave()
        if unsafe !inbox.isEmpty || storedFastEngine == nil { updateFastEngine() }
        return result
    }

    /// - Parameter taken: how many envelopes were taken in this turn; counted on.
    @inlinable
    func handleEnvelopes(_ engine: Engine, _ scheduler: MailboxScheduler?, _ taken: inout Int) -> DrainResult {
        // True if the scheduler will be called for the next envelope that comes, so that this need not look for it.
        var willBeCalled = false
        while true {
            guard let envelope = inbox.next() else {
                mailbox.trim(&inbox)
                if willBeCalled { return .empty }
                if taken > envelopesPerTurn { return .hasMore }
                let lingers = scheduler != nil && taken > DrainBudget.traffic
                let isRelay = scheduler?.isRelay ?? false
                let count = mailbox.moveEnvelopes(into: &inbox, lingers: lingers, restsAfterOne: isRelay)
                if count == 0 { return lingers ? .hasMore : .empty }
                willBeCalled = isRelay && count == 1
                continue
            }
            taken += 1
            let isComplete: Bool
            // Consumed: the event and its sender are moved, not copied.
            switch consume envelope {
            case .event(let event, let sender): isComplete = handle(event, of: sender, engine)
            case let other: isComplete = handleOtherThanEvent(other, engine)
            }
            guard isComplete else {
                taken += DrainBudget.suspending - 1
                return .suspended
            }
            if let scheduler, scheduler.hasNext, !inbox.isEmpty { return .hasMore }
        }
    }

    /// See `DrainBudget.turn`.
    @usableFromInline var envelopesPerTurn: Int {
        get { cold?.envelopesPerTurn ?? DrainBudget.turn }
        set { needingCold.envelopesPerTurn = newValue }
    }

    /// Remembers whether events can go straight to the engine.
    @usableFromInline
    func updateFastEngine() {
        let engine = interpreter.engine
        let isAtRest = inbox.isEmpty && holder == .nobody && engine?.status == .running
        unsafe storedFastEngine = isAtRest ? engine.map { unsafe Unmanaged.passUnretained($0) } : nil
    }

    // MARK: One envelope each
    // They return false if the loop is to end, as an action task goes on, see `MachineHolder.actionTask`.

    @inlinable @inline(__always)
    func handle(_ event: Event, of sender: Sender, _ engine: Engine) -> Bool {
        if !sender.isSilent, !admit(sender) { return true }
        let end = begin(event, engine)
        if case .over = end, sender.isSilent, !hasWorkAfterSteps { return true }
        return finish(event, of: sender, engine, end)
    }

    /// Takes an envelope that is no event of the chart itself. Timers first: they are frequent, and handled by code
    /// that is compiled for the chart.
    @inlinable
    func handleOtherThanEvent(_ envelope: Envelope<Event>, _ engine: Engine) -> Bool {
        if case .resource(.due(let limit)) = envelope { return handleTimer(through: limit, engine) }
        return handleRare(envelope, engine)
    }

    /// Takes one timer that is due; the envelope stays the next one until no timer is.
    @inlinable
    func handleTimer(through limit: TimerKey, _ engine: Engine) -> Bool {
        guard engine.isReady, let services = engine.presentServices else { return true }
        let limit = services.limit(from: limit) { inbox.isEmpty && mailbox.isEmpty }
        guard let due = services.nextDue(through: limit) else { return true }
        inbox.putBack(.resource(.due(limit)))
        if isObserved || hasWorkAfterSteps { return handleDueTimer(due, engine) }
        let step = StepDriver(interpreter).expire(due, services)
        switch step.end {
        case .over, .refused: return true
        case .suspended, .recalls, .ended: return finish(step, engine)
        }
    }

    /// Takes a timer where somebody wants to know of the step, or of the timers that are armed.
    @usableFromInline
    func handleDueTimer(_ due: DueTimer, _ engine: Engine, tellsKeeper: Bool = false) -> Bool {
        guard let services = engine.services else { return true }
        cause = services.queue.cause(of: due.slot)
        lookForObservers()
        let step = caused(in: engine) {
            StepDriver(interpreter).expire(due, services) {
                keepTimers(services)
                services.noteInput(due.node, .timer)
            }
        }
        // Not before the event has been taken: when no timer is left, the memory for events may be given back.
        if tellsKeeper { services.tellKeeper() }
        return finish(step, engine)
    }

    /// Takes an envelope of a kind that is rare: neither an event of the chart itself nor a timer that is due. An event
    /// comes here only where the cases have to be complete.
    @usableFromInline
    func handleRare(_ envelope: Envelope<Event>, _ engine: Engine) -> Bool {
        guard engine.status == .running else {
            answerUntaken(envelope)
            return true
        }
        switch envelope {
        case .event(let event, let sender): return handle(event, of: sender, engine)
        case .resource(let message): return handleResource(message, engine)
        case .inside(let inside, let sender):
            if !admit(sender) { return true }
            return finish(
                engine, begin(engine) { StepDriver(interpreter).receive(inside.event, insideOf: inside.top, engine) })
        case .request(let request, let reply):
            setSender(.reply(reply))
            request(interpreter.top)
            return finish(engine, begin(.changed, engine))
        case .failure(let error): return finish(engine, begin(.failure(error), engine))
        case .stop(let reply):
            setSender(.reply(reply))
            return finish(engine, begin(.stop, engine))
        }
    }

    /// Takes what a timer or an activity has brought; without effect if it comes too late.
    private func handleResource(_ message: ResourceMessage, _ engine: Engine) -> Bool {
        guard let services = engine.services else { return true }
        cause = message.cause
        lookForObservers()
        switch message {
        case .due(let limit): return handleTimer(through: limit, engine)
        case .expired(let number, let node):
            guard let slot = services.slot(of: number, node), let timer = services.queue.timer(at: slot) else { break }
            return handleDueTimer(services.due(slot, timer), engine, tellsKeeper: true)
        // Begins what states are to run; that is no step.
        case .work: services.beginWork()
        case .event(let event, let activity, let node, let activation, _):
            if services.isOver(node, activation) || services.hasEnded(activity, of: node) { break }
            services.noteInput(node, .sent, of: activity)
            return finish(caused(in: engine) { StepDriver(interpreter).receive(event, at: node, engine) }, engine)
        case .ended(let end, let activity, let node, let activation, _):
            if services.isOver(node, activation) || services.hasEnded(activity, of: node) { break }
            services.noteInput(node, end, of: activity)
            let driver = StepDriver(interpreter)
            return finish(caused(in: engine) { driver.end(activity, of: node, with: end, services) }, engine)
        }
        cause = nil
        return true
    }

    /// Deals with an envelope that the machine will not take any more: answers its sender, and returns a
    /// message to its port. What only wanted to look at the chart still does.
    func answerUntaken(_ envelope: Envelope<Event>) {
        switch envelope {
        case .event, .inside, .resource, .failure: envelope.tellUntaken { answerEnd($0, failure) }
        case .request(let request, let reply):
            request(interpreter.top)
            reply.resume(returning: .finished)
        case .stop(let reply): answerStop(reply)
        }
    }
}
