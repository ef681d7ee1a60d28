extension Machine {
    /// Makes a machine that continues where a snapshot was taken; nothing runs before ``start()``.
    ///
    /// `start()` then enters nothing: configuration, history, deferred events, data and `Codable` ``Scoped`` values are
    /// as they were, `restored()` of the active states runs instead of their entry, and what was in the mailbox is
    /// taken before anything that was posted to this machine, in the order that it had: events, those of timers that
    /// had fired, results of activities. What a snapshot cannot hold, such as running activities, is for `restored()`
    /// to begin again; what it does not begin again is told by ``interrupted``, and its ``ActivityPolicy`` says what
    /// becomes of it. `start()` throws a ``SnapshotError`` if the snapshot does not fit, before anything was changed.
    /// - Parameters:
    ///   - snapshot: taken of a machine or an interpreter, it makes no difference.
    ///   - top: a chart of the same class, used nowhere else.
    ///   - actor: the actor on whose executor the machine runs.
    ///   - name: what errors, rings and systems call it; by default the name of the chart class.
    ///   - clock: what timers of the states go by.
    ///   - unhandled: what happens to events that no state reacts to.
    ///   - deferralLimit: the most events that may be deferred at a time.
    ///   - eventlessLimit: the most transitions that may be taken in a row without an event.
    ///   - raisedLimit: the most events that may be raised within one step.
    ///   - migrate: called in `start()` if the snapshot is of another chart, version or format; what it leaves is taken
    ///     over if
    ///     it fits. What it throws, `start()` throws.
    @inlinable
    public init<C: Clock>(
        restoring snapshot: Snapshot, _ top: sending Top, named name: String? = nil, on actor: (any Actor)? = nil,
        clock: C = ContinuousClock(), unhandled: UnhandledPolicy = .ignore, deferralLimit: Int = 10_000,
        eventlessLimit: Int = 1_000, raisedLimit: Int = 10_000,
        migrate: (@Sendable (inout Snapshot) throws -> Void)? = nil
    ) where C.Duration == Duration {
        self.init(
            top, name, actor, clock, unhandled, deferralLimit, eventlessLimit, raisedLimit,
            server: { machine, work in machine.perform(work) }, restoring: snapshot, migrate: migrate)
    }

    /// Everything that is needed to continue from here, in this program or another one.
    ///
    /// Waits for the step under way and for nothing else: everything that was accepted and not yet taken is in the
    /// snapshot, in order, and is taken by this machine all the same: events, also those that somebody awaits (on the
    /// restored machine nobody does), and what timers and activities have brought. What a ``PointToPointChannel`` has
    /// given and whose step has not begun is still the channel's, and not in the snapshot.
    /// - Throws: ``SnapshotError`` before the start and after the end, and when an event waits, or is to be sent by an
    ///   armed timer, that is not `Codable`. ``MachineError`` with the code ``MachineError/Code/deadlock`` from inside
    ///   an action that this machine waits for.
    public func snapshot() async throws -> Snapshot {
        while true {
            while hasToYield { await Task.yield() }
            guard isSuspended else { return try takeSnapshot() }
            let waiting = try WaitGraph.enter(ObjectIdentifier(self))
            let taken: Snapshot? = try await withCheckedThrowingContinuation { reply in
                if isSuspended { return snapshotRequests.append(SnapshotRequest(waiting: waiting, reply: reply)) }
                // The step has come to its end on the way here.
                WaitGraph.leave(waiting)
                reply.resume(returning: nil)
            }
            if let taken { return taken }
        }
    }

    private func takeSnapshot() throws -> Snapshot {
        try occupied { try interpreter.snapshot { try waitingEnvelopes() } }
    }

    /// What is in the mailbox, in order.
    private func waitingEnvelopes() throws -> [Snapshot.Waiting] {
        var claimed: Set<UInt64> = []
        return try (inbox[nextEnvelope...] + mailbox.envelopes).flatMap { envelope -> [Snapshot.Waiting] in
            switch envelope {
            // It is its channel's, and so may be given to another machine, until its step has begun.
            case .event(_, .receipt(let receipt)) where receipt.wayBack?.outlivesReceiver ?? false,
                .inside(_, .receipt(let receipt)) where receipt.wayBack?.outlivesReceiver ?? false:
                []
            case .event(let event, _): [.event(try DynamicCoding.eventTree(event, "queued"))]
            case .resource(let message): try interpreter.engine?.services?.saved(message, &claimed) ?? []
            case .inside(let inside, _):
                try interpreter.engine.map { [.sent(try inside.saved(in: $0), state: $0.snapshotPath(inside.top))] }
                    ?? []
            case .failure, .request, .stop: []
            }
        }
    }

    /// What states had under way in the snapshot that the machine has started from, and `restored()` has not begun
    /// again, outermost state first.
    ///
    /// What becomes of it its ``ActivityPolicy`` says. Empty for machines that were not restored, and before the start.
    public var interrupted: [InterruptedActivity] { interpreter.engine?.services?.interrupted ?? [] }

    /// Between two steps of a machine that somebody wants a snapshot of.
    func answerSnapshots() {
        guard isAskedForSnapshots else { return }
        let requests = snapshotRequests
        snapshotRequests = []
        let snapshot = Result { try takeSnapshot() }
        for request in requests {
            WaitGraph.leave(request.waiting)
            request.reply.resume(with: snapshot.map { $0 })
        }
    }

    var isAskedForSnapshots: Bool { !snapshotRequests.isEmpty }
}
