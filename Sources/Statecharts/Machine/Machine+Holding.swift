// How a machine is held between two steps, for a snapshot of its tree: see `TreeCut`.
//
// While the snapshot is the machine's `holder`, every entrance finds it occupied and leaves an envelope in the mailbox.

extension Machine: TreeMachine {
    func hold(for cut: TreeCut, within limit: Duration?) async throws -> Bool {
        while true {
            while hasToYield { await Task.yield() }
            if hasEnded { return false }
            if cold?.cut === cut { return true }
            guard holder != .nobody else {
                beHeld(for: cut)
                return true
            }
            // Of two snapshots of one tree the later one holds nothing while it waits for the other.
            if let other = cold?.cut, other.isEarlier(than: cut), cut.holdsAny {
                await cut.letAllGo()
                continue
            }
            let end = Question<Bool>(waiting: try WaitGraph.enter(ObjectIdentifier(self)))
            needingCold.snapshotRequests.append((cut, end))
            let alarm = limit.map { setAlarm(for: end, $0, name) }
            defer { if let alarm { timeKeeper.discard(alarm) } }
            guard try await cut.wait(for: { try await end.value }) else { return false }
        }
    }

    /// Returns when the end of a child machine that has ended is in the mailbox.
    ///
    /// One whose machine somebody else has stopped before it has begun ends in its turn: when the child before it has,
    /// which may be held, or when its time has come.
    func waitForEnd(of part: ChildPart, _ cut: TreeCut, within limit: Duration) async throws {
        guard let life = part.life else { return }
        if life.hasBegun { return await life.told() }
        let end = Question<Bool>(waiting: nil)
        let alarm = setAlarm(for: end, limit, part.machine?.name ?? name)
        defer { timeKeeper.discard(alarm) }
        Task.detached(executorPreference: timeKeeper.executor) {
            await life.told()
            end.end(.success(true))
        }
        _ = try await cut.wait { try await end.value }
    }

    private func setAlarm(for end: Question<Bool>, _ limit: Duration, _ name: String) -> WaitAlarm {
        let error = SnapshotError(
            .late, "\(name) has not come to the end of its step within \(limit)",
            fix: "allow more by snapshot(within:), or let its actions be short")
        let alarm = WaitAlarm(of: name, nil) { end.end(.failure(error)) }
        timeKeeper.set(alarm, to: timeKeeper.key(in: limit))
        return alarm
    }

    private func beHeld(for cut: TreeCut) {
        needingCold.cut = cut
        holder = .snapshot
        updateFastEngine()
        mailbox.hold(HeldMail(cut))
        cut.noteHeld(self, isAwaited: hasAwaitedMail)
    }

    private var hasAwaitedMail: Bool {
        (inbox.envelopes + mailbox.envelopes).contains(where: \.sender.wantsReplyOrRoom)
    }

    /// Between two steps: the first one who has waited for that holds the machine. The others look again.
    ///
    /// Who waited too long, or was cancelled, does not want it any more, and would not let the machine go: so the
    /// machine is held only for who has got the answer. That one goes on here, on the machine's executor, and so after
    /// this.
    func answerSnapshots() {
        guard let cold, !cold.snapshotRequests.isEmpty else { return }
        let requests = cold.snapshotRequests
        cold.snapshotRequests = []
        for (cut, reply) in requests {
            let isAnswered = reply.end(.success(!hasEnded))
            if isAnswered, !hasEnded, cold.cut == nil { beHeld(for: cut) }
        }
    }

    var isAskedForSnapshots: Bool { cold?.snapshotRequests.isEmpty == false }

    func letGo(_ cut: TreeCut) {
        guard let cold, cold.cut === cut else { return }
        cold.cut = nil
        cut.noteLetGo(self)
        mailbox.letGo()
        holder = .nobody
        let starting = cold.starting
        cold.starting = []
        for one in starting { one.resume() }
        answerSnapshots()
        updateFastEngine()
        if mailbox.isStarted { MailboxScheduler.call(self) }
    }

    /// Something has come that somebody waits for, while somebody else holds the machine.
    @usableFromInline
    func lookWhileHeld() -> DrainResult {
        if let cut = cold?.cut, hasAwaitedMail, cut.mustGoOn(self) { letGo(cut) }
        return .suspended
    }

    /// True if the machine was not started and is held: it is neither started nor given up meanwhile.
    ///
    /// Asked again behind each wait, and right before the start itself: as with `hasToYield`, on the way back from the
    /// wait the actor may be left for a moment, and then another snapshot may hold the machine.
    var mustWaitToStart: Bool { holder == .snapshot && interpreter.status == .new }

    /// Returns when a machine that was not started is not held any more. It waits for that, so it is let go early too.
    func waitToStart() async {
        while interpreter.status == .new, let cold, let cut = cold.cut {
            if cut.mustGoOn(self) { return letGo(cut) }
            await withCheckedContinuation { cold.starting.append($0) }
        }
    }
}
