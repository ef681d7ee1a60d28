extension Machine {
    /// Makes a machine that continues where a snapshot was taken; nothing runs before ``start()``.
    ///
    /// `start()` then enters nothing: configuration, history, deferred events, data and `Codable` ``Scoped`` values are
    /// as they were, `restored()` of the active states runs instead of their entry, and what was in the mailbox is
    /// taken before anything that was posted to this machine, in its old order: events, those of timers that had fired,
    /// results of activities. What a snapshot cannot hold, such as running activities, is for `restored()` to restart;
    /// ``interrupted`` lists what it does not restart, and its ``ActivityPolicy`` says what becomes of that. `start()`
    /// throws a ``SnapshotError`` if the snapshot does not fit, before anything was changed. The states and scoped
    /// properties of child machines are compared when they begin: what does not fit there is an error of the state that
    /// has the child, and fails the machine unless a state handles it.
    /// - Parameters:
    ///   - snapshot: the snapshot, of a machine or of an interpreter.
    ///   - top: a chart of the same class, which must not be used anywhere else.
    ///   - actor: the actor on whose executor the machine runs.
    ///   - name: what errors, rings of waiting machines and systems call the machine; by default the name of the chart
    ///     class.
    ///   - clock: the clock that the timers of the states use.
    ///   - unhandled: what happens to events that no state reacts to.
    ///   - deferralLimit: the most events that may be deferred at a time.
    ///   - eventlessLimit: the most transitions that may be taken in a row without an event.
    ///   - raisedLimit: the most events that may be raised within one step.
    ///   - migrate: called in `start()` if the snapshot is of another chart, version or format, or its states differ;
    ///     what it leaves is taken over if it fits. What it throws, `start()` throws. Called again for the snapshot of
    ///     each child machine that does not fit; ``Snapshot/chart`` says whose it is.
    @inlinable
    public init<C: Clock>(
        restoring snapshot: Snapshot, _ top: sending Top, named name: String? = nil, on actor: (any Actor)? = nil,
        clock: C = ContinuousClock(), unhandled: UnhandledPolicy = .ignore, deferralLimit: Int = 10_000,
        eventlessLimit: Int = 1_000, raisedLimit: Int = 10_000,
        migrate: (@Sendable (inout Snapshot) throws -> Void)? = nil
    ) where C.Duration == Duration {
        self.init(
            top, MachineOptions(name, actor, clock, unhandled),
            Limits(deferred: deferralLimit, eventless: eventlessLimit, raised: raisedLimit),
            runCompiled: { machine, work in machine.perform(work) }, restoring: snapshot, migrate: migrate)
    }

    /// Everything that is needed to continue from here, in this program or another one.
    ///
    ///     let snapshot = try await machine.snapshot()  // with all child machines, and theirs
    ///
    /// Waits for the steps under way and for nothing else: for that of this machine without a limit, for those of its
    /// children no longer than `limit`.
    ///
    /// Everything that was accepted and not yet taken is in the snapshot, in order, and is taken by this machine all
    /// the same: events, including those that a caller awaits (on the restored machine no caller does), and what timers
    /// and activities have brought. A message that a ``PointToPointChannel`` has given, and whose step has not begun,
    /// still belongs to the channel and is not in the snapshot; one from another port that is received only in some
    /// states waits in the port again. What a paused ``System`` holds for a machine of the tree that is its member is
    /// in the snapshot as if it had arrived, and is still held: mappings on the way are called for the snapshot, and
    /// again when the message is delivered. An error of an activity or a child that waits is saved as text, and is no
    /// longer of its type on the restored machine.
    ///
    /// Child machines of active states are in it, with their own children, all at one moment between two steps of each.
    /// For that, all of them pause while it is taken: until the steps under way are over, nothing new begins, except
    /// what those steps wait for. What one machine of the tree has sent another is in the mailbox of one of them, and
    /// so is the end of a child that its owner has not yet learned of.
    /// - Parameter limit: how long this waits for the step of a child, by the machine's clock, for each of them. It
    ///   does not bound the step of this machine that is under way: that one may take as long as it needs, also if its
    ///   action asks a child that waits for its restart. To give up earlier, cancel the task that takes the snapshot. A
    ///   step that waits, in another way than by `send` or `ask`, for something that a machine of the tree does, takes
    ///   too long. A child whose action blocks its thread is waited for until the thread is free, whatever the limit,
    ///   and even if the task that takes the snapshot is cancelled.
    /// - Throws: ``SnapshotError`` before the start and after the end, when an event that waits, or that an armed timer
    ///   is to send, is not `Codable`, when a child takes longer than `limit`, and when a system holds a message about
    ///   which a contract, or an output with a current value that it passes, has still to decide, or about which
    ///   mappings send more at each look, and when a task steps a paused system all the time. ``MachineError`` with
    ///   the code ``MachineError/Code/deadlock`` from inside an action that this machine, or one of its children, waits
    ///   for.
    public func snapshot(within limit: Duration = .seconds(5)) async throws -> Snapshot {
        while hasToYield { await Task.yield() }
        if holder == .nobody, interpreter.engine?.services?.hasChildren != true, !Tracing.isWatched {
            return try takeSnapshot()
        }
        let cut = TreeCut()
        let result: Result<Snapshot.Child.Life, any Error>
        do { result = .success(try await collectTree(cut, within: limit)) } catch { result = .failure(error) }
        await cut.letAllGo()
        guard case .runs(let snapshot) = try result.get() else { return try takeSnapshot() }
        return snapshot
    }

    private func collectTree(_ cut: TreeCut, within limit: Duration) async throws -> Snapshot.Child.Life {
        var ownLimit: Duration?
        repeat {
            cut.beginRound()
            guard try await hold(for: cut, within: ownLimit) else { return .ended }
            try await holdChildren(for: cut, within: limit)
            // Its steps from now on may need those that are held.
            ownLimit = limit
        } while !cut.isComplete
        try await SystemsAtCut(of: cut.heldMachines).make(cut, at: timeKeeper.now)
        return try await collect(cut)
    }

    private func takeSnapshot(
        with children: [UInt64: Snapshot.Child] = [:], at time: Duration? = nil
    ) throws -> Snapshot {
        try occupied {
            try interpreter.snapshot(with: children, at: time, cold?.cut?.mail) { try self.waitingEnvelopes(&$0) }
        }
    }

    func holdChildren(for cut: TreeCut, within limit: Duration) async throws {
        for part in try childParts() {
            guard let machine = part.machine, try await machine.hold(for: cut, within: limit) else {
                try await waitForEnd(of: part, cut, within: limit)
                continue
            }
            try await machine.holdChildren(for: cut, within: limit)
        }
    }

    private func childParts() throws -> [ChildPart] { try interpreter.engine?.services?.childParts() ?? [] }

    func collect(_ cut: TreeCut) async throws -> Snapshot.Child.Life {
        if hasEnded { return .ended }
        if interpreter.status == .new {
            return .begins(
                after: .zero, queued: try mailbox.envelopesAtCut.compactMap { try $0.queuedTree() },
                inputs: (options?.savedInputs ?? [:])
                    .merging(try NamedPorts(of: interpreter.top).savedInputs(with: cut.mail)) { $0 + $1 })
        }
        var children: [UInt64: Snapshot.Child] = [:]
        for part in try childParts() {
            var child = part.declared
            if let machine = part.machine { child.life = try await machine.collectAsChild(cut, after: part.delay) }
            children[part.number] = child
        }
        return .runs(try takeSnapshot(with: children, at: cut.time))
    }

    var awaitingSnapshot: Snapshot? { (interpreter.restoration as? Restoration)?.snapshot }

    /// Has what waited in input ports wait there again, for a machine that had not begun.
    func restoreInputs() throws {
        let restorations = try NamedPorts(of: interpreter.top).restorations(ofInputs: options?.savedInputs ?? [:])
        for restore in restorations { restore() }
    }

    /// What is in the mailbox, in order.
    /// - Parameter given: what of it waits in its port again, until the machine takes it in its states.
    private func waitingEnvelopes(_ given: inout [PortMessage]) throws -> [Snapshot.Waiting] {
        var claimed: Set<UInt64> = []
        let underWay = try cold?.cut?.mail?.letters(to: ObjectIdentifier(self)).compactMap { Envelope<Event>($0) } ?? []
        return try (inbox.envelopes + mailbox.envelopesAtCut + underWay).flatMap { envelope -> [Snapshot.Waiting] in
            if let message = envelope.portMessage, interpreter.engine?.namedPorts.has(message.port) ?? false {
                given.append(message)
                return []
            }
            return try envelope.saved(by: interpreter.engine, &claimed)
        }
    }

    /// The activities that were under way in the snapshot that the machine has started from, and that `restored()` has
    /// not restarted, outermost state first.
    ///
    /// Their ``ActivityPolicy`` says what becomes of them. Empty for machines that were not restored, and before the
    /// start.
    public var interrupted: [InterruptedActivity] { interpreter.engine?.services?.interrupted ?? [] }
}

extension TreeMachine {
    /// The machine as a child, and not under way yet for so long. One that is to continue and has not begun is as it
    /// was, with what has come since.
    fileprivate func collectAsChild(_ cut: TreeCut, after delay: Duration) async throws -> Snapshot.Child.Life {
        do {
            let life = try await collect(cut)
            guard case .begins(_, let queued, let inputs) = life else { return life }
            guard var snapshot = awaitingSnapshot else {
                return .begins(after: delay, queued: queued, inputs: inputs)
            }
            snapshot.queued += queued.map { .event($0) }
            snapshot.inputs.merge(inputs) { $0 + $1 }
            return .runs(snapshot)
        } catch let error as SnapshotError {
            throw error.of(child: name)
        }
    }
}

extension Envelope {
    fileprivate init?(_ letter: MailUnderWay.Content) {
        switch letter {
        case .event(let event):
            guard let event = event as? Event else { return nil }
            self = .event(event, .nobody)
        case .inside(let inside):
            guard let inside = inside as? InsideEvent else { return nil }
            self = .inside(inside, .nobody)
        case .resource(let message): self = .resource(message)
        }
    }

    /// What waits in a mailbox as it is in a snapshot; nothing if it is not.
    /// - Parameter claimed: as ``Services/saved(_:_:)`` takes it.
    func saved(by engine: Engine?, _ claimed: inout Set<UInt64>) throws -> [Snapshot.Waiting] {
        switch self {
        case .event: try queuedTree().map { [.event($0)] } ?? []
        // It is its channel's, and so may be given to another machine, until its step has begun.
        case .inside(_, .receipt(let receipt)) where receipt.wayBack?.outlivesReceiver ?? false: []
        case .resource(let message): try engine?.services?.saved(message, &claimed) ?? []
        case .inside(let inside, _): try engine.map { [try inside.saved(in: $0)] } ?? []
        case .failure, .request, .stop: []
        }
    }

    /// An event of the chart itself that waits; `nil` for anything else, and for what is still its channel's.
    fileprivate func queuedTree() throws -> SnapshotValue? {
        switch self {
        case .event(_, .receipt(let receipt)) where receipt.wayBack?.outlivesReceiver ?? false: nil
        case .event(let event, _): try DynamicCoding.eventTree(event, "queued")
        case .inside, .resource, .request, .failure, .stop: nil
        }
    }
}
