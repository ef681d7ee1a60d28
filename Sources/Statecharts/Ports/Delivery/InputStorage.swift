public import Synchronization

/// An input port without its public face: holds the lock and does outside it what the state machine decided.
@usableFromInline
final class InputStorage<Message: Sendable>: Sink, PortStorage, PassageOwner, RouteNode {
    typealias Consumer = CheckedContinuation<Parcel<Message>?, Never>
    typealias Producer = WaitingProducer
    typealias StateMachine = InputStateMachine<Message, Consumer, Producer>

    let state: Guarded<StateMachine>
    @usableFromInline let identity: PortIdentity
    let contract = ContractSlot<Message>()
    @usableFromInline let readers = EpochReclaimer.ofPorts
    /// Published while messages go to the receiver at once, and nothing is to be decided about them.
    @usableFromInline let express = RCUPointer<PlainTake<Message>>()
    /// Whether somebody may have to wait for room: here, or behind a proxy.
    @usableFromInline let mayWait: Bool
    @usableFromInline let isProxy = Atomic<Bool>(false)
    /// What letters call the port; given when a machine takes the port's messages.
    private let storedNumber = Guarded<PortNumber?>(nil)
    /// Whether the port ends with the output that it is connected to: the storage of a stream does.
    private let endsWithSource: Bool

    /// Which messages the port understands; `nil` for all.
    let filter: (@Sendable (Message) -> Bool)?

    @usableFromInline
    init(
        name: String?, buffering: PortBuffering, streamOf source: PortIdentity? = nil,
        reportingAs reported: PortIdentity? = nil, where filter: (@Sendable (Message) -> Bool)? = nil
    ) {
        self.filter = filter
        state = Guarded(StateMachine(policy: buffering, isOrdered: source == nil))
        if case .waiting = buffering { mayWait = true } else { mayWait = false }
        identity = PortIdentity(name: name, message: Message.self, direction: .input, source: source ?? reported)
        endsWithSource = source != nil
    }

    deinit {
        if let number = storedNumber.withLock({ $0 }) { NumberedPorts.shared.forget(number) }
    }

    @usableFromInline
    var number: PortNumber {
        storedNumber.withLock { number in
            if let number { return number }
            let made = NumberedPorts.shared.number(for: self)
            number = made
            return made
        }
    }

    // MARK: Messages come

    /// Takes a message that comes without a connection.
    @inlinable
    func send(_ parcel: Parcel<Message>) { _ = readers.read { receive(parcel, $0) } }

    /// Puts the message straight into the mailbox if nothing is in its way.
    @inlinable
    func receive(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Reception {
        if Tracing.isActive { return receiveTraced(parcel, reading) }
        let isTaken = express.withValue(reading) { $0.take(parcel.message, reading) }
        guard let isTaken else { return receiveInTurn(parcel) }
        if !isTaken { lose(parcel.message) }
        return .taken
    }

    /// Somebody wants to know causes. As long as no system is watched, messages without one go the short way all the
    /// same.
    @inlinable @inline(never)
    func receiveTraced(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Reception {
        if Tracing.isWatched { return receiveInTurn(parcel) }
        let parcel = parcel.traced
        if parcel.origin != nil { return receiveInTurn(parcel) }
        let isTaken = express.withValue(reading) { $0.take(parcel.message, reading) }
        guard let isTaken else { return receiveInTurn(parcel) }
        if !isTaken { lose(parcel.message) }
        return .taken
    }

    @inlinable
    func admit(_ parcel: Parcel<Message>, _ reading: ReadSection) -> Admission {
        mayWait || isProxy.load(ordering: .relaxed) || Tracing.isWatched
            ? .prepared(prepare(parcel.message)) : .received(receive(parcel, reading))
    }

    @usableFromInline
    func receiveInTurn(_ parcel: Parcel<Message>) -> Reception {
        guard understands(parcel.message) else { return .taken }
        guard parcel.origin == nil, let journal = identity.activeJournal else { return take(parcel.traced) }
        journal.submit(parcel.message, at: identity) { [self] origin in
            _ = take(Parcel(message: parcel.message, origin: origin))
        }
        return .taken
    }

    func take(_ parcel: Parcel<Message>) -> Reception {
        guard contract.isInForce else { return perform(withState { $0.receive(parcel) }, parcel) }
        judge(parcel) { [self] isAllowed in
            if isAllowed { perform(withState { $0.receive(parcel) }, parcel) }
        }
        return .taken
    }

    func receiveReserved(_ parcel: Parcel<Message>) {
        guard parcel.origin == nil, let journal = identity.activeJournal else { return takeReserved(parcel.traced) }
        journal.submit(parcel.message, at: identity) { [self] origin in
            takeReserved(Parcel(message: parcel.message, origin: origin))
        }
    }

    func takeReserved(_ parcel: Parcel<Message>) {
        judge(parcel) { [self] isAllowed in
            if isAllowed { perform(withState { $0.receiveReserved(parcel) }, parcel) } else { cancelReservation() }
        }
    }

    /// Goes on with what the contract says about a message: at once, or when those before it have been judged.
    func judge(_ parcel: Parcel<Message>, _ goOn: @escaping @Sendable (_ isAllowed: Bool) -> Void) {
        contract.judge(parcel) { [self] verdict in
            switch verdict {
            case .pass: goOn(true)
            case .refuse: goOn(false)
            case .fail(let error):
                taker?.fail(error)
                goOn(false)
            }
        }
    }

    @discardableResult
    func perform(_ action: StateMachine.Action, _ parcel: Parcel<Message>) -> Reception {
        switch action {
        case .none: parcel.origin?.arrive(at: identity.label)
        case .resume(let consumer, let parcel, let freed):
            parcel.origin?.arrive(at: identity.label)
            resume(consumer, parcel, freed: freed)
        case .push(let taker):
            openExpress()
            push(parcel, to: taker)
        case .drain:
            // A proxy passes it on at once.
            if let origin = parcel.origin, !(taker is Relay<Message>) { origin.arrive(at: identity.label) }
            drain()
        case .dropped(let hasArrived, _):
            if hasArrived { parcel.origin?.arrive(at: identity.label) }
            identity.report(.dropped, parcel.message)
        case .refused:
            identity.report(.undelivered, parcel.message)
            tellAbandoned(parcel.message)
            return .gone
        }
        return .taken
    }

    func push(_ parcel: Parcel<Message>, to taker: any Taker<Message>) {
        passed(parcel.origin, taker)
        switch taker.take(parcel, for: nil) {
        case .handled: break
        case .later: parcel.origin?.arrive(at: identity.label)
        case .gone: lose(parcel.message)
        }
    }

    /// Gives the queue to the taker, message by message, until it is empty or the taker is busy.
    func drain() {
        while true {
            let (next, freed, sent) = withState { state in
                let (next, freed) = state.nextForTaker()
                return (next, freed, state.sentLast)
            }
            grant(freed)
            if case .nothing = next {
                tellReadiness()
                return
            }
            guard let sent else {
                give(next)
                continue
            }
            // A machine that starts may have to put it in front of something that was sent later.
            SendingOrder.$waited.withValue(sent) { give(next) }
        }
    }

    private func give(_ next: StateMachine.Next) {
        switch next {
        case .nothing: break
        case .push(let taker, let parcel): push(parcel, to: taker)
        case .pull(let taker, let parcel):
            passed(parcel.origin, taker)
            switch taker.take(parcel, for: self) {
            case .handled: _ = withState { $0.handled(whileDraining: true) }
            case .later: break
            case .gone:
                lose(parcel.message)
                _ = withState { $0.handled(whileDraining: true) }
            }
        }
    }

    @usableFromInline
    func passageHandled() {
        if withState({ $0.handled(whileDraining: false) }) { drain() }
        tellReadiness()
    }

    @usableFromInline
    func passageLost(_ message: any Sendable, counted: Bool) {
        lose(message)
        if counted { passageHandled() }
    }

    @usableFromInline
    func lose(_ message: any Sendable) {
        withState { $0.lose() }
        identity.report(.undelivered, message)
    }

    /// Looks at the state or changes it, so that messages go to the receiver at once no longer than they may.
    func withState<Result: Sendable>(_ body: (inout StateMachine) -> Result) -> Result {
        let (result, former) = state.withLock { state in
            let result = body(&state)
            return (result, express.isOther(than: state.express) ? express.exchange(nil) : nil)
        }
        if let former { readers.retire(former) }
        return result
    }

    /// Lets the messages after this one go to the receiver at once, if they may.
    private func openExpress() {
        state.withLock { state in
            if !express.isPublished, !contract.isInForce { _ = express.exchange(state.express) }
        }
    }

    func enforce(_ clause: Clause<Message>) {
        contract.set(clause)
        let former = state.withLock { _ in express.exchange(nil) }
        if let former { readers.retire(former) }
    }

    // MARK: Receivers

    @usableFromInline
    func attach(_ taker: any Taker<Message>, _ plainTake: @escaping PlainTake<Message>.Function) {
        identity.adopt()
        let plainTake = understanding(plainTake)
        let (drains, former) = withState { $0.attach(taker, plainTake) }
        if drains { drain() }
        tellReadiness()
        withExtendedLifetime(former) {}
    }

    /// Attaches a taker that takes one message after the other, and none before `passageHandled()`.
    func occupy(by taker: any Taker<Message>) {
        withState { $0.occupy(by: taker) }
    }

    var taker: (any Taker<Message>)? { withState { $0.taker } }
    var hasTaker: Bool { taker != nil }

    // MARK: Looking and ending

    @usableFromInline
    var end: (label: PortLabel, isPartial: Bool) { (identity.label, filter != nil) }
    @usableFromInline
    var edges: [(label: PortLabel, isPartial: Bool)] { taker?.edges ?? [] }
    var bufferedCount: Int { withState { $0.bufferedCount } }
    var droppedCount: Int { withState { $0.droppedCount } }
    var undeliveredCount: Int { withState { $0.undeliveredCount } }
    var isFinished: Bool { withState { $0.isFinished } }

    @usableFromInline
    var following: [any RouteNode] { taker?.following ?? [] }

    @usableFromInline
    func sourceFinished() {
        if endsWithSource { finish() }
    }

    /// Nobody has the port any more: tells of messages that waited in it for a machine which was never started.
    func tellAbandoned() {
        guard let (machine, port) = identity.abandoned else { return }
        let messages = withState { $0.loseAll() }
        for message in messages { identity.report(.undelivered, message) }
        guard let first = messages.first else { return }
        let count = messages.count == 1 ? "a message" : "\(messages.count) messages"
        Misuse.tell(
            "the machine \(machine) was released before start(), and \(count) with it that waited in its port \(port) "
                + "(\(first)\(messages.count == 1 ? "" : ", …")); call start(), and keep the machine until it is done")
    }

    /// The same of one that comes afterwards.
    private func tellAbandoned(_ message: Message) {
        guard let (machine, port) = identity.abandoned, Misuse.isWorthTelling(undeliveredCount) else { return }
        Misuse.tell(
            "the machine \(machine) was released before start(), and a message was sent to its port \(port) afterwards "
                + "(\(message)); connections do not keep a machine: call start(), and keep it until it is done")
    }

    func finish() {
        let (consumers, producers) = withState { $0.finish() }
        callingOut()
        for consumer in consumers { consumer.resume(returning: nil) }
        for producer in producers { producer.resume(returning: .unneeded) }
    }
}
