/// An output port without its public face: holds the lock and delivers outside it.
@usableFromInline
final class OutputStorage<Message: Sendable>: Sink, PortStorage, RouteNode {
    @usableFromInline typealias StateMachine = OutputStateMachine<Message>
    let state: Guarded<StateMachine>
    @usableFromInline let identity: PortIdentity
    let contract = ContractSlot<Message>()
    /// Whether it is inside an input port that forwards its messages.
    let isRelay: Bool
    let isSame: (@Sendable (Message, Message) -> Bool)?
    /// What the messages are changes of, if they are.
    let fold: Fold<Message>?
    @usableFromInline let readers = EpochReclaimer.ofPorts
    /// Published while messages go to the ends at once, and nothing is to be decided about them.
    @usableFromInline let route = RCUPointer<Route<Message>>()

    @usableFromInline
    init(name: String?, isRelay: Bool = false) {
        self.isRelay = isRelay
        isSame = nil
        fold = nil
        state = Guarded(StateMachine())
        identity = PortIdentity(name: name, message: Message.self, direction: .output)
    }

    /// - Parameter isSame: whether two values are the same, so that the second one is not sent; `nil` if all are.
    init(name: String?, current: Message, isSame: (@Sendable (Message, Message) -> Bool)? = nil) {
        isRelay = false
        self.isSame = isSame
        fold = nil
        state = Guarded(StateMachine(current: current, saysOnce: isSame != nil))
        identity = PortIdentity(name: name, message: Message.self, direction: .output)
    }

    /// - Parameter fold: makes one whole of all messages.
    init(name: String?, fold: Fold<Message>) {
        isRelay = false
        isSame = nil
        self.fold = fold
        state = Guarded(StateMachine(folds: true))
        identity = PortIdentity(name: name, message: Message.self, direction: .output)
    }

    deinit {
        for link in state.withLock({ $0.finish().1.links }) { link.sink.sourceFinished() }
    }

    // MARK: Sending

    /// Gives the message straight to the ends if nothing is in its way.
    @inlinable
    func send(_ message: Message) {
        _ = readers.read { receive(Parcel(message: message, origin: nil), $0) }
    }

    @discardableResult
    func send(_ message: Message, origin: TraceContext?) -> Bool {
        let (action, former) = state.withLock { $0.send(message, origin: origin) }
        defer { withExtendedLifetime(former) {} }
        return perform(action, message)
    }

    /// Gives everybody what the changes so far have led to.
    func introduceAll() {
        let action = state.withLock { $0.introduceAll() }
        perform(action)
    }

    var folds: Bool { fold != nil }

    /// Sends a message from another process to ends where there is room for it.
    func send(_ message: Message, prepared: [any PreparedDelivery], origin: TraceContext) {
        let (action, former) = state.withLock { $0.send(message, prepared: prepared, origin: origin) }
        if !perform(action, message) { for delivery in prepared { delivery.cancel() } }
        withExtendedLifetime(former) {}
    }

    func sendWaiting(_ message: Message) async throws {
        if folds {
            throw PortError(
                .numbersChanges,
                "sendWaiting(_:) was called on the port \(identity.label), which numbers changes, and a change gets its number "
                    + "when it is sent; use send(_:): who has no room misses a change, notices the gap and can be sent the "
                    + "whole with resend()")
        }
        // Nobody waits for room for what is left out.
        if let isSame, !isFinished, let latest, isSame(latest, message) { return }
        let prepared = try await prepareAll(message)
        let (action, former) = state.withLock { $0.send(message, prepared: prepared) }
        defer { withExtendedLifetime(former) {} }
        if !perform(action, message) {
            for delivery in prepared { delivery.cancel() }
            throw finishedError
        }
    }

    var finishedError: PortError {
        PortError(.finished, "a message was sent through an output port that is finished")
    }

    @discardableResult
    func perform(_ action: StateMachine.Action, _ message: Message? = nil) -> Bool {
        switch action {
        case .perform(let errand): perform(errand)
        case .drain(let first, let before):
            if before.map({ isRepetition(first, of: $0) }) != true { perform(settled(first)) }
            while let (errand, before) = state.withLock({ $0.nextErrand() }) {
                if let before, isRepetition(errand, of: before) { continue }
                perform(settled(errand))
            }
        case .none: break
        case .refused:
            if let message { identity.report(.undelivered, message) }
            return false
        }
        return true
    }

    /// Whether everybody knows the value already. Compared here, because `==` is foreign code.
    func isRepetition(_ errand: StateMachine.Errand, of before: Message) -> Bool {
        guard let isSame, case .deliver(let delivery) = errand else { return false }
        callingOut()
        guard isSame(before, delivery.message) else { return false }
        if case .prepared(let prepared) = delivery.destination { for end in prepared { end.cancel() } }
        return true
    }

    /// Takes a change into the whole, in its turn; outside the lock, because that is foreign code.
    func settled(_ errand: StateMachine.Errand) -> StateMachine.Errand {
        guard let fold else { return errand }
        callingOut()
        switch errand {
        case .deliver(let delivery):
            return .deliver(
                .init(
                    message: fold.take(delivery.message), destination: delivery.destination, origin: delivery.origin))
        case .introduce(let links):
            guard let whole = fold.whole() else { return errand }
            return .deliver(.init(message: whole, destination: .links(links), origin: nil, isForAll: false))
        case .end: return errand
        }
    }

    func perform(_ errand: StateMachine.Errand) {
        switch errand {
        // Settled before.
        case .introduce: break
        case .deliver(let delivery):
            guard delivery.origin == nil, let journal = identity.activeJournal else {
                return judge(delivery, delivery.origin ?? TraceContext.inherited())
            }
            journal.submit(delivery.message, at: identity) { [self] origin in judge(delivery, origin) }
        // Behind the messages that a contract has not judged yet.
        case .end(let links):
            guard let journal = identity.activeJournal else { return end(links) }
            journal.afterMessages(of: identity) { [self] in end(links) }
        }
    }

    func end(_ links: [StateMachine.Link]) {
        contract.inTurn { for link in links { link.sink.sourceFinished() } }
    }

    func judge(_ delivery: StateMachine.Delivery, _ origin: TraceContext?) {
        guard contract.isInForce else { return hand(delivery, origin) }
        contract.judge(Parcel(message: delivery.message, origin: origin)) { [self] verdict in
            switch verdict {
            case .pass: hand(delivery, origin)
            case .refuse, .fail:
                if case .prepared(let prepared) = delivery.destination { for end in prepared { end.cancel() } }
            }
        }
    }

    func hand(_ delivery: StateMachine.Delivery, _ origin: TraceContext?) {
        callingOut()
        let parcel = Parcel(message: delivery.message, origin: origin)
        switch delivery.destination {
        case .links(let links):
            // By whichever way a message leaves the process, it is the same one.
            let leaves = links.count > 1 && links.count(where: \.leavesProcess) > 1
            let leaving = leaves ? parcel.identified(leaving: identity) : parcel
            readers.read { reading in
                for link in links where link.give(link.leavesProcess ? leaving : parcel, reading) == .gone {
                    _ = disconnect(link.id)
                }
            }
        case .prepared(let prepared):
            identity.commit(prepared, origin)
        }
    }

    /// Changes who gets messages. Those on their way still go where they went before.
    func rearrange<Result: Sendable>(_ body: (inout StateMachine) -> Result) -> Result {
        let (result, former) = state.withLock { (body(&$0), route.exchange(nil)) }
        if let former { readers.retire(former) }
        return result
    }

    func enforce(_ clause: Clause<Message>) {
        contract.set(clause)
        rearrange { _ in }
    }

    // MARK: Connections

    func connect(
        _ sink: any Sink<Message>, _ give: @escaping StateMachine.Give, _ admit: @escaping StateMachine.Admit
    ) -> Int {
        let (id, action) = rearrange { $0.connect(sink, give, admit) }
        refuseRing(through: sink)
        perform(action)
        return id
    }

    /// Answers whether the end was connected.
    @usableFromInline
    func disconnect(_ id: Int) -> Bool {
        let parting = rearrange { $0.disconnect(id) }
        giveUp(parting.waits)
        return !parting.links.isEmpty
    }

    /// Disconnects the end by its connection's wish: it is told.
    func part(_ id: Int) {
        let (action, parting) = rearrange { $0.part(id) }
        giveUp(parting.waits)
        perform(action)
    }

    func isConnected(_ id: Int) -> Bool { state.withLock { $0.isConnected(id) } }

    var links: [StateMachine.Link] { state.withLock { $0.links } }
    var latest: Message? { state.withLock { $0.latest } }
    var isFinished: Bool { state.withLock { $0.isFinished } }
    var unheardCount: Int { state.withLock { $0.unheardCount } }

    func finish() {
        let (action, parting) = rearrange { $0.finish() }
        giveUp(parting.waits)
        perform(action)
    }

    func giveUp(_ waits: [StateMachine.Wait]) {
        callingOut()
        for wait in waits { wait.giveUp() }
    }
}
