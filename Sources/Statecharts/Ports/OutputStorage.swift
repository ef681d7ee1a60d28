/// An output port without its public face: holds the lock and delivers outside it.
@usableFromInline
final class OutputStorage<Message: Sendable>: Sink, PortStorage {
    @usableFromInline typealias Machine = OutputStateMachine<Message>
    private let state: Guarded<Machine>
    @usableFromInline let identity: PortIdentity
    private let contract = ContractSlot<Message>()
    @usableFromInline let readers = Readers.ofPorts
    /// Published while messages go to the ends at once, and nothing is to be decided about them.
    @usableFromInline let route = Published<Route<Message>>()

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
        _ = readers.read { receive(Parcel(message: message, origin: nil), $0) }
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
            readers.read { reading in
                for link in links
                where link.give(Parcel(message: delivery.message, origin: origin), reading) == .gone {
                    _ = disconnect(link.id)
                }
            }
        case .prepared(let prepared):
            for end in prepared { end.commit(origin) }
        }
    }

    // MARK: As a proxy behind another output

    @inlinable
    func receive(_ parcel: Parcel<Message>, _ reading: Reading) -> Reception {
        let isGiven: Void? = Tracing.isActive ? nil : route.withValue(reading) { give(parcel, to: $0, reading) }
        return isGiven == nil ? receiveInTurn(parcel) : .taken
    }

    @inlinable
    func give(_ parcel: Parcel<Message>, to route: Route<Message>, _ reading: Reading) {
        if route.give(parcel, reading) == .gone { _ = disconnect(route.id) }
        for link in route.others ?? [] where link.give(parcel, reading) == .gone { _ = disconnect(link.id) }
    }

    @usableFromInline
    func receiveInTurn(_ parcel: Parcel<Message>) -> Reception {
        openRoute()
        return send(parcel.message, origin: parcel.origin) ? .taken : .gone
    }

    /// Lets the messages after this one go to the ends at once, if they may.
    private func openRoute() {
        state.withLock { state in
            guard !route.isPublished, !contract.isInForce, let links = state.linksAtOnce else { return }
            _ = route.exchange(Route(links))
        }
    }

    /// Changes who gets messages. Those on their way still go where they went before.
    private func rearrange<Result: Sendable>(_ body: (inout Machine) -> Result) -> Result {
        let (result, former) = state.withLock { (body(&$0), route.exchange(nil)) }
        if let former { readers.retire(former) }
        return result
    }

    func enforce(
        _ terms: Contract<Message>, _ policy: ContractSlot<Message>.Policy,
        _ report: @escaping @Sendable (ContractViolation) -> Void
    ) {
        contract.set(terms, policy, report)
        rearrange { _ in }
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
        let (id, action) = rearrange { $0.connect(sink, give) }
        perform(action)
        if state.withLock({ $0.isFinished }) { sink.sourceFinished() }
        return id
    }

    @usableFromInline
    func disconnect(_ id: Int) -> Bool { rearrange { $0.disconnect(id) } }
    func isConnected(_ id: Int) -> Bool { state.withLock { $0.isConnected(id) } }

    var links: [Machine.Link] { state.withLock { $0.links } }
    var latest: Message? { state.withLock { $0.latest } }
    var isFinished: Bool { state.withLock { $0.isFinished } }
    var unheardCount: Int { state.withLock { $0.unheardCount } }

    func finish() {
        for link in rearrange({ $0.finish() }) { link.sink.sourceFinished() }
    }
}
