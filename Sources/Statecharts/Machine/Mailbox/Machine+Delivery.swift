// How envelopes get into the mailbox, and who has them taken.

extension Machine {
    /// Puts an envelope behind everything that waits, and takes it all here and now, unless a step is under way.
    /// - Returns: whether the machine takes it; not if it has ended, or is being stopped.
    func hand(_ envelope: Envelope<Event>) -> Bool { hasTaken(mailbox.put(envelope)) }

    /// Takes an envelope that the closed mailbox has refused, if the machine has not ended: it is about to be, for its
    /// successor, and who was about to send comes first.
    func takeLate(_ envelope: Envelope<Event>) {
        if isOccupied || interpreter.status != .running { return discard(envelope) }
        inbox.append(envelope)
        drainHere()
    }

    /// Goes on after something was put into the mailbox here, on the machine's executor.
    ///
    /// The end of a suspended step looks into the mailbox. Any other step that is under way is over before the executor
    /// runs the scheduler; nobody looks after it.
    func hasTaken(_ receipt: Mailbox<Event>.Receipt) -> Bool {
        if case .refused = receipt { return false }
        guard isOccupied else {
            drainHere()
            return true
        }
        if case .wake = receipt, !isSuspended { callScheduler() }
        return true
    }

    /// Takes what waits, unless a step is under way. What is too much at a time is left to a scheduler.
    func drainHere() {
        if isOccupied { return }
        if case .hasMore = server(self, .drain(nil)) { callScheduler() }
    }

    /// The same for somebody who has to wait for the step under way.
    func wakeUp() async {
        while hasToYield { await Task.yield() }
        drainHere()
    }

    /// Takes what has been posted. Answers a number that grows with every step.
    func settle() -> UInt64 {
        drainHere()
        return interpreter.engine?.turns ?? 0
    }

    /// Puts an envelope into the mailbox from anywhere.
    @inlinable
    nonisolated func deliver(_ envelope: Envelope<Event>) -> Bool {
        switch mailbox.put(envelope) {
        case .kept: return true
        case .refused: return false
        case .wake:
            callScheduler()
            return true
        }
    }
}

extension Machine: ScheduledMachine {
    /// Has the machine look into its mailbox soon.
    @inlinable
    nonisolated func callScheduler() { MailboxScheduler.call(self) }

    @usableFromInline
    func attend(_ scheduler: MailboxScheduler) -> DrainResult { server(self, .drain(scheduler)) }

    @usableFromInline
    func attend(_ scheduler: MailboxScheduler, inTurnsWith partner: any ScheduledMachine) async -> MailboxScheduler.Turn
    {
        while true {
            let own = server(self, .drain(scheduler))
            guard scheduler.goesOn(from: ObjectIdentifier(self), own) else { return .own(own) }
            let others = await partner.attend(scheduler)
            guard scheduler.goesOn(from: ObjectIdentifier(partner), others) else { return .partners(others) }
        }
    }

    @inlinable
    func perform(_ work: CompiledWork) -> DrainResult {
        switch work {
        case .drain(let scheduler): return drain(for: scheduler)
        case .drainOn:
            guard let engine = interpreter.engine else { return .empty }
            var taken = takenBefore
            let result = drain(engine, nil, &taken)
            takenBefore = taken
            return result
        case .connect:
            connectObservers()
            return .empty
        }
    }
}

/// What a machine does in code that is compiled for its chart.
@usableFromInline
enum CompiledWork: Sendable {
    /// Takes what is in the mailbox.
    case drain(MailboxScheduler?)
    /// The same at the end of a suspended step, in its task.
    case drainOn
    /// Has the observers told of steps.
    case connect
}
