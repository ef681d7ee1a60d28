import Synchronization

/// An input port without its public face: holds the lock, and does outside it what the state machine decided.
@usableFromInline
final class InputStorage<Message: Sendable>: Sink, PortStorage, DeliveringPort, RouteNode {
    typealias Consumer = CheckedContinuation<Parcel<Message>?, Never>
    typealias Producer = WaitingProducer
    typealias StateMachine = InputStateMachine<Message, Consumer, Producer>

    let state: Guarded<StateMachine>
    @usableFromInline let identity: PortIdentity
    let contract = ContractSlot<Message>()
    @usableFromInline let reclaimer = EpochReclaimer.ofPorts
    /// How messages go to the receiver at once. Published while nothing is to be decided about them.
    @usableFromInline let directDelivery = RCUPointer<DirectDelivery<Message>>()
    /// The number of a port whose senders may have to wait for room, 0 for others: see ``RoomSearch/inOrder``.
    @usableFromInline let roomNumber: UInt64
    let isProxy = Atomic<Bool>(false)
    /// True if a machine takes the messages in some of its states only.
    let isGated = Atomic<Bool>(false)
    /// True once nobody has the port any more, which a machine may still take from.
    let isReleased = Atomic<Bool>(false)
    /// What mailboxes call the port; given when a machine takes the port's messages.
    private let storedNumber = Guarded<PortNumber?>(nil)
    /// True if the port ends with the output that it is connected to: the storage of a stream does.
    private let endsWithSource: Bool
    /// True for the buffer of an ``OutboundPort``.
    private let isWayOut: Bool
    /// Which messages the port understands; `nil` for all.
    let filter: (@Sendable (Message) -> Bool)?

    @usableFromInline
    init(
        name: String?, buffering: PortBuffering, streamOf source: PortIdentity? = nil,
        reportingAs reported: PortIdentity? = nil, where filter: (@Sendable (Message) -> Bool)? = nil
    ) {
        self.filter = filter
        state = Guarded(StateMachine(policy: buffering, isOrdered: source == nil))
        if case .waiting = buffering { roomNumber = RoomSearch.nextNumber() } else { roomNumber = 0 }
        identity = PortIdentity(name: name, message: Message.self, direction: .input, source: source ?? reported)
        endsWithSource = source != nil
        isWayOut = reported != nil
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

    @usableFromInline var mayWait: Bool { roomNumber > 0 || isProxy.load(ordering: .relaxed) }

    // MARK: The way in

    /// Offers a message that comes without a connection, in a read section.
    @inlinable @discardableResult
    func send(_ message: Message, mode: OfferMode = .immediate) -> OfferResult {
        reclaimer.read { offer(Parcel(message: message, context: nil), mode: mode, $0) }
    }

    /// Straight to the receiver while nothing is to be decided, otherwise step by step.
    @inlinable
    func offer(_ parcel: Parcel<Message>, mode: OfferMode, _ section: ReadSection) -> OfferResult {
        guard case .immediate = mode, !Tracing.isWatched, parcel.traced.context == nil,
            let isTaken = directDelivery.withValue(section, { $0.take(parcel.message, section) })
        else { return offerInSteps(parcel, mode) }
        if isTaken { return .taken }
        lose(parcel.message)
        return lostResult
    }

    /// All steps: the filter; what was reserved for the message; the journal of a system that watches; the contract;
    /// the receiver.
    @usableFromInline
    func offerInSteps(_ parcel: Parcel<Message>, _ mode: OfferMode) -> OfferResult {
        guard understands(parcel.message) else { return .foreign }
        let claim: StateMachine.Claim
        switch mode {
        case .immediate: claim = .nothing
        case .reserved(let reservation): claim = reservation.redeem(at: self) ? .place : .nothing
        case .ifReady:
            // A channel waits for the answer, so the journal may not delay the message here.
            switch withState({ $0.claim() }) {
            case .ready(let receiver): return askContract(parcel, receiver, mode)
            case .busy: return .busy
            case .gone: return .gone
            }
        }
        guard let journal = identity.journal(toNumber: parcel.context) else {
            return askContract(parcel.traced, claim, mode)
        }
        journal.submit(parcel.message, at: identity, parcel.context) { [self] in
            note(parcel.message, claim, in: $0)
        } deliver: { [self] context in
            _ = askContract(Parcel(message: parcel.message, context: context), claim, mode)
        }
        return .taken
    }

    /// Has the contract judge a message. If it does so later, because another thread is at it, the message counts as
    /// taken until then.
    private func askContract(
        _ parcel: Parcel<Message>, _ claim: StateMachine.Claim, _ mode: OfferMode
    ) -> OfferResult {
        guard contract.isInForce else { return receive(parcel, claim, mode) }
        let answer = LateAnswer<OfferResult>()
        contract.judge(parcel) { [self] verdict in
            switch verdict {
            case .accept:
                let received = receive(parcel, claim, mode)
                // Late: the channel believes that the message is taken, so it goes back there, or is lost.
                guard !answer.set(received), case .taker = claim, received == .gone else { return }
                if !(mode.wayBack?.go() ?? false) { lose(parcel.message) }
            case .refuse: release(claim)
            case .fail(let error):
                taker?.fail(error)
                release(claim)
            }
        }
        return answer.takeOrGoOn() ?? .taken
    }

    /// Gives a message that may pass to the receiver, and notes for a system how: it arrives here, or passes a proxy.
    private func receive(_ parcel: Parcel<Message>, _ claim: StateMachine.Claim, _ mode: OfferMode) -> OfferResult {
        let isProxy = isProxy.load(ordering: .relaxed)
        // Only a proxy has ports behind it, where places stay reserved while a message waits here.
        let modeBehind = isProxy ? mode : .immediate
        // A message that waits in a proxy is handed on by whoever hands on those before it, perhaps on another thread.
        let openDelivery = isProxy ? OpenDelivery(of: parcel.context) : nil
        defer { withExtendedLifetime(openDelivery) {} }
        if isProxy { parcel.context?.notePassedProxy(identity.label) }
        switch withState({ $0.receive(parcel, claim, mode: modeBehind, openDelivery: openDelivery) }) {
        case .none: break
        case .resume(let consumer, let freed): resume(consumer, parcel, freed: freed)
        case .push(let taker):
            publishDirectDelivery()
            guard push(parcel, modeBehind, to: taker) else { return lostResult }
        case .pull(let taker): guard pull(parcel, mode, taker) else { return .gone }
        case .drain:
            drain()
            if isGone { return .gone }
        case .dropped(let hasArrived, let older):
            identity.report(.dropped, older?.parcel.message ?? parcel.message)
            guard hasArrived else { return .taken }
        case .refused:
            identity.report(.undelivered, parcel.message)
            tellAbandoned(parcel.message)
            return .gone
        }
        if !isProxy { parcel.context?.arrive(at: identity.label) }
        return .taken
    }

    /// True if the message is one for this port; asked before anything else is done about it.
    func understands(_ message: Message) -> Bool {
        guard let filter else { return true }
        callingOut()
        return filter(message)
    }

    // MARK: To the receiver

    /// Answers `false` if the taker has come to its end; then the message is counted as lost.
    private func push(_ parcel: Parcel<Message>, _ mode: OfferMode, to taker: any Taker<Message>) -> Bool {
        switch taker.take(parcel, mode: mode, for: nil) {
        case .handled, .later: return true
        case .gone:
            lose(parcel.message)
            return false
        }
    }

    /// What a connection is told of a message that was lost because the taker has come to its end.
    @usableFromInline var lostResult: OfferResult { isGone ? .gone : .taken }

    /// Gives a message to a taker that was claimed for it. Answers `false` if the taker has come to its end; then the
    /// message is not counted here.
    private func pull(_ parcel: Parcel<Message>, _ mode: OfferMode, _ taker: any Taker<Message>) -> Bool {
        switch taker.take(parcel, mode: mode, for: self) {
        case .later: return true
        case .handled:
            deliveryHandled()
            return true
        case .gone:
            deliveryHandled()
            return false
        }
    }

    /// Gives the queue to the taker, message by message, until it is empty or the taker is busy. To be called by whom
    /// the state machine has told to.
    @usableFromInline
    func drain() {
        while true {
            let (next, freed) = withState { $0.nextForTaker() }
            grant(freed)
            switch next {
            case .nothing: return tellReadiness()
            case .push(let taker, let buffered):
                _ = buffered.handedOn { push(buffered.parcel, buffered.mode, to: taker) }
            case .pull(let taker, let buffered):
                switch buffered.handedOn({ taker.take(buffered.parcel, mode: mode(for: buffered), for: self) }) {
                case .handled: _ = withState { $0.handled(whileDraining: true) }
                case .later: break
                case .gone:
                    lose(buffered.parcel.message)
                    _ = withState { $0.handled(whileDraining: true) }
                }
            }
            // It has been handed on now: see ``OpenDelivery``.
            withExtendedLifetime(next) {}
        }
    }

    @usableFromInline
    func deliveryHandled() {
        if withState({ $0.handled(whileDraining: false) }) { drain() }
        tellReadiness()
    }

    @usableFromInline
    func deliveryLost(_ message: any Sendable, counted: Bool) {
        lose(message)
        if counted { deliveryHandled() }
    }

    @usableFromInline
    func lose(_ message: any Sendable) {
        withState { $0.lose() }
        identity.report(.undelivered, message)
    }

    // MARK: The state

    /// Looks at the state or changes it. Takes back the published delivery if the state allows it no more.
    func withState<Result: Sendable>(_ body: (inout StateMachine) -> Result) -> Result {
        let (result, former) = state.withLock { state in
            let result = body(&state)
            let isFormer = directDelivery.isOther(than: state.directDelivery)
            return (result, isFormer ? directDelivery.exchange(nil) : nil)
        }
        if let former { reclaimer.retire(former) }
        return result
    }

    /// Publishes how messages go to the receiver at once, if they may.
    private func publishDirectDelivery() {
        state.withLock { state in
            if !directDelivery.isPublished, !contract.isInForce { _ = directDelivery.exchange(state.directDelivery) }
        }
    }

    func enforce(_ clause: Clause<Message>) {
        contract.set(clause)
        let former = state.withLock { _ in directDelivery.exchange(nil) }
        if let former { reclaimer.retire(former) }
    }

    var bufferedCount: Int { withState { $0.queue.count } }
    var droppedCount: Int { withState { $0.droppedCount } }
    var undeliveredCount: Int { withState { $0.undeliveredCount } }
    var isFinished: Bool { withState { $0.isFinished } }

    @usableFromInline var edge: (label: PortLabel, isPartial: Bool) { (identity.label, filter != nil) }
    @usableFromInline var edges: [(label: PortLabel, isPartial: Bool)] { taker?.edges ?? [] }
    @usableFromInline var following: [any RouteNode] { taker?.following ?? [] }

    // Only the buffer of a way out is exported, and a proxy that is an input leads to inputs only.
    @usableFromInline var mayLeaveProcess: Bool { isWayOut }
    @usableFromInline var leavesProcess: Bool { isWayOut }

    @usableFromInline
    func sourceFinished() {
        if endsWithSource { finish() }
    }

    func finish() {
        let (consumers, producers) = withState { $0.finish() }
        callingOut()
        for consumer in consumers { consumer.resume(returning: nil) }
        for producer in producers { producer.resume(returning: .unneeded) }
    }
}
