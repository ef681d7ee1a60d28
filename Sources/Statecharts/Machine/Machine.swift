/// A running chart: an actor with a mailbox that takes one event at a time, each to completion.
///
///     let machine = Machine(Player())
///     try await machine.start()
///     try await machine.send(.power)  // returns when the step is complete
///     machine.post(.play)  // never waits
///     print(await machine.isActive(\.on.tape.playing))  // true
///
/// Order: what one task posts and sends is taken in that order, and all observers see one total order of steps. While
/// an action is suspended the machine stays in its step: everything else waits.
///
/// - Isolation: all actions of the chart run on the machine's executor, which is its own unless `on:` names another
///   actor.
/// - Lifetime: the code that makes a machine has to keep it until it is done; a supervisor, a `System`, a
///   ``MachineView`` and the task of ``run()`` keep it, too. Connections, timers and activities do not. Accepted events
///   are taken even if the last reference to the machine is gone meanwhile; then its activities are cancelled, its
///   states are not exited, and what is sent to it through ports is undelivered. What was sent to a machine that was
///   released before its end, and what waited for one that was never started, is reported on standard error.
/// - Failure: callers that wait for the step or for the end get the ``StepError``, and so does a supervisor. If there
///   is none of these, no reader of ``steps`` and no view of the machine, the error is reported on standard error.
@safe
public final actor Machine<Top: Statechart> {
    /// The events of the chart.
    public typealias Event = Top.Event

    /// What a machine does about an event that no state reacted to.
    public enum UnhandledPolicy: Sendable {
        /// Does nothing beyond the outcome and the record of the step.
        case ignore
        /// Calls the closure on the machine's executor after the step, with the configuration in which no state
        /// reacted. A deferred event that is recalled, and that no state reacts to or defers any more, counts too.
        case report(@Sendable (Event, Configuration) -> Void)
        /// Fails the machine with a ``StepError``.
        case fail
    }

    /// What waits for the machine; the machine's executor too, unless it has another one.
    @usableFromInline nonisolated let mailbox: Mailbox<Event>
    /// Options that differ from the default.
    @usableFromInline nonisolated let options: MachineOptions?
    @usableFromInline let interpreter: Interpreter<Top>
    /// The engine, if `send` may offer it an event directly: the chart runs, nobody holds the machine, no
    /// envelope taken out of the mailbox waits.
    ///
    /// A hint: while a step is under way it may be out of date. Then the engine refuses the event, and `send` goes by
    /// the mailbox. Set by `updateFastEngine`, cleared at the end; the interpreter keeps the engine alive.
    @exclusivity(unchecked) @usableFromInline var storedFastEngine: Unmanaged<Engine>?
    /// Calls `perform(_:)` from the module that made the machine, where `Event` is a concrete type: so the loop that
    /// takes envelopes is compiled for this chart.
    @usableFromInline nonisolated let runCompiled: RunCompiled
    @usableFromInline typealias RunCompiled = @Sendable (isolated Machine<Top>, CompiledWork) -> DrainResult

    @exclusivity(unchecked) @usableFromInline var storedInbox: Inbox<Event>
    /// The sender of the step under way: who is told what came of it.
    var sender = Sender.nobody
    /// True while the machine does something around its steps that calls foreign code, see Machine+Gate.swift.
    @exclusivity(unchecked) @usableFromInline var storedIsBusy = false
    /// True if the next step is recorded, see `lookForObservers`.
    @exclusivity(unchecked) @usableFromInline var storedIsRecorded = false
    @exclusivity(unchecked) @usableFromInline var storedHolder = MachineHolder.nobody
    /// True if more is to be done after a step than to answer its sender: there is a view, a supervisor, a report, or a
    /// port whose messages are received in some states only.
    @exclusivity(unchecked) @usableFromInline var storedHasWorkAfterSteps = false
    /// True when the machine has come to its end; nothing starts or runs afterwards.
    var hasEnded = false
    /// The message that caused the step under way, while a system watches.
    var cause: TraceContext?
    /// What most machines never need, made at first use.
    @exclusivity(unchecked) private var storedCold: ColdState?
    var cold: ColdState? {
        get { unsafe storedCold }
        set { unsafe storedCold = newValue }
    }

    /// The executor of the actor that the machine runs on.
    @inlinable
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe options?.executor ?? mailbox.unownedExecutor
    }

    /// Makes a machine; nothing runs before ``start()``.
    ///
    ///     let machine = Machine(Player(), named: "kitchen radio", clock: clock)
    ///     try await machine.start()
    ///
    /// - Parameters:
    ///   - top: the chart, which must not be used anywhere else.
    ///   - name: what errors and systems call the machine; by default the class of its chart. See ``name``.
    ///   - actor: the actor on whose executor the machine runs, such as `MainActor.shared`, so that code isolated to it
    ///     can send without a hop and actions may use what it isolates (`assumeIsolated`). By default the machine has
    ///     an executor of its own, in the cooperative thread pool of Swift concurrency, which has as many threads as
    ///     there are cores: actions that block belong on a ``ThreadActor``.
    ///   - clock: the clock that the timers of the states use.
    ///   - unhandled: what happens to events that no state reacts to.
    ///   - deferralLimit: the most events that may be deferred at a time; one more fails the machine.
    ///   - eventlessLimit: the most transitions that may be taken in a row without an event, see
    ///     ``Interpreter/eventlessLimit``.
    ///   - raisedLimit: the most events that may be raised within one step, see ``Interpreter/raisedLimit``.
    @inlinable
    public init<C: Clock>(
        _ top: sending Top, named name: String? = nil, on actor: (any Actor)? = nil, clock: C = ContinuousClock(),
        unhandled: UnhandledPolicy = .ignore, deferralLimit: Int = 10_000, eventlessLimit: Int = 1_000,
        raisedLimit: Int = 10_000
    ) where C.Duration == Duration {
        self.init(
            top, MachineOptions(name, actor, clock, unhandled),
            Limits(deferred: deferralLimit, eventless: eventlessLimit, raised: raisedLimit),
            runCompiled: { machine, work in machine.perform(work) })
    }

    /// - Parameters:
    ///   - limits: those of a step.
    ///   - snapshot: what it continues from.
    @inlinable
    init(
        _ top: sending Top, _ options: MachineOptions?,
        _ limits: Limits = Limits(), runCompiled: @escaping RunCompiled,
        restoring snapshot: Snapshot? = nil, migrate: (@Sendable (inout Snapshot) throws -> Void)? = nil
    ) {
        self.runCompiled = runCompiled
        mailbox = Mailbox()
        unsafe storedInbox = Inbox()
        self.options = options
        interpreter = Interpreter(top, allowsSuspending: true)
        interpreter.obey(options?.unhandled, limits)
        if let snapshot { interpreter.restore(snapshot, migrate) }
    }

    deinit {
        if mailbox.closeUnused() { return }
        let envelopes = mailbox.close()
        if !mailbox.isStarted, !hasEnded { tellUnstarted(envelopes) }
        for envelope in envelopes { envelope.returnToPort() }
        mailbox.partFromObservers()?.end(.success(()))
    }

    // MARK: Running

    /// Checks the chart, enters its initial configuration and comes to rest; then takes what has been posted meanwhile.
    ///
    /// A machine made with
    /// ``init(restoring:_:named:on:clock:unhandled:deferralLimit:eventlessLimit:raisedLimit:migrate:)`` enters nothing:
    /// it continues from its snapshot. Called from inside of a ``withTop(_:)`` before the start, it waits for the end of
    /// that.
    /// - Throws: ``ChartError`` with everything that is wrong with the chart (nothing was entered, and nothing runs),
    ///   ``SnapshotError`` if it is to continue from a snapshot that does not fit, ``StepError`` if the first step
    ///   failed, ``MachineError`` if it was started before. On a `ManualClock`, `UnendingWait` if the first step has
    ///   not come to its end for as long as the clock has patience; the step itself goes on.
    @inlinable
    public func start() async throws {
        while isOccupiedBeforeStart { await waitForTurn() }
        if try enterChart() { try await awaitFirstStep() } else { drainAfterStart() }
    }

    /// Gives the machine an event and waits until its step is complete.
    ///
    ///     let outcome = try await machine.send(.mute)  // returns when the step is complete
    ///     if outcome == .unhandled { print("nobody wanted it") }
    ///
    /// Everything that this task posted before is taken first. While a step is under way the event waits until that is
    /// over, even if it is sent from inside that step, on the machine's executor. Actions that may suspend run in a
    /// task that is not the caller's: cancelling the caller does not cancel them, and the caller still waits for their
    /// end.
    /// - Returns: how the event was taken; ``Outcome/finished`` if the machine had reached its end, or is being
    ///   stopped.
    /// - Throws: ``StepError`` if the machine fails in this step or has failed before, ``MachineError`` before
    ///   ``start()`` (a child machine, which its owner begins, keeps the event until then), and with the code
    ///   ``MachineError/Code/deadlock`` from inside an action that this machine waits for, directly or through others.
    ///   On a `ManualClock`, `UnendingWait` if the step has not come to its end for as long as the clock has patience;
    ///   the step itself goes on.
    @discardableResult
    @inlinable
    public func send(_ event: Event) async throws -> Outcome {
        guard let engine = unsafe storedFastEngine, !isBusy, !mailbox.mayHaveMail, !Tracing.isActive else {
            return try await sendBehind(event)
        }
        let end = unsafe engine.borrowed { begin(event, $0) }
        if case .over(let outcome) = end, !hasWorkAfterSteps { return outcome }
        // A step is under way: it is suspended, or this is called from inside of it.
        if case .refused = end { return try await sendBehind(event) }
        switch unsafe try engine.borrowed({ try finishAwaited(event, $0, end) }) {
        case .complete(let outcome): return outcome
        case .suspended(let reply): return try await reply.value(within: limit(for: event))
        }
    }

    /// Gives the machine an event after everything that came before it, and waits until its step is complete.
    @usableFromInline
    func sendBehind(_ event: Event) async throws -> Outcome {
        let isNew = interpreter.status == .new
        if isNew, hasEnded { return .finished }
        // A child machine begins by itself: the event waits for that.
        if isNew, !isOwned { throw MachineError.notStarted(ValueText.of(event), to: name) }
        let reply = try StepContinuation(for: ObjectIdentifier(self))
        let envelope = Envelope<Event>.event(event, .reply(reply))
        if !(isNew ? putAndWake(envelope) : putAndDrain(envelope)) { handleLate(envelope) }
        return try await reply.value(within: limit(for: event))
    }

    /// Gives the machine an event and returns at once.
    ///
    ///     machine.post(.power)  // from anywhere; never waits
    ///     machine.post(.play)  // taken after .power
    ///
    /// May be called from anywhere, even from inside a step; events of one caller are taken in the order of posting.
    /// Before ``start()`` events are kept (``waitingCount``); a machine that is released with events and was never
    /// started reports this on standard error. A machine at rest that is given an event from inside another machine's
    /// step may not run before that step is over or suspends.
    /// - Returns: `false` if the event was refused: the machine has come to its end, or is being stopped.
    @discardableResult
    @inlinable
    public nonisolated func post(_ event: Event) -> Bool {
        putAndWake(.event(event, Tracing.isActive ? .present : .nobody))
    }

    /// Takes the events accepted so far, exits all active states, innermost first, and ends the machine.
    ///
    ///     try await machine.stop()  // takes what was accepted, leaves all states, ends
    ///
    /// From the call on, new events are refused. Returns when the machine has ended; at once if it has ended before, or
    /// was never started: in the latter case it becomes ``Interpreter/Status/stopped``, and cannot be started any more.
    /// Also returns at once if another caller is already stopping the machine: ``finished`` waits for the end.
    /// - Throws: ``StepError`` if the machine fails on the way or has failed before, and if an exit action throws: all
    ///   other exit actions still run, and the machine is stopped all the same. ``MachineError`` with the code
    ///   ``MachineError/Code/deadlock`` from inside an action that this machine waits for. On a `ManualClock`,
    ///   `UnendingWait` if the machine has not ended for as long as the clock has patience; it is stopped all the same.
    public func stop() async throws { try await stop(within: limit("the end")) }

    private func stop(within limit: LimitedWait?) async throws {
        let reply = try StepContinuation(for: ObjectIdentifier(self))
        if interpreter.status == .new {
            // What of it calls foreign code, such as `configure()`, is over before the machine ends.
            while isOccupiedBeforeStart { await waitForTurn() }
            if interpreter.status == .new {
                interpreter.isGivenUp = true
                reply.leaveWaitGraph()
                return end()
            }
        }
        if !accept(mailbox.put(.stop(reply), isLast: true)) { answerStop(reply) }
        _ = try await reply.value(within: limit)
    }

    /// Runs the machine from its start to its end.
    ///
    ///     try await machine.run()  // starts it, returns at its end, stops it if the task is cancelled
    ///
    /// Starts the machine unless it was started before, and returns when it has ended. If the task is cancelled, the
    /// machine is stopped as by ``stop()``: it takes what it has accepted, exits its states, and then `run()` returns
    /// normally. So it fits into task groups, and wherever a long-running service is a `run()` method.
    /// - Throws: what ``start()`` throws, ``StepError`` if the machine fails or has failed before the call.
    public func run() async throws {
        while isOccupiedBeforeStart { await waitForTurn() }
        if Task.isCancelled { return try await stopToTheEnd() }
        if interpreter.status == .new {
            // Somebody else may have started or stopped it on the way to there.
            do { try await start() } catch let error as MachineError where error.code == .alreadyStarted {}
        }
        do { try await finished } catch is CancellationError { try await stopToTheEnd() }
    }

    func whenEnded(_ body: @escaping @Sendable (Result<Void, any Error>) -> Void) { observers.whenEnded(body) }

    /// Stops the machine, for a task that may be cancelled, and waits for the end also if somebody else stops it
    /// already.
    func stopToTheEnd() async throws {
        do { try await stop(within: nil) } catch let error as StepError {
            // Otherwise an exit action has thrown, and a child machine has not ended yet.
            if hasEnded { throw error }
        }
        if hasEnded { return }
        try await finishedForCancelled()
    }

    /// Waits for the end, also in a task that is cancelled.
    func finishedForCancelled() async throws {
        let waiting = try WaitGraph.enter(ObjectIdentifier(self))
        defer { WaitGraph.leave(waiting) }
        try await Task.detached(executorPreference: timeKeeper.executor) { try await self.finished }.value
    }
}
