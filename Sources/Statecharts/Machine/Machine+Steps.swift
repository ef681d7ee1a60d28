// How a step is begun, gone on with while actions suspend, and closed.

extension Machine {
    /// Begins the step of an event. Answers true if it has come to an action that suspends.
    func begin(_ event: Event, _ engine: Engine) -> Bool {
        lookForObservers()
        return advance(engine, from: caused(in: engine) { interpreter.begin(event, engine) })
    }

    /// Begins a step that no event sets off. Answers true if it has come to an action that suspends.
    func begin(_ input: StepInput, _ engine: Engine) -> Bool {
        lookForObservers()
        return advance(engine, from: caused(in: engine) { engine.begin(input) })
    }

    /// Takes an event while nothing else is to be done and somebody observes the machine, or has until now.
    @inlinable @inline(never)
    func takeWatched(_ event: Event, _ engine: Engine, _ owner: Int32) -> StepEnd {
        // What is noted for the record is the event of the step under way.
        guard engine.isReady else { return .refused }
        lookForObservers()
        let end = interpreter.begin(event, engine, owner: owner)
        if case .over = end, mailbox.hasViews { beLookedAt() }
        return end
    }

    /// Goes on with a step that was begun, and waits for its end; in a runner if it has come to an action that may
    /// suspend.
    func finish(_ event: Event?, isSuspended: Bool) async throws -> Outcome {
        guard let engine = interpreter.engine else { return .finished }
        guard isSuspended, let end = goOnAwaited(engine) else { return try closeStep(event, engine) }
        extras?.suspendedEvent = event
        return try await end.value()
    }

    func closeStep(_ event: Event?, _ engine: Engine) throws -> Outcome {
        if let event { return try closeStep(of: event, engine) }
        return try closeStep(engine)
    }

    func closeStep(of event: Event, _ engine: Engine) throws -> Outcome {
        if engine.status == .failed { noteFailed(event) }
        return try closeStep(engine)
    }

    // Apart, as to ask what an event is takes some time, which steps would spend that need not know.

    @inline(never)
    private func noteFailed(_ event: Event) { occupied { interpreter.nameEvent(event) } }

    @inline(never)
    func noteSuspended(_ event: Event) { extras?.suspendedEvent = event }

    /// After a step: the policy for unhandled events, and the end if this was the last one.
    @discardableResult
    func closeStep(_ engine: Engine) throws -> Outcome {
        // `occupied` without a closure, which would look up what the event is.
        let wasBusy = isBusy
        isBusy = true
        defer { isBusy = wasBusy }
        return try closeStepNow(engine)
    }

    private func closeStepNow(_ engine: Engine) throws -> Outcome {
        let outcome = engine.answer
        if let extras, extras.hasUnhandled { reportUnhandledEvents(extras) }
        defer {
            if let extras, extras.hasLooks { beLookedAt() }
            closePassage()
        }
        if engine.status != .running {
            end()
            if let failure = engine.failure { throw failure }
        } else if let extras, extras.hasSuccession {
            keepSnapshot()
        }
        return outcome
    }

    /// Has unhandled events remembered, each with the configuration in which nobody wanted it: until the step is over,
    /// that may have changed.
    func connectReports() {
        guard case .report = unhandled, let engine = interpreter.engine else { return }
        let extras = needingExtras
        engine.onUnhandled = { [unowned engine] event, scope in
            guard scope == 0, let store = engine.store(of: 0) as? TypedEventStore<Event> else { return }
            extras.unhandledEvents.append((store.load(event), engine.configuration))
            extras.hasUnhandled = true
        }
    }

    private func reportUnhandledEvents(_ extras: Extras) {
        guard case .report(let report) = unhandled else { return }
        let events = extras.unhandledEvents
        extras.unhandledEvents = []
        extras.hasUnhandled = false
        callingOut()
        for (event, configuration) in events { report(event, configuration) }
    }

    /// Has the next step recorded if somebody wants to know of it.
    @inlinable
    func lookForObservers() {
        let isRecorded = mailbox.isRecorded
        if isRecorded != self.isRecorded { setRecorded(isRecorded) }
    }

    @usableFromInline
    func setRecorded(_ isRecorded: Bool) {
        if isRecorded, !interpreter.publishesRecords { _ = server(self, .connect) }
        interpreter.isObserved = isRecorded
        self.isRecorded = isRecorded
    }

    /// Has records of steps published from now on.
    @inlinable
    func connectObservers() {
        let (interpreter, observers) = (interpreter, observers)
        interpreter.publishRecords { [unowned interpreter] record in observers.publish(interpreter.macrostep(record)) }
    }

    func publishConfiguration() {
        if interpreter.status != .new { observers.publish(interpreter.configuration) }
    }
}
