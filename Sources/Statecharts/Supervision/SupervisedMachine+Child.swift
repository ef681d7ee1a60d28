// What the supervisor does with the machine: lives that follow one another.

extension SupervisedMachine: SupervisedChild {
    func willBegin(isHalting: Bool) {}

    func start() async throws {
        let machine = try makeNext()
        // What is replaced is released after the lock: machines, with their charts, and what they have failed with.
        let (snapshot, kept, readers, former) = contents.withLock { contents in
            let former = contents.latest
            contents.latest = machine
            contents.hasEnded = false
            contents.heldBack = []
            return (contents.snapshot, contents.parked.envelopes, Array(contents.readers.values), former)
        }
        withExtendedLifetime(former) {}
        let hasJoined = time.calls.begin()
        var keep: (@Sendable (Result<Snapshot, any Error>) -> Void)?
        var keepTimers: (@Sendable ([Snapshot.Timer]) -> Void)?
        switch restart {
        case .fresh: break
        case .fromLastSnapshot:
            keep = { [weak self] in self?.keep($0) }
            keepTimers = { [weak self] timers in self?.contents.withLock { $0.snapshot?.timers = timers } }
        }
        let handover = RestartHandover<Event>(
            inherit: { [self] in inherit($0, $1) }, keepSnapshot: keep, keepTimers: keepTimers,
            ranOn: { [weak self] in self?.age($0) }, takeOver: { [weak self] in self?.takeOver($0) ?? false },
            isLastLife: { [weak self] in self?.isOver ?? true },
            takeMail: { [weak self] in self?.deliverParked($0) }, ports: ports,
            started: { [weak self] in self?.hasStarted() },
            joined: hasJoined)
        defer { hasJoined() }
        await machine.prepare(handover, from: snapshot, WaitingNumbers(of: kept))
        tellRestart()
        callingOut()
        for reader in readers { reader.begin(machine) }
        await enroll(machine)
        let executor = time.executor
        do {
            try await withTaskCancellationHandler {
                try await machine.start()
            } onCancel: {
                Task(executorPreference: executor) { await machine.cancelStart() }
            }
        } catch {
            // Unless the machine has failed, and left it already.
            contents.withLock { contents in
                guard case .starting = contents.phase else { return }
                contents.phase = .down(keepsMail: true)
                contents.parked.putInFront(machine.mailbox.close())
            }
            startWasTold()
            throw error
        }
        let isWhole = time.calls.begin()
        defer { isWhole() }
        for interruption in await machine.interrupted { report(.interrupted(name, interruption)) }
        await machine.wakeUp()
    }

    /// From now on there is a machine: who is answered by it finds it.
    private func hasStarted() {
        contents.withLock { contents in
            guard case .starting(let machine) = contents.phase else { return }
            contents.phase = .up(machine)
            contents.hasRun = true
        }
    }

    /// Puts what was kept in front of whatever the machine gets by starting, such as the expiries of timers that are
    /// late; what its ports have let go is there too, in the order of sending. In one go with the phase: from now on
    /// everything goes straight to the machine, so that nothing overtakes what was sent before, on no way.
    private func deliverParked(_ open: ([Envelope<Event>]) -> Void) {
        let parked = contents.withLock { contents -> [Envelope<Event>] in
            guard let machine = contents.latest, case .down = contents.phase else { return [] }
            contents.phase = .starting(machine)
            let parked = contents.parked.takeAll()
            open(parked)
            return parked
        }
        withExtendedLifetime(parked) {}
    }

    /// Has a machine made. What comes meanwhile is for it, such as the current value of a port that `make` connects,
    /// whatever becomes of the mail between two lives.
    private func makeNext() throws -> Machine<Top> {
        let phase = contents.withLock { contents in
            contents.isStopping = false
            defer { contents.phase = .down(keepsMail: true) }
            return contents.phase
        }
        do { return try make() } catch {
            if case .down(keepsMail: true) = phase { throw error }
            let parked = contents.withLock { contents in
                contents.phase = phase
                return contents.parked.takeAll()
            }
            lose(parked)
            throw error
        }
    }

    func waitForEnd() async -> LifeEnd { await end { try await $0.finished } }

    func halt() async -> HaltEnd {
        guard let latest = contents.withLock({ $0.latest }) else { return .halted(nil) }
        let watch = watch(latest)
        defer { if let watch { time.keeper?.discard(watch) } }
        do {
            if try await latest.halt(exiting: restart == .fresh) { return .halted(nil) }
        } catch {
            return .halted(error)
        }
        return .ended(await waitForEnd())
    }

    func stop() async -> LifeEnd {
        contents.withLock { $0.isStopping = true }
        return await end { try await $0.stopToTheEnd() }
    }

    /// Has the clock go on waiting for what a machine has begun when that has come to its end and made itself unknown.
    private func watch(_ machine: Machine<Top>) -> SettlingAlarm? {
        guard let keeper = time.keeper else { return nil }
        let alarm = SettlingAlarm { [weak machine] in await machine?.settle() }
        keeper.join(alarm)
        return alarm
    }

    /// How the machine has ended, after something that returns at its end.
    private func end(_ wait: (Machine<Top>) async throws -> Void) async -> LifeEnd {
        guard let latest = contents.withLock({ $0.latest }) else { return .finished(nil) }
        do {
            try await wait(latest)
            return .finished(nil)
        } catch {
            // The machine is not known to its clock any more.
            let isWhole = time.calls.begin()
            defer { isWhole() }
            switch await latest.status {
            case .finished, .stopped, .terminated: return .finished(error)
            case .new, .running, .failed: return .failed(error)
            }
        }
    }

    func dismiss() {
        close(nil)
        dropFollowers()
        depart()
    }

    func close(_ error: (any Error)?) {
        let (parked, former) = contents.withLock { contents -> ([Envelope<Event>], [Machine<Top>?]) in
            let phase = contents.phase
            if case .over = phase { return ([], []) }
            contents.phase = .over(error)
            let (parked, latest) = (contents.parked.takeAll(), contents.latest.take())
            return switch phase {
            case .up(let machine), .starting(let machine): (parked, [latest, machine])
            case .down, .over: (parked, [latest])
            }
        }
        withExtendedLifetime(former) {}
        lose(parked)
        tellLost(parked)
        ports.end()
        endReaders()
        tell(.ended)
        strike()
    }

    /// Tells those who wait, and the ports, that nobody takes these.
    private func lose(_ envelopes: [Envelope<Event>]) {
        for envelope in envelopes { envelope.tellUntaken { refuse($0) } }
    }

    /// No other machine will take steps.
    private func endReaders() {
        let readers = contents.withLock { contents in
            defer { contents.readers = [:] }
            return contents.readers
        }
        callingOut()
        for reader in readers.values { reader.finish() }
    }

    /// How many envelopes wait for the next machine.
    var parkedCount: Int { contents.withLock { $0.parked.count } }

    var isOver: Bool { contents.withLock { if case .over = $0.phase { true } else { false } } }

    // Compared inside of the lock, so that the machine is not kept any longer.
    var presentMachines: [ObjectIdentifier] {
        contents.withLock { contents in contents.latest.map { [ObjectIdentifier($0)] } ?? [] }
    }

    /// What becomes of the envelopes that a machine leaves.
    private struct Estate {
        /// All of them, so that none is released while the lock is held.
        let envelopes: [Envelope<Event>]
        /// Those that the machine has to answer itself.
        var own: [Envelope<Event>] = []
        var kept: [Envelope<Event>] = []
        /// Who awaited an event that is lost.
        var dropped: [StepContinuation] = []
        /// Actions that awaited an event which is kept. An action does not wait for another life: its end may be waited
        /// for by whoever begins that.
        var excused: [StepContinuation] = []

        /// What the last machine leaves.
        init(own: [Envelope<Event>]) { (envelopes, self.own) = ([], own) }

        /// - Parameter goesOn: true if the next machine is in the same states, so that what belongs to them goes on.
        init(
            _ envelopes: [Envelope<Event>], hasFailed: Bool, _ mailbox: Supervisor.MailboxPolicy, goesOn: Bool
        ) {
            self.envelopes = envelopes
            for envelope in envelopes {
                switch (envelope, mailbox) {
                // It waits where it came from.
                case _ where envelope.wayBack != nil: own.append(envelope)
                case (.event(let event, .reply(let reply)), _) where reply.isOfAction:
                    if mailbox == .kept { kept.append(.event(event, reply.cause.map { .cause($0) } ?? .nobody)) }
                    // It is told what the machine has failed with; nothing if it was ended for another one's failure.
                    if hasFailed {
                        own.append(.stop(reply))
                    } else if mailbox == .kept {
                        excused.append(reply)
                    } else {
                        dropped.append(reply)
                    }
                // Nor does an action that asks.
                case (.event(_, .question(let question)), _) where question.isOfAction: own.append(envelope)
                case (.event, .kept), (.inside, .kept): kept.append(envelope)
                case (.resource(.event), .kept) where goesOn, (.resource(.ended), .kept) where goesOn,
                    (.resource(.expired), .kept) where goesOn:
                    kept.append(envelope)
                case (.event(_, .reply(let reply)), .dropped): dropped.append(reply)
                case (.event, .dropped), (.inside, .dropped), (.resource, _), (.request, _), (.failure, _), (.stop, _):
                    own.append(envelope)
                }
            }
        }
    }

    /// Takes over what a machine leaves; answers with the envelopes that are the machine's own to answer.
    private func inherit(_ end: HandoverReason, _ close: () -> [Envelope<Event>]) -> [Envelope<Event>] {
        // The mailbox is closed inside the lock, so that nobody is refused who could have been kept.
        let (estate, former) = contents.withLock { contents -> (Estate, Phase) in
            let former = contents.phase
            let envelopes = close()
            contents.hasEnded = true
            var estate: Estate
            if end == .ended {
                contents.phase = .over(nil)
                estate = Estate(own: envelopes + contents.parked.takeAll())
            } else {
                contents.phase = .down(keepsMail: mailbox == .kept)
                estate = Estate(envelopes, hasFailed: end == .failed, mailbox, goesOn: contents.snapshot != nil)
                contents.parked.putInFront(estate.kept)
            }
            return (estate, former)
        }
        withExtendedLifetime(former) {}
        for reply in estate.dropped { refuse(reply, .dropped) }
        for reply in estate.excused {
            reply.resume(
                with: .failure(
                    SupervisorError(
                        .down, name,
                        "was ended before it took the event; the next machine takes it, which an action cannot wait for"
                    )))
        }
        if end == .ended {
            ports.end()
            endReaders()
        }
        tell(end == .ended ? .ended : .failed)
        let isStopping = contents.withLock { $0.isStopping }
        if end != .ended || isStopping { strike() } else { leave() }
        return estate.own
    }
}
