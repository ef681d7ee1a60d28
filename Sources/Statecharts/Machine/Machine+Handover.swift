// How a supervised machine lets its successor continue.

extension Machine {
    /// Names who follows. To be called before the start.
    /// - Parameter waiting: what waits in the mailbox that the machine is given.
    func prepare(_ handover: RestartHandover<Event>, from snapshot: Snapshot?, _ waiting: WaitingNumbers) {
        self.handover = handover
        if let snapshot { interpreter.restore(snapshot, waiting: waiting) }
    }

    /// Lets the successor have a snapshot to continue from.
    func keepSnapshot() {
        guard let keep = handover?.keepSnapshot else { return }
        let result = Result { try interpreter.snapshot(waiting: nil) }
        keep(result)
        handover?.isUpToDate = if case .success = result { true } else { false }
        noteKept()
    }

    /// Lets the successor know that a timer has fired.
    func keepTimers(_ services: Services) {
        guard handover?.isUpToDate == true, let keep = handover?.keepTimers,
            let timers = try? services.savedTimers()
        else { return }
        keep(timers)
        noteKept()
    }

    /// Without effect after a failure, which leaves the snapshot before, with its time and its timers.
    private func noteKept() {
        if handover?.isUpToDate == true { handover?.kept = (time, interpreter.engine?.services?.namedKeys ?? []) }
    }

    var time: Duration { timeKeeper.now }

    /// Ends the machine for its successor after the step under way; what waits is handed over and not taken.
    ///
    /// - Parameter exiting: whether the active states are left; if not, the successor continues in them.
    /// - Returns: whether it was this that ended the machine; not if it had come to its end before, or did in the step
    ///   under way.
    /// - Throws: what an exit action has thrown; the machine is ended all the same.
    func halt(exiting: Bool) async throws -> Bool {
        while hasToYield { await Task.yield() }
        guard interpreter.status == .running else { return false }
        needingCold.isHalting = true
        occupied {
            cold?.gates?.pause()
            for envelope in closeMailbox(.halted) { answerUntaken(envelope) }
        }
        // The mailbox is closed, so that nothing but this request follows the step; and a `send` that got here first,
        // see `handleLate`.
        while isOccupied {
            guard holder != .nobody else {
                await Task.yield()
                continue
            }
            let reply = StepContinuation()
            inbox.append(.request({ _ in }, reply))
            // If it is held for a snapshot that waits for others, it goes on now.
            _ = lookWhileHeld()
            _ = try? await reply.value()
        }
        guard let engine = interpreter.engine, engine.status == .running else { return false }
        _ = try await finishAwaited(engine, begin(exiting ? .stop : .abandon, engine))
        return true
    }
}
