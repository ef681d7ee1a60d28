/// What a supervised machine tells the one who will follow it.
struct Succession<Event: Sendable>: Sendable {
    /// Told at the machine's end, with what closes its mailbox and answers with the letters left; answers with those that
    /// the machine has to deal with itself.
    var inherit: (@Sendable (_ hasSuccessor: Bool, _ close: () -> [Letter<Event>]) -> [Letter<Event>])?
    /// Told after each step, if the next machine is to continue from there.
    let keepSnapshot: (@Sendable (Result<Snapshot, any Error>) -> Void)?
    /// Told when an event of a timer begins its step, with the timers that are armed then: should the step fail, its event is lost like any other.
    let keepTimers: (@Sendable ([Snapshot.Timer]) -> Void)?
    /// Told at the machine's end how long it has run since the last snapshot.
    let ranOn: @Sendable (Duration) -> Void
    /// When the last snapshot was kept.
    var keptAt: Duration?
}

extension Machine {
    /// Names who follows. To be called before the start.
    func prepare(_ succession: Succession<Event>, from snapshot: Snapshot?) {
        self.succession = succession
        if let snapshot { interpreter.restoration = Restoration(snapshot: snapshot, migrate: nil) }
    }

    /// Lets the successor have a snapshot to continue from.
    func keepSnapshot() {
        guard let keep = succession?.keepSnapshot else { return }
        let result = Result { try interpreter.snapshot(queued: []) }
        keep(result)
        // A failure leaves the snapshot before, with its time.
        if case .success = result { succession?.keptAt = time }
    }

    /// Lets the successor know that a timer has fired.
    func keepTimers(_ services: Services) {
        guard let keep = succession?.keepTimers, let timers = try? services.savedTimers() else { return }
        keep(timers)
        succession?.keptAt = time
    }

    private var time: Duration { (keeper ?? TimeKeepers.continuous).now }

    /// Closes the mailbox. Answers with the letters that nobody inherits.
    func handOver(hasSuccessor: Bool) -> [Letter<Event>] {
        let taken = Array(inbox[nextLetter...])
        guard let inherit = succession?.inherit else { return taken + mailbox.close() }
        // Once only; a step that is still under way may end with a snapshot all the same.
        succession?.inherit = nil
        if let keptAt = succession?.keptAt { succession?.ranOn(time - keptAt) }
        return inherit(hasSuccessor) { taken + mailbox.close() }
    }

    /// Ends the machine for its successor after the step under way; what waits is handed over and not taken.
    ///
    /// - Parameter exiting: whether the active states are left; if not, the successor continues in them.
    func halt(exiting: Bool) async {
        await waitForGate()
        guard interpreter.status == .running else { return }
        occupied {
            let rest = handOver(hasSuccessor: true)
            inbox = []
            nextLetter = 0
            answer(rest)
        }
        // The mailbox is closed, so nothing but this visit follows the step.
        if isSuspended {
            _ = try? await withCheckedThrowingContinuation { continuation in
                inbox.append(.visit({ _ in }, StepReply(continuation)))
            }
        }
        guard let engine = interpreter.engine, engine.cells.value.status == .running else { return }
        lookForObservers()
        origin = nil
        if exiting { engine.stop() } else { engine.abandon() }
        _ = try? await runStep()
    }

    /// Runs the machine from its start to its end.
    ///
    ///     try await machine.run()
    ///
    /// Starts the machine unless it was started before, and returns when it has ended. If the task is cancelled, the machine is stopped as by
    /// ``stop()``: it takes what it has accepted, exits its states, and then this returns normally. So it fits into task groups and
    /// wherever a long-running service is a `run()`.
    /// - Throws: what ``start()`` throws, ``StepError`` if the machine fails, also before the call.
    public func run() async throws {
        if Task.isCancelled { return try await stop() }
        if interpreter.status == .new { try await start() }
        do { try await finished } catch is CancellationError { try await stop() }
    }
}
