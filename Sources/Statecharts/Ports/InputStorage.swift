/// An input port without its public face: holds the lock and does outside it what the state machine decided.
@usableFromInline
final class InputStorage<Message: Sendable>: Sink, PortStorage, PassageOwner {
    private let state: Guarded<InputStateMachine<Message>>
    @usableFromInline let identity: PortIdentity
    private let contract = ContractSlot<Message>()
    @usableFromInline let readers = Readers.ofPorts
    /// Published while messages go to the receiver at once, and nothing is to be decided about them.
    @usableFromInline let express = Published<PlainTake<Message>>()
    /// What letters call the port; given when a machine takes the port's messages.
    private let storedNumber = Guarded<PortNumber?>(nil)
    /// Whether the port ends with the output that it is connected to: the storage of a stream does.
    private let endsWithSource: Bool

    @usableFromInline
    init(name: String?, buffering: PortBuffering, streamOf source: PortIdentity? = nil) {
        state = Guarded(InputStateMachine(policy: buffering))
        identity = PortIdentity(name: name, message: Message.self, direction: .input, source: source)
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
    func receive(_ parcel: Parcel<Message>, _ reading: Reading) -> Reception {
        let isTaken = Tracing.isActive ? nil : express.withValue(reading) { $0.take(parcel.message, reading) }
        guard let isTaken else { return receiveInTurn(parcel) }
        if !isTaken { lose(parcel.message) }
        return .taken
    }

    @usableFromInline
    func receiveInTurn(_ parcel: Parcel<Message>) -> Reception {
        guard parcel.origin == nil, let router = identity.activeRouter else { return take(parcel) }
        router.submit(parcel.message, at: identity) { [self] origin in
            _ = take(Parcel(message: parcel.message, origin: origin))
        }
        return .taken
    }

    private func take(_ parcel: Parcel<Message>) -> Reception {
        guard isAllowed(parcel) else { return .taken }
        return perform(withState { $0.receive(parcel) }, parcel)
    }

    func receiveReserved(_ parcel: Parcel<Message>) {
        guard parcel.origin == nil, let router = identity.activeRouter else { return takeReserved(parcel) }
        router.submit(parcel.message, at: identity) { [self] origin in
            takeReserved(Parcel(message: parcel.message, origin: origin))
        }
    }

    private func takeReserved(_ parcel: Parcel<Message>) {
        guard isAllowed(parcel) else { return cancelReservation() }
        _ = perform(withState { $0.receiveReserved(parcel) }, parcel)
    }

    func isAllowed(_ parcel: Parcel<Message>) -> Bool {
        switch contract.judge(parcel, at: identity) {
        case .pass: return true
        case .refuse: return false
        case .fail(let error):
            taker?.fail(error)
            return false
        }
    }

    @discardableResult
    private func perform(_ action: InputStateMachine<Message>.Action, _ parcel: Parcel<Message>) -> Reception {
        switch action {
        case .none: parcel.origin?.arrive(at: identity.label)
        case .resume(let consumer, let parcel):
            parcel.origin?.arrive(at: identity.label)
            consumer.resume(returning: parcel)
        case .push(let taker):
            openExpress()
            push(parcel, to: taker)
        case .drain:
            parcel.origin?.arrive(at: identity.label)
            drain()
        case .dropped(let hasArrived):
            if hasArrived { parcel.origin?.arrive(at: identity.label) }
            identity.report(.dropped, parcel.message)
        case .refused:
            identity.report(.undelivered, parcel.message)
            return .gone
        }
        return .taken
    }

    private func push(_ parcel: Parcel<Message>, to taker: any Taker<Message>) {
        switch taker.take(parcel, for: nil) {
        case .handled: break
        case .later: parcel.origin?.arrive(at: identity.label)
        case .gone: lose(parcel.message)
        }
    }

    /// Gives the queue to the taker, message by message, until it is empty or the taker is busy.
    func drain() {
        while true {
            let (next, freed) = withState { $0.nextForTaker() }
            freed?.resume(returning: .granted)
            switch next {
            case .nothing:
                tellReadiness()
                return
            case .push(let taker, let parcel): push(parcel, to: taker)
            case .pull(let taker, let parcel):
                switch taker.take(parcel, for: self) {
                case .handled: _ = withState { $0.handled(whileDraining: true) }
                case .later: break
                case .gone:
                    lose(parcel.message)
                    _ = withState { $0.handled(whileDraining: true) }
                }
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
    func withState<Result: Sendable>(_ body: (inout InputStateMachine<Message>) -> Result) -> Result {
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

    func enforce(
        _ terms: Contract<Message>, _ policy: ContractSlot<Message>.Policy,
        _ report: @escaping @Sendable (ContractViolation) -> Void
    ) {
        contract.set(terms, policy, report)
        let former = state.withLock { _ in express.exchange(nil) }
        if let former { readers.retire(former) }
    }

    // MARK: Receivers

    @usableFromInline
    func attach(_ taker: any Taker<Message>, _ plainTake: @escaping PlainTake<Message>.Function) {
        if withState({ $0.attach(taker, plainTake) }) { drain() }
        tellReadiness()
    }

    var taker: (any Taker<Message>)? { withState { $0.taker } }
    var hasTaker: Bool { taker != nil }

    // MARK: Consumers

    func next() async -> Parcel<Message>? {
        let id = withState { $0.newID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { consumer in
                let isCancelled = Task.isCancelled
                switch withState({ $0.next(id, consumer, isCancelled: isCancelled) }) {
                case .message(let parcel, let freed):
                    freed?.resume(returning: .granted)
                    consumer.resume(returning: parcel)
                case .wait:
                    tellReadiness()
                    // Cancelled between the question above and the answer: the handler found nobody to resume.
                    if Task.isCancelled { cancelConsumer(id) }
                }
            }
        } onCancel: {
            cancelConsumer(id)
        }
    }

    private func cancelConsumer(_ id: Int) {
        withState { $0.cancelConsumer(id) }?.resume(returning: nil)
    }

    // MARK: Producers that wait

    @usableFromInline
    func prepare(_ message: Message) async throws -> [any PreparedDelivery] {
        let id = withState { $0.newID() }
        let permission = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { producer in
                switch withState({ $0.reserve(id, producer) }) {
                case .granted: producer.resume(returning: .granted)
                case .unneeded, .refused: producer.resume(returning: .unneeded)
                case .wait:
                    if Task.isCancelled { cancelProducer(id) }
                }
            }
        } onCancel: {
            cancelProducer(id)
        }
        let delivery = InputDelivery(storage: self, message: message, isReserved: permission == .granted)
        if Task.isCancelled {
            delivery.cancel()
            throw CancellationError()
        }
        return [delivery]
    }

    private func cancelProducer(_ id: Int) {
        withState { $0.cancelProducer(id) }?.resume(throwing: CancellationError())
    }

    func cancelReservation() {
        withState { $0.cancelReservation() }?.resume(returning: .granted)
    }

    // MARK: Looking and ending

    @usableFromInline
    var end: (label: PortLabel, isPartial: Bool) { (identity.label, false) }
    @usableFromInline
    var edges: [(label: PortLabel, isPartial: Bool)] { taker?.edges ?? [] }
    var bufferedCount: Int { withState { $0.bufferedCount } }
    var droppedCount: Int { withState { $0.droppedCount } }
    var undeliveredCount: Int { withState { $0.undeliveredCount } }
    var isFinished: Bool { withState { $0.isFinished } }

    @usableFromInline
    func sourceFinished() {
        if endsWithSource { finish() }
    }

    func finish() {
        let (consumers, producers) = withState { $0.finish() }
        for consumer in consumers { consumer.resume(returning: nil) }
        for producer in producers { producer.resume(returning: .unneeded) }
    }
}

/// Room for one message in an input port.
private struct InputDelivery<Message: Sendable>: PreparedDelivery {
    let storage: InputStorage<Message>
    let message: Message
    let isReserved: Bool

    func commit(_ origin: Origin?) {
        let parcel = Parcel(message: message, origin: origin)
        if isReserved { storage.receiveReserved(parcel) } else { storage.send(parcel) }
    }
    func cancel() {
        if isReserved { storage.cancelReservation() }
    }
}
