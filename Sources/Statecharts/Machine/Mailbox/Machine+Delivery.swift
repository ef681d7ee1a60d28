// How envelopes get into the mailbox, and who has them taken.

extension Machine {
    /// Puts an envelope behind everything that waits, and takes it all here and now, unless the machine is occupied.
    /// - Returns: whether the machine takes it; not if it has ended, or is being stopped.
    func putAndDrain(_ envelope: Envelope<Event>) -> Bool { accept(mailbox.put(envelope)) }

    /// Deals with an envelope that the mailbox has refused: it ends untaken, also if the machine is only being stopped.
    ///
    /// One exception: a `send` that has reached a machine which `halt` has closed and not stopped yet is still taken.
    func handleLate(_ envelope: Envelope<Event>) {
        guard cold?.isHalting == true, !isOccupied, interpreter.status == .running else {
            return answerUntaken(envelope)
        }
        inbox.append(envelope)
        drainHere()
    }

    /// Sees that what was put into the mailbox here, on the machine's executor, is taken: now, or later if occupied.
    ///
    /// Later, the scheduler is called if nobody will look by himself, as an action task does when its step is over
    /// (`MachineHolder.actionTask`). The scheduler cannot run before a step that is under way here is over.
    /// - Returns: false if the mailbox has refused.
    func accept(_ result: Mailbox<Event>.PutResult) -> Bool {
        if case .refused = result { return false }
        guard isOccupied else {
            drainHere()
            return true
        }
        if case .wake = result, holder != .actionTask { MailboxScheduler.call(self) }
        return true
    }

    /// Takes what waits now, unless the machine is occupied. What comes meanwhile and is too much at a time is left to
    /// a scheduler.
    func drainHere() {
        // The first round takes the rest of the inbox, and then the mailbox unless the budget is spent by that. In that
        // case the second round takes what was in the mailbox, as one batch.
        for _ in 0..<2 {
            if isOccupied { return }
            guard case .hasMore = runCompiled(self, .drain(nil)) else { return }
        }
        MailboxScheduler.call(self)
    }

    /// Takes what waits once the step under way is over, unless somebody holds the machine; for a supervisor.
    func wakeUp() async {
        while hasToYield { await Task.yield() }
        drainHere()
    }

    /// Takes what has been posted. Answers a number that grows with every step.
    package func settle() -> UInt64? {
        drainHere()
        return interpreter.engine?.stepCount ?? 0
    }

    /// The number of entries in the mailbox: events that were posted, sent or came through ports, and what timers and
    /// activities have brought. Entries that the machine has taken out as a batch, to handle them one by one, do not
    /// count any more.
    ///
    /// Before the start this counts everything that was posted so far: a number that only grows indicates a missing
    /// ``start()``.
    /// - Isolation: may be called from anywhere; the value is of that moment.
    public nonisolated var waitingCount: Int { mailbox.count }

    /// Puts an envelope into the mailbox from anywhere, and has the machine look if it rests.
    @inlinable
    nonisolated func putAndWake(_ envelope: Envelope<Event>) -> Bool {
        switch mailbox.put(envelope) {
        case .kept: return true
        case .refused: return false
        case .wake:
            MailboxScheduler.call(self)
            return true
        }
    }
}

extension Machine: ScheduledMachine {
    @usableFromInline nonisolated var isPlaced: Bool { options?.lane != nil }

    @usableFromInline
    func attend(_ scheduler: MailboxScheduler) -> DrainResult { runCompiled(self, .drain(scheduler)) }

    @usableFromInline
    func attend(_ scheduler: MailboxScheduler, inTurnsWith partner: any ScheduledMachine) async -> MailboxScheduler.Turn
    {
        while true {
            let own = runCompiled(self, .drain(scheduler))
            guard scheduler.turnsBack(from: ObjectIdentifier(self), own) else { return .own(own) }
            let others = await partner.attend(scheduler)
            guard scheduler.turnsBack(from: ObjectIdentifier(partner), others) else { return .partners(others) }
        }
    }

    @inlinable
    func perform(_ work: CompiledWork) -> DrainResult {
        switch work {
        case .drain(let scheduler): return drain(for: scheduler)
        case .drainOn:
            guard let engine = interpreter.engine else { return .empty }
            return handleEnvelopes(engine, nil, &takenBefore)
        case .connect:
            connectObservers()
            return .empty
        }
    }
}

/// What a machine does in code that is compiled for its chart, see `Machine.runCompiled`.
@usableFromInline
enum CompiledWork: Sendable {
    /// Takes what waits: the rest of the inbox, then the mailbox.
    case drain(MailboxScheduler?)
    /// The same at the end of a suspended step, in its task.
    case drainOn
    /// Has the observers told of steps. The result means nothing.
    case connect
}
