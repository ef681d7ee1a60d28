/// A machine that a supervisor runs, whichever incarnation it is in: what senders hold on to.
///
///     let player = supervisor.add("player") { Machine(Player()) }
///     player.post(.play)              // reaches the present machine, or the next one
///
/// What happens to events when the machine fails or is ended for another one's failure:
/// - the event whose step failed is not taken again; who awaits it gets the ``StepError``;
/// - with ``Supervisor/MailboxPolicy/kept`` events that were not taken yet are taken by the next machine, in order and before any that arrive while
///   there is none; who awaits them goes on waiting. Messages that came through ports come along as plain events;
/// - with ``Supervisor/MailboxPolicy/dropped`` they are lost, who awaits them gets a ``SupervisorError``, and so does who sends while there
///   is no machine. Before the first start events are kept all the same;
/// - messages that come through ports while there is no machine are not kept; they count as undelivered;
/// - results of activities and timers belong to the old machine and end with it; a failure that a port's contract has asked for does too.
public final class SupervisedMachine<Top: Statechart>: Sendable {
    /// The events of the chart.
    public typealias Event = Top.Event

    private enum Phase {
        /// There is no machine at present.
        case down(keepsMail: Bool)
        case up(Machine<Top>)
        /// There will be none any more.
        case over((any Error)?)
    }

    private struct Contents {
        var phase = Phase.down(keepsMail: true)
        var parked: [Letter<Event>] = []
        var snapshot: Snapshot?
        /// The machine that was made last, whether it runs or not.
        var latest: Machine<Top>?
    }

    /// The name that the supervisor knows it by.
    public let name: String
    private let restart: Supervisor.Restart
    private let mailbox: Supervisor.MailboxPolicy
    private let make: @Sendable () throws -> Machine<Top>
    private let report: @Sendable (SupervisionEvent) -> Void
    private let contents = Guarded(Contents())

    init(
        _ name: String, _ restart: Supervisor.Restart, _ mailbox: Supervisor.MailboxPolicy,
        _ make: @escaping @Sendable () throws -> Machine<Top>, report: @escaping @Sendable (SupervisionEvent) -> Void
    ) {
        self.name = name
        self.restart = restart
        self.mailbox = mailbox
        self.make = make
        self.report = report
    }

    /// The present machine; `nil` before the start, between two lives and after the end.
    public var machine: Machine<Top>? {
        contents.withLock { if case .up(let machine) = $0.phase { machine } else { nil } }
    }

    /// The snapshot that the next machine would start from; `nil` without ``Supervisor/Restart/fromLastSnapshot``.
    public var lastSnapshot: Snapshot? { contents.withLock { $0.snapshot } }

    /// Gives the machine an event and returns at once; before the start and between two lives it is kept, if the mailbox is.
    ///
    /// Events of one caller are taken in the order of their posting, also across restarts.
    /// - Returns: `false` if the event will not be taken.
    @discardableResult
    public func post(_ event: Event) -> Bool { put(.event(event)) }

    /// Gives the machine an event and waits until its step is complete, in whichever incarnation.
    ///
    /// Inside an action of a machine it does not wait for another incarnation, because whoever restarts the machine may be waiting for that action:
    /// there it throws while there is no machine, and if the machine fails before it takes the event.
    /// - Returns: how the event was taken; ``Outcome/finished`` if the machine has come to its end.
    /// - Throws: ``StepError`` if the machine fails in this step, ``SupervisorError`` if it is down and keeps no mail, if the event is
    ///   dropped in a restart, or if the supervisor has given up; ``MachineError`` with the code ``MachineError/Code/deadlock`` from inside an
    ///   action that the machine waits for.
    @discardableResult
    public func send(_ event: Event) async throws -> Outcome {
        if Driving.here != nil { return try await sendFromAction(event) }
        return try await withCheckedThrowingContinuation { continuation in
            let reply = StepReply(continuation)
            if !put(.call(event, reply)) { refuse(reply) }
        }
    }

    private func sendFromAction(_ event: Event) async throws -> Outcome {
        let (machine, end) = contents.withLock { contents -> (Machine<Top>?, (any Error)?) in
            switch contents.phase {
            case .up(let machine): (machine, nil)
            case .down:
                (nil, SupervisorError(.down, name, "has no machine at present, which an action cannot wait for"))
            case .over(let error): (nil, error)
            }
        }
        if let machine { return try await machine.send(event) }
        if let end { throw end }
        return .finished
    }

    private func put(_ letter: Letter<Event>) -> Bool {
        let cause = Tracing.present
        let (isTaken, sleeper) = contents.withLock { contents -> (Bool, Machine<Top>?) in
            switch contents.phase {
            case .down(let keepsMail):
                if keepsMail { contents.parked += (cause.map { [.cause($0)] } ?? []) + [letter] }
                return (keepsMail, nil)
            case .up(let machine):
                switch machine.mailbox.put(letter, causedBy: cause) {
                case .kept: return (true, nil)
                case .wake: return (true, machine)
                case .refused: return (false, nil)
                }
            case .over: return (false, nil)
            }
        }
        sleeper?.callCourier()
        return isTaken
    }

    private func refuse(_ reply: Letter<Event>.Reply, _ code: SupervisorError.Code = .down) {
        let error = contents.withLock { contents -> (any Error)? in
            switch contents.phase {
            case .down:
                let what = code == .down ? "is being restarted and keeps no mail" : "was ended before it took the event"
                return SupervisorError(code, name, what)
            case .up: return nil
            case .over(let error): return error
            }
        }
        if let error { reply.resume(throwing: error) } else { reply.resume(returning: .finished) }
    }
}

extension SupervisedMachine: SupervisedChild {
    func start() async throws {
        let machine = try make()
        // What is replaced is released after the lock: machines, with their charts, and what they have failed with.
        let (snapshot, former, phase) = contents.withLock { contents in
            let (former, phase) = (contents.latest, contents.phase)
            if case .over = contents.phase { contents.phase = .down(keepsMail: true) }
            contents.latest = machine
            return (contents.snapshot, former, phase)
        }
        withExtendedLifetime((former, phase)) {}
        var keep: (@Sendable (Result<Snapshot, any Error>) -> Void)?
        var keepTimers: (@Sendable ([Snapshot.Timer]) -> Void)?
        switch restart {
        case .fresh: break
        case .fromLastSnapshot:
            keep = { [weak self] in self?.keep($0) }
            keepTimers = { [weak self] timers in self?.contents.withLock { $0.snapshot?.timers = timers } }
        }
        let succession = Succession<Event>(
            inherit: { [self] in inherit($0, $1) }, keepSnapshot: keep, keepTimers: keepTimers,
            ranOn: { [weak self] in self?.age($0) })
        await machine.prepare(succession, from: snapshot)
        try await machine.start()
        let parked = contents.withLock { contents -> [Letter<Event>] in
            // A machine that came to its end while it started has said so already.
            guard case .down = contents.phase, contents.latest === machine else { return [] }
            contents.phase = .up(machine)
            _ = machine.mailbox.put(together: contents.parked)
            defer { contents.parked = [] }
            return contents.parked
        }
        withExtendedLifetime(parked) {}
        await machine.wakeUp()
    }

    func waitForEnd() async throws {
        let latest = contents.withLock { $0.latest }
        try await latest?.finished
    }

    func halt() async {
        let latest = contents.withLock { $0.latest }
        await latest?.halt(exiting: restart == .fresh)
    }

    func stop() async throws {
        let latest = contents.withLock { $0.latest }
        try await latest?.stop()
    }

    func close(_ error: (any Error)?) {
        let (parked, former) = contents.withLock { contents -> ([Letter<Event>], [Machine<Top>?]) in
            let phase = contents.phase
            if case .over = phase { return ([], []) }
            contents.phase = .over(error)
            defer {
                contents.latest = nil
                contents.parked = []
            }
            if case .up(let machine) = phase { return (contents.parked, [contents.latest, machine]) }
            return (contents.parked, [contents.latest])
        }
        withExtendedLifetime(former) {}
        for case .call(_, let reply) in parked { refuse(reply) }
    }

    private func keep(_ result: Result<Snapshot, any Error>) {
        switch result {
        case .success(let snapshot): contents.withLock { $0.snapshot = snapshot }
        case .failure(let error): report(.snapshotFailed(name, reason: "\(error)"))
        }
    }

    /// The machine has run on for some time after the last snapshot: its timers have too.
    private func age(_ duration: Duration) {
        contents.withLock { contents in
            for index in contents.snapshot?.timers.indices ?? 0..<0 {
                let remaining = contents.snapshot?.timers[index].remaining ?? .zero
                contents.snapshot?.timers[index].remaining = max(remaining - duration, .zero)
            }
        }
    }

    /// What becomes of the letters that a machine leaves.
    private struct Estate {
        /// All of them, so that none is released while the lock is held.
        let letters: [Letter<Event>]
        /// Those that the machine has to answer itself.
        var own: [Letter<Event>] = []
        var kept: [Letter<Event>] = []
        var dropped: [Letter<Event>.Reply] = []
        /// Of messages that go on as plain events.
        var passages: [Passage] = []

        init(_ letters: [Letter<Event>], _ mailbox: Supervisor.MailboxPolicy) {
            self.letters = letters
            var cause: Origin?
            for letter in letters {
                let causes = cause.take().map { [Letter<Event>.cause($0)] } ?? []
                switch (letter, mailbox) {
                case (.cause(let next), _): cause = next
                case (.event, .kept), (.question, .kept), (.call, .kept): kept += causes + [letter]
                case (.plain(let event, _), .kept): kept.append(.event(event))
                case (.message(let event, let passage), .kept):
                    if let origin = passage.origin { kept.append(.cause(origin)) }
                    passages.append(passage)
                    kept.append(.event(event))
                case (.call(_, let reply), .dropped): dropped.append(reply)
                case (.event, .dropped), (.question, .dropped), (.plain, .dropped), (.message, .dropped), (.fail, _),
                    (.visit, _), (.stop, _),
                    (.service, _):
                    own.append(letter)
                }
            }
        }
    }

    /// Takes over what a machine leaves; answers with the letters that are the machine's own to answer.
    private func inherit(_ hasSuccessor: Bool, _ close: () -> [Letter<Event>]) -> [Letter<Event>] {
        // The mailbox is closed inside the lock, so that nobody is refused who could have been kept.
        let (estate, former) = contents.withLock { contents -> (Estate, Phase) in
            let former = contents.phase
            let letters = close()
            guard hasSuccessor else {
                contents.phase = .over(nil)
                defer { contents.parked = [] }
                var estate = Estate([], mailbox)
                estate.own = letters + contents.parked
                return (estate, former)
            }
            contents.phase = .down(keepsMail: mailbox == .kept)
            let estate = Estate(letters, mailbox)
            contents.parked = estate.kept + contents.parked
            return (estate, former)
        }
        withExtendedLifetime(former) {}
        for passage in estate.passages { passage.handled() }
        for reply in estate.dropped { refuse(reply, .dropped) }
        return estate.own
    }
}
