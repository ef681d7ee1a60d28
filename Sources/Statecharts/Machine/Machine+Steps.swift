// How a step is begun, gone on with while actions suspend, and closed.

extension Machine {
    // MARK: Beginning

    /// Begins the step of an event.
    @inlinable @inline(__always)
    func begin(_ event: Event, _ engine: Engine) -> StepEnd {
        if isObserved { return beginObserved(event, engine) }
        return engine.begin(borrowing: event)
    }

    /// True if somebody wants to know of steps, or has until now.
    @inlinable var isObserved: Bool { mailbox.isWatched || isRecorded || Tracing.isActive }

    @inlinable @inline(never)
    func beginObserved(_ event: Event, _ engine: Engine) -> StepEnd {
        // Not while a step is under way: the event would replace that step's in its record.
        guard engine.isReady else { return .refused }
        lookForObservers()
        if !Tracing.isActive { return interpreter.begin(event, engine) }
        return caused(in: engine) { interpreter.begin(event, engine) }
    }

    /// Begins a step that no event sets off.
    func begin(_ input: StepInput, _ engine: Engine) -> StepEnd { begin(engine) { engine.begin(input) } }

    func begin(_ engine: Engine, _ begin: () -> StepEnd) -> StepEnd {
        lookForObservers()
        return caused(in: engine, begin)
    }

    /// Notes who wants to know what comes of the step that begins next. Answers false if there is no step: a message of
    /// a port that the machine does not take in its present states goes back.
    @usableFromInline
    func admit(_ sender: Sender) -> Bool {
        if let receipt = sender.receipt, !receipt.isAdmitted { return false }
        setSender(sender)
        return true
    }

    /// Notes the sender of the step that begins next.
    @usableFromInline
    func setSender(_ sender: Sender) {
        self.sender = sender
        cause = sender.cause
        if case .question(let question) = sender { needingCold.questions.keep(question) }
    }

    // MARK: Going on

    /// Runs the step of an envelope to its end and answers the sender. If the step could not begin, as the chart does
    /// not run any more, the envelope is answered untaken. Returns false if the step really suspends.
    @usableFromInline @inline(never)
    func finish(_ event: Event, of sender: Sender, _ engine: Engine, _ end: StepEnd) -> Bool {
        if case .refused = end {
            forgetSender()
            answerUntaken(.event(event, sender))
            return true
        }
        if !runToEnd(engine, from: end) {
            keepSuspendedEvent(event)
            return false
        }
        answerSender(Result { try closeStep(of: event, engine) })
        return true
    }

    @usableFromInline
    func finish(_ step: ResourceStep<Event>, _ engine: Engine) -> Bool {
        if case .refused = step.end {
            forgetSender()
            return true
        }
        guard let event = step.event else { return finish(engine, step.end) }
        return finish(event, of: sender, engine, step.end)
    }

    func finish(_ engine: Engine, _ end: StepEnd) -> Bool {
        guard runToEnd(engine, from: end) else { return false }
        answerSender(Result { try closeStep(engine) })
        return true
    }

    /// Runs a step to its end; in an action task if it has come to an action that may suspend. Returns false if that
    /// really suspends, or if it is left to the action task that calls this.
    private func runToEnd(_ engine: Engine, from end: StepEnd) -> Bool {
        guard advance(engine, from: end) else { return true }
        if holder != .actionTask { return runActions(engine) }
        // This is called by the action task that holds the machine, which awaits the action itself.
        cold?.gates?.close()
        return false
    }

    /// What came of a step that somebody waits for here.
    @usableFromInline
    enum AwaitedStep {
        case complete(Outcome)
        /// It has really suspended.
        case suspended(StepContinuation)
    }

    /// Goes on with the step of an event for somebody who waits here.
    @usableFromInline
    func finishAwaited(_ event: Event, _ engine: Engine, _ end: StepEnd) throws -> AwaitedStep {
        guard let reply = runToEndAwaited(engine, from: end) else { return .complete(try closeStep(of: event, engine)) }
        keepSuspendedEvent(event)
        return .suspended(reply)
    }

    /// Goes on with a step that no event has set off, and waits for its end.
    func finishAwaited(_ engine: Engine, _ end: StepEnd) async throws -> Outcome {
        guard let reply = runToEndAwaited(engine, from: end) else { return try closeStep(engine) }
        // Who runs a machine for others waits for its steps as long as they take.
        let limit = isOwned || cold?.handover != nil ? nil : limit("the step")
        return try await reply.value(within: limit)
    }

    /// How long to wait for a step at most where somebody has to move the clock, which is not who waits here.
    func limit(_ awaited: @autoclosure () -> String) -> LimitedWait? {
        guard let keeper else { return nil }
        return keeper.wait(
            for: "\(awaited()) of \(name)", reason: "it has not come to its end",
            advice: "move the clock on in another task meanwhile, or post the event and move the clock then")
    }

    @usableFromInline
    func limit(for event: Event) -> LimitedWait? {
        limit("the step of \(ChartGraph.eventName(ValueText.of(event)))")
    }

    /// `runToEnd` for somebody who waits here. Answers with what is to be awaited if the step really suspends.
    private func runToEndAwaited(_ engine: Engine, from end: StepEnd) -> StepContinuation? {
        guard advance(engine, from: end) else { return nil }
        // Noted before the action begins, as the action may itself wait for the caller: a ring.
        let waiting = WaitGraph.enterStep(of: ObjectIdentifier(self))
        if runActions(engine) {
            WaitGraph.leave(waiting)
            return nil
        }
        let reply = StepContinuation(waiting: waiting)
        sender = .reply(reply)
        return reply
    }

    // Not inlined: to use `Event` where its type is not known looks the type up, and only suspended steps need that.

    @inline(never)
    func keepSuspendedEvent(_ event: Event) { cold?.suspendedEvent = event }

    // MARK: The end

    /// Tells the step's sender that it is over.
    func answerSender(_ end: Result<Outcome, any Error>) {
        let sender = sender
        forgetSender()
        switch sender {
        case .reply(let reply): return reply.resume(with: end)
        case .receipt(let receipt): receipt.handled()
        case .nobody, .cause, .port, .question: break
        }
        if case .failure = end { tellUnheardFailure() }
    }

    private func forgetSender() {
        sender = .nobody
        cause = nil
    }

    func closeStep(of event: Event, _ engine: Engine) throws -> Outcome {
        if engine.status == .failed { occupied { interpreter.nameEvent(event) } }
        return try closeStep(engine)
    }

    /// After a step: reports of unhandled events, gates of ports, the end if this was the last step or the snapshot for
    /// a successor if not, and views.
    func closeStep(_ engine: Engine) throws -> Outcome {
        // Written out instead of `occupied { }`: in the closure, the type of the event would be looked up.
        let wasBusy = isBusy
        isBusy = true
        defer { isBusy = wasBusy }
        return try closeStepNow(engine)
    }

    private func closeStepNow(_ engine: Engine) throws -> Outcome {
        let outcome = engine.outcome
        cause = nil
        if let reports = cold?.reports, !reports.isEmpty { reports.tell() }
        defer { if let cold, cold.hasViews { notifyViews() } }
        if let cold, cold.hasGates { cold.gates?.update() }
        if engine.status != .running {
            end()
            if let failure = engine.failure { throw failure }
        } else if let cold, cold.hasHandover {
            keepSnapshot()
        }
        return outcome
    }

    /// Has unhandled events noted, if they are to be reported.
    func connectReports() {
        guard let reports = interpreter.reports(by: unhandled) else { return }
        needingCold.reports = reports
        updateWorkAfterSteps()
    }

    /// Has the next step recorded if somebody wants to know of it.
    @inlinable
    func lookForObservers() {
        let isRecorded = mailbox.isWatched
        if isRecorded != self.isRecorded { setRecorded(isRecorded) }
    }

    @usableFromInline
    func setRecorded(_ isRecorded: Bool) {
        if isRecorded, !interpreter.publishesRecords { _ = runCompiled(self, .connect) }
        interpreter.isObserved = isRecorded
        self.isRecorded = isRecorded
    }

    /// Has records of steps published from now on.
    @inlinable
    func connectObservers() {
        let (interpreter, observers) = (interpreter, observers)
        interpreter.publishRecords { [unowned interpreter] record in observers.publish(interpreter.macrostep(record)) }
    }
}
