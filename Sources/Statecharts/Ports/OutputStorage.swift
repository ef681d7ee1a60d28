/// An output port without its public face: holds the lock and delivers outside it.
@usableFromInline
final class OutputStorage<Message: Sendable>: Sink, PortStorage {
    @usableFromInline typealias Machine = OutputStateMachine<Message>
    @usableFromInline let state: Guarded<Machine>
    @usableFromInline let identity: PortIdentity
    @usableFromInline let contract = ContractSlot<Message>()

    @usableFromInline
    init(name: String?) {
        state = Guarded(Machine())
        identity = PortIdentity(name: name, message: Message.self, direction: .output)
    }

    init(name: String?, current: Message) {
        state = Guarded(Machine(current: current))
        identity = PortIdentity(name: name, message: Message.self, direction: .output)
    }

    deinit {
        for link in state.withLock({ $0.finish() }) { link.sink.sourceFinished() }
    }

    // MARK: Sending

    /// Gives the message straight to the ends if nothing is in its way.
    @inlinable
    func send(_ message: Message) {
        _ = receive(Parcel(message: message, origin: nil))
    }

    @discardableResult
    func send(_ message: Message, origin: Origin?) -> Bool {
        perform(state.withLock { $0.send(message, origin: origin) }, message)
    }

    func sendWaiting(_ message: Message) async throws {
        let prepared = try await prepare(message)
        if !perform(state.withLock { $0.send(message, prepared: prepared) }, message) {
            for delivery in prepared { delivery.cancel() }
            throw PortError(.finished, "a message was sent through an output port that is finished")
        }
    }

    @discardableResult
    private func perform(_ action: Machine.Action, _ message: Message? = nil) -> Bool {
        switch action {
        case .deliver(let delivery): deliver(delivery)
        case .drain:
            while let delivery = state.withLock({ $0.nextDelivery() }) { deliver(delivery) }
        case .none: break
        case .refused:
            if let message { identity.report(.undelivered, message) }
            return false
        }
        return true
    }

    private func deliver(_ delivery: Machine.Delivery) {
        guard delivery.origin == nil, let router = identity.activeRouter else { return hand(delivery, delivery.origin) }
        router.submit(delivery.message, at: identity) { [self] origin in hand(delivery, origin) }
    }

    private func hand(_ delivery: Machine.Delivery, _ origin: Origin?) {
        switch contract.judge(Parcel(message: delivery.message, origin: origin), at: identity) {
        case .pass: break
        case .refuse, .fail:
            if case .prepared(let prepared) = delivery.destination { for end in prepared { end.cancel() } }
            return
        }
        switch delivery.destination {
        case .links(let links):
            for link in links
            where link.give(Parcel(message: delivery.message, origin: origin)) == .gone {
                _ = disconnect(link.id)
            }
        case .prepared(let prepared):
            for end in prepared { end.commit(origin) }
        }
    }

    // MARK: As a proxy behind another output

    @inlinable
    func receive(_ parcel: Parcel<Message>) -> Reception {
        guard !Tracing.isActive, !contract.isInForce, let links = state.withLock({ $0.linksAtOnce }) else {
            return receiveInTurn(parcel)
        }
        for link in links where link.give(parcel) == .gone { _ = disconnect(link.id) }
        return .taken
    }

    @usableFromInline
    func receiveInTurn(_ parcel: Parcel<Message>) -> Reception {
        send(parcel.message, origin: parcel.origin) ? .taken : .gone
    }

    @usableFromInline
    func prepare(_ message: Message) async throws -> [any PreparedDelivery] {
        var prepared: [any PreparedDelivery] = []
        do {
            for link in state.withLock({ $0.links }) { prepared += try await link.sink.prepare(message) }
        } catch {
            for delivery in prepared { delivery.cancel() }
            throw error
        }
        return prepared
    }

    @usableFromInline
    func sourceFinished() {}
    @usableFromInline
    var end: (label: PortLabel, isPartial: Bool) { (identity.label, false) }
    @usableFromInline
    var edges: [(label: PortLabel, isPartial: Bool)] { links.map(\.sink.end) }

    // MARK: Connections

    func connect(_ sink: any Sink<Message>, _ give: @escaping Machine.Give) -> Int {
        let (id, action) = state.withLock { $0.connect(sink, give) }
        perform(action)
        if state.withLock({ $0.isFinished }) { sink.sourceFinished() }
        return id
    }

    @usableFromInline
    func disconnect(_ id: Int) -> Bool { state.withLock { $0.disconnect(id) } }
    func isConnected(_ id: Int) -> Bool { state.withLock { $0.isConnected(id) } }

    var links: [Machine.Link] { state.withLock { $0.links } }
    var latest: Message? { state.withLock { $0.latest } }
    var isFinished: Bool { state.withLock { $0.isFinished } }
    var unheardCount: Int { state.withLock { $0.unheardCount } }

    func finish() {
        for link in state.withLock({ $0.finish() }) { link.sink.sourceFinished() }
    }
}
