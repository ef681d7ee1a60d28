/// A machine that a supervisor runs, whichever incarnation it is in: what senders hold on to.
///
///     let player = supervisor.add("player") { Machine(Player()) }
///     player.post(.play)  // reaches the present machine, or the next one
///
/// What happens to events when the machine fails or is ended for another one's failure:
/// - the event whose step failed is not taken again; who awaits it gets the ``StepError``;
/// - with ``Supervisor/MailboxPolicy/kept`` events that were not taken yet are taken by the next machine, in order and before any that arrive while
///   there is none; who awaits them goes on waiting.;
/// - with ``Supervisor/MailboxPolicy/dropped`` they are lost, who awaits them gets a ``SupervisorError``, and so does who sends while there
///   is no machine. Before the first start events are kept all the same;
/// - messages that come through ports are treated like events, also those that come while there is no machine. What is refused or lost counts as
///   undelivered (``InputPort/undeliveredCount``) and is reported by a ``System``;
/// - what timers and activities have brought and was not taken yet is taken by the next machine, in its place, if that goes on where the old one stood
///   (``Supervisor/Restart/fromLastSnapshot`` with a mailbox that is kept); else it ends with the old machine. So does a failure that a port's
///   contract has asked for. Activities that were under way are for `restored()` to begin again, see ``ActivityPolicy``.
public final class SupervisedMachine<Top: Statechart>: Sendable {
    /// The events of the chart.
    public typealias Event = Top.Event

    enum Phase {
        /// There is no machine at present.
        case down(keepsMail: Bool)
        case up(Machine<Top>)
        /// There will be none any more.
        case over((any Error)?)
    }

    struct Contents {
        var phase = Phase.down(keepsMail: true)
        var parked: [Letter<Event>] = []
        var snapshot: Snapshot?
        /// Whether the machine that was made last has come to its end.
        var hasEnded = false
        /// Who reads the steps of all lives.
        var readers: [Int: AsyncStream<Machine<Top>.Steps>.Continuation] = [:]
        var nextReader = 0
        /// The machine that was made last, whether it runs or not.
        var latest: Machine<Top>?
    }

    /// The name that the supervisor knows it by.
    public let name: String
    private let restart: Supervisor.Restart
    private let mailbox: Supervisor.MailboxPolicy
    private let make: @Sendable () throws -> Machine<Top>
    private let report: @Sendable (SupervisionEvent) -> Void
    /// The supervisor's.
    let time: SupervisionTime
    let contents = Guarded(Contents())

    init(
        _ name: String, _ restart: Supervisor.Restart, _ mailbox: Supervisor.MailboxPolicy, _ time: SupervisionTime,
        _ make: @escaping @Sendable () throws -> Machine<Top>, report: @escaping @Sendable (SupervisionEvent) -> Void
    ) {
        self.name = name
        self.restart = restart
        self.mailbox = mailbox
        self.time = time
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

    func put(_ letter: Letter<Event>) -> Bool { put(letter, causedBy: Tracing.present) }

    /// A message that came through a port, and that a machine which has ended could not take.
    func takeOver(_ letter: Letter<Event>) -> Bool {
        switch letter {
        case .plain, .message, .inside: put(letter, causedBy: nil)
        // A violation of a contract concerns the life that it was meant for, and nothing else comes through ports.
        case .event, .question, .cause, .fail, .call, .visit, .stop, .service: false
        }
    }

    private func put(_ letter: Letter<Event>, causedBy cause: Origin?) -> Bool {
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
        let (snapshot, parked, readers, former, phase) = contents.withLock { contents in
            let (former, phase, parked) = (contents.latest, contents.phase, contents.parked)
            if case .over = contents.phase { contents.phase = .down(keepsMail: true) }
            contents.latest = machine
            contents.hasEnded = false
            contents.parked = []
            return (contents.snapshot, parked, Array(contents.readers.values), former, phase)
        }
        withExtendedLifetime((former, phase)) {}
        let hasJoined = time.calls.begin()
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
            ranOn: { [weak self] in self?.age($0) }, takeOver: { [weak self] in self?.takeOver($0) ?? false },
            joined: hasJoined)
        defer { hasJoined() }
        await machine.prepare(succession, from: snapshot, WaitingNumbers(of: parked))
        callingOut()
        for reader in readers { reader.yield(machine.steps) }
        // What was kept is in front of whatever the machine gets by starting, such as the expiries of timers that are late.
        _ = machine.mailbox.put(together: parked)
        do { try await machine.start() } catch {
            // Unless the machine has failed, and left it already.
            let former = contents.withLock { contents in
                let former = contents.parked
                contents.parked = machine.mailbox.close() + former
                return former
            }
            withExtendedLifetime((former, parked)) {}
            throw error
        }
        let isWhole = time.calls.begin()
        defer { isWhole() }
        for interruption in await machine.interrupted { report(.interrupted(name, interruption)) }
        let later = contents.withLock { contents -> [Letter<Event>] in
            // A machine that came to its end meanwhile has said so already.
            guard case .down = contents.phase, contents.latest === machine, !contents.hasEnded else { return [] }
            contents.phase = .up(machine)
            _ = machine.mailbox.put(together: contents.parked)
            defer { contents.parked = [] }
            return contents.parked
        }
        withExtendedLifetime((parked, later)) {}
        await machine.wakeUp()
    }

    func waitForEnd() async -> LifeEnd { await end { try await $0.finished } }

    func halt() async -> LifeEnd? {
        guard let latest = contents.withLock({ $0.latest }) else { return nil }
        let watch = watch(latest)
        let hasHalted = await latest.halt(exiting: restart == .fresh)
        if let watch { time.keeper?.discard(watch) }
        return hasHalted ? nil : await waitForEnd()
    }

    func stop() async -> LifeEnd { await end { try await $0.stop() } }

    /// Has the clock go on waiting for what a machine has begun when that has come to its end and made itself unknown.
    private func watch(_ machine: Machine<Top>) -> Alarm? {
        guard let keeper = time.keeper else { return nil }
        let alarm = Alarm(ring: { _ in }, settle: { [weak machine] in await machine?.settle() })
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
        for letter in parked {
            switch letter {
            case .call(_, let reply): refuse(reply)
            case .plain(let event, let port): port.lost(event)
            case .message(let event, let passage): passage.lost(event)
            case .inside(let letter): letter.passage.lost(letter.event)
            case .question(_, let question): question.endUnanswered()
            case .event, .cause, .fail, .visit, .stop, .service: break
            }
        }
        endReaders()
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

    /// How many letters wait for the next machine.
    var parkedCount: Int { contents.withLock { $0.parked.count } }

    var isOver: Bool { contents.withLock { if case .over = $0.phase { true } else { false } } }

    var presentMachine: ObjectIdentifier? { machine.map { ObjectIdentifier($0) } }

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

        /// - Parameter goesOn: whether the next machine is in the same states, so that what belongs to them goes on.
        init(_ letters: [Letter<Event>], _ mailbox: Supervisor.MailboxPolicy, goesOn: Bool) {
            self.letters = letters
            var cause: Origin?
            for letter in letters {
                let causes = cause.take().map { [Letter<Event>.cause($0)] } ?? []
                switch (letter, mailbox) {
                case (.cause(let next), _): cause = next
                case (.event, .kept), (.question, .kept), (.call, .kept), (.plain, .kept), (.message, .kept),
                    (.inside, .kept):
                    kept += causes + [letter]
                case (.call(_, let reply), .dropped): dropped.append(reply)
                case (.service(.event), .kept) where goesOn, (.service(.ended), .kept) where goesOn,
                    (.service(.expired), .kept) where goesOn:
                    kept += causes + [letter]
                case (.event, .dropped), (.question, .dropped), (.plain, .dropped), (.message, .dropped),
                    (.inside, .dropped), (.fail, _),
                    (.visit, _), (.stop, _),
                    (.service, _):
                    own.append(letter)
                }
            }
        }
    }

    /// Takes over what a machine leaves; answers with the letters that are the machine's own to answer.
    private func inherit(_ hasSuccessor: Bool, _ close: () -> [Letter<Event>]) -> [Letter<Event>] {
        let goesOn = restart == .fromLastSnapshot
        // The mailbox is closed inside the lock, so that nobody is refused who could have been kept.
        let (estate, former) = contents.withLock { contents -> (Estate, (Phase, [Letter<Event>])) in
            let former = (contents.phase, contents.parked)
            let letters = close()
            contents.hasEnded = true
            guard hasSuccessor else {
                contents.phase = .over(nil)
                contents.parked = []
                var estate = Estate([], mailbox, goesOn: goesOn)
                estate.own = letters + former.1
                return (estate, former)
            }
            contents.phase = .down(keepsMail: mailbox == .kept)
            let estate = Estate(letters, mailbox, goesOn: goesOn)
            contents.parked = estate.kept + contents.parked
            return (estate, former)
        }
        withExtendedLifetime(former) {}
        for reply in estate.dropped { refuse(reply, .dropped) }
        if !hasSuccessor { endReaders() }
        return estate.own
    }
}

extension WaitingNumbers {
    /// Of letters that a machine has left.
    init<Event>(of letters: [Letter<Event>]) {
        for case .service(let message) in letters {
            switch message {
            case .due, .work: break
            case .expired(let timer, _):
                timers.insert(timer)
                last = max(last, timer)
            case .event(_, _, let activation): last = max(last, activation)
            case .ended(_, let activity, _, let activation):
                activities.insert(activity)
                last = max(last, activity, activation)
            }
        }
    }
}
