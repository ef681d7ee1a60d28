/// A machine that a supervisor runs, in all of its lives: the handle that senders keep.
///
///     let player = supervisor.add("player") { Machine(Player()) }
///     player.post(.play)  // reaches the present machine, or the next one
///
/// What happens to events when the machine fails or is ended because of another one's failure:
/// - the event whose step failed is not taken again; a caller that awaits it gets the ``StepError``;
/// - with ``Supervisor/MailboxPolicy/kept`` events that were not taken yet are taken by the next machine, in order and
///   before any that arrive while there is none; callers that await them go on waiting;
/// - with ``Supervisor/MailboxPolicy/dropped`` they are lost, callers that await them get a ``SupervisorError``, and so
///   do callers that send while there is no machine. Before the first start events are kept all the same;
/// - messages that come through ports are treated like events, including those that come while there is no machine.
///   What is refused or lost counts as undelivered (``InputPort/undeliveredCount``), and is reported by the ``System``
///   that the machine was added to. What a machine receives only in some of its states, and what a
///   ``PointToPointChannel`` gives, waits in the port or in the channel instead, whatever the policy, even if it had
///   been given and its step had not begun;
/// - what comes while the next machine is being made is for that machine, whatever the policy: so the closure may make
///   connections that bring it a current value;
/// - what timers and activities have brought and was not taken yet is taken by the next machine, in its place, if that
///   machine goes on where the old one was (``Supervisor/Restart/fromLastSnapshot`` with a mailbox that is kept);
///   otherwise it is lost with the old machine. So is a failure that a port's contract has asked for. Activities that
///   were under way are for `restored()` to restart, see ``ActivityPolicy``.
public final class SupervisedMachine<Top: Statechart>: Sendable {
    /// The events of the chart.
    public typealias Event = Top.Event

    enum Phase {
        /// There is no machine at present.
        case down(keepsMail: Bool)
        /// The next machine has got what was kept and what its ports had, and is being started. What comes is behind
        /// that.
        case starting(Machine<Top>)
        case up(Machine<Top>)
        /// There will be none any more.
        case over((any Error)?)
    }

    struct Contents {
        var phase = Phase.down(keepsMail: true)
        var parked = ParkedEnvelopes<Event>()
        var snapshot: Snapshot?
        /// What is to be told after the start of the machine, until that was told; `nil` from then on.
        var heldBack: [SupervisionEvent]?
        /// Whether the machine that was made last has come to its end.
        var hasEnded = false
        /// Who reads the steps of all lives.
        var readers: [Int: LifeReader<Top>] = [:]
        var nextReader = 0
        /// The machine that was made last, whether it runs or not.
        var latest: Machine<Top>?
        /// Who is told of lives, where they begin and end.
        var followers: [@Sendable (LifeTurn) -> Void] = []
        /// Whether they have been told that there is no life to come.
        var hasToldEnd = false
        /// Whether the supervisor has given it up, so that there will be no life.
        var isGivenUp = false
        /// Whether there has been a life.
        var hasLived = false
        /// Whether a machine has started.
        var hasRun = false
        /// Whether the supervisor is ending the machine.
        var isStopping = false
        /// The systems that it is in.
        var memberships: [Membership] = []
        /// Whether it is in no system any more, because nobody will have it live again.
        var isGone = false
    }

    /// The name that the supervisor knows it by.
    public let name: String
    let restart: Supervisor.Restart
    let mailbox: Supervisor.MailboxPolicy
    let make: @Sendable () throws -> Machine<Top>
    let report: @Sendable (SupervisionEvent) -> Void
    /// The supervisor's.
    let time: SupervisionTime
    /// Those of all lives.
    let ports = PortsOfLives()
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

    deinit { depart() }

    /// The present machine; `nil` before the start, between two lives and after the end.
    public var machine: Machine<Top>? {
        contents.withLock { if case .up(let machine) = $0.phase { machine } else { nil } }
    }

    /// The snapshot that the next machine would start from; `nil` without ``Supervisor/Restart/fromLastSnapshot``.
    public var lastSnapshot: Snapshot? { contents.withLock { $0.snapshot } }

    /// Gives the machine an event and returns at once; before the start and between two lives the event is kept, if the
    /// mailbox is.
    ///
    /// Events of one caller are taken in the order of posting, even across restarts. Events that are kept but get no
    /// machine, because the supervisor ends first, are lost, and reported on standard error.
    /// - Returns: `false` if the event will not be taken.
    @discardableResult
    public func post(_ event: Event) -> Bool { put(.event(event, .present)) }

    /// Gives the machine an event and waits until its step is complete, in whichever of its lives.
    ///
    /// Inside an action of a machine it does not wait for another life, because the restart may be waiting for that
    /// action: there it throws while there is no machine, and if the machine fails, or is ended because of another
    /// one's failure, before it takes the event. With a mailbox that is kept, the next machine takes the event all the
    /// same.
    /// - Returns: how the event was taken; ``Outcome/finished`` if the machine has come to its end.
    /// - Throws: ``StepError`` if the machine fails in this step, ``SupervisorError`` if it is down and keeps no mail,
    ///   if the event is dropped in a restart, or if the supervisor has given up; ``MachineError`` with the code
    ///   ``MachineError/Code/deadlock`` from inside an action that the machine waits for.
    @discardableResult
    public func send(_ event: Event) async throws -> Outcome {
        if ActionContext.here != nil { return try await sendFromAction(event) }
        let reply = StepContinuation()
        if !put(.event(event, .reply(reply))) { refuse(reply) }
        return try await reply.value()
    }

    private func sendFromAction(_ event: Event) async throws -> Outcome {
        let (machine, end) = contents.withLock { contents -> (Machine<Top>?, (any Error)?) in
            switch contents.phase {
            case .up(let machine): (machine, nil)
            case .down, .starting:
                (nil, SupervisorError(.down, name, "has no machine at present, which an action cannot wait for"))
            case .over(let error): (nil, error)
            }
        }
        if let machine { return try await machine.send(event) }
        if let end { throw end }
        return .finished
    }

    /// A message that came through a port, and that a machine which has ended could not take.
    func takeOver(_ envelope: Envelope<Event>) -> Bool {
        switch envelope {
        case .event, .inside: put(envelope, sent: SendingOrder.waited)
        // A violation of a contract concerns the life that it was meant for, and nothing else comes through ports.
        case .resource, .request, .failure, .stop: false
        }
    }

    /// - Parameter sent: when, if not just now.
    func put(_ envelope: Envelope<Event>, sent: UInt64? = nil) -> Bool {
        let hasWayBack = envelope.wayBack != nil
        let (isTaken, sleeper) = contents.withLock { contents -> (Bool?, Machine<Top>?) in
            switch contents.phase {
            case .down where hasWayBack: return (nil, nil)
            case .down(let keepsMail):
                if keepsMail { contents.parked.append(envelope, sent: sent ?? SendingOrder.next()) }
                return (keepsMail, nil)
            case .up(let machine), .starting(let machine):
                switch machine.mailbox.put(envelope) {
                case .kept: return (true, nil)
                case .wake: return (true, machine)
                case .refused: return (false, nil)
                }
            case .over: return (false, nil)
            }
        }
        if let sleeper { MailboxScheduler.call(sleeper) }
        // It waits where it came from, for whoever is ready first.
        if isTaken == nil { envelope.returnToPort() }
        return isTaken ?? true
    }

    func refuse(_ reply: StepContinuation, _ code: SupervisorError.Code = .down) {
        let error = contents.withLock { contents -> (any Error)? in
            switch contents.phase {
            case .down, .starting:
                let what = code == .down ? "is being restarted and keeps no mail" : "was ended before it took the event"
                return SupervisorError(code, name, what)
            case .up: return nil
            case .over(let error): return error
            }
        }
        if let error { reply.resume(with: .failure(error)) } else { reply.resume(returning: .finished) }
    }
}

extension WaitingNumbers {
    /// Of envelopes that a machine has left.
    init<Event>(of envelopes: [Envelope<Event>]) {
        self.init()
        for case .resource(let message) in envelopes {
            switch message {
            case .due, .work: break
            case .expired(let timer, _):
                timers.insert(timer)
                last = max(last, timer)
            case .event(_, _, _, let activation, _): last = max(last, activation)
            case .ended(_, let activity, _, let activation, _):
                activities.insert(activity)
                last = max(last, activity, activation)
            }
        }
    }
}
