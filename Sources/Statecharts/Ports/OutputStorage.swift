/// An output port without its public face: holds the lock and delivers outside it.
@usableFromInline
final class OutputStorage<Message: Sendable>: Sink, PortStorage, Node {
    @usableFromInline typealias Machine = OutputStateMachine<Message>
    private let state: Guarded<Machine>
    @usableFromInline let identity: PortIdentity
    private let contract = ContractSlot<Message>()
    /// Whether it is inside an input port that forwards its messages.
    let isRelay: Bool
    private let isSame: (@Sendable (Message, Message) -> Bool)?
    @usableFromInline let readers = Readers.ofPorts
    /// Published while messages go to the ends at once, and nothing is to be decided about them.
    @usableFromInline let route = Published<Route<Message>>()

    @usableFromInline
    init(name: String?, isRelay: Bool = false) {
        self.isRelay = isRelay
        isSame = nil
        state = Guarded(Machine())
        identity = PortIdentity(name: name, message: Message.self, direction: .output)
    }

    /// - Parameter isSame: whether two values are the same, so that the second one is not sent; `nil` if all are.
    init(name: String?, current: Message, isSame: (@Sendable (Message, Message) -> Bool)? = nil) {
        isRelay = false
        self.isSame = isSame
        state = Guarded(Machine(current: current, saysOnce: isSame != nil))
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
    func send(_ message: Message, origin: Origin?) -> Bool {
        let (action, former) = state.withLock { $0.send(message, origin: origin) }
        defer { withExtendedLifetime(former) {} }
        return perform(action, message)
    }

    func sendWaiting(_ message: Message) async throws {
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

    private var finishedError: PortError {
        PortError(.finished, "a message was sent through an output port that is finished")
    }

    @discardableResult
    private func perform(_ action: Machine.Action, _ message: Message? = nil) -> Bool {
        switch action {
        case .perform(let errand): perform(errand)
        case .drain:
            while let (errand, before) = state.withLock({ $0.nextErrand() }) {
                if let before, isRepetition(errand, of: before) { continue }
                perform(errand)
            }
        case .none: break
        case .refused:
            if let message { identity.report(.undelivered, message) }
            return false
        }
        return true
    }

    /// Whether everybody knows the value already. Compared here, because `==` is foreign code.
    private func isRepetition(_ errand: Machine.Errand, of before: Message) -> Bool {
        guard let isSame, case .deliver(let delivery) = errand else { return false }
        callingOut()
        guard isSame(before, delivery.message) else { return false }
        if case .prepared(let prepared) = delivery.destination { for end in prepared { end.cancel() } }
        return true
    }

    private func perform(_ errand: Machine.Errand) {
        switch errand {
        case .deliver(let delivery):
            guard delivery.origin == nil, let router = identity.activeRouter else {
                return judge(delivery, delivery.origin)
            }
            router.submit(delivery.message, at: identity) { [self] origin in judge(delivery, origin) }
        // Behind the messages that a contract has not judged yet.
        case .end(let links):
            guard let router = identity.activeRouter else { return end(links) }
            router.afterMessages(of: identity) { [self] in end(links) }
        }
    }

    private func end(_ links: [Machine.Link]) {
        contract.inTurn { for link in links { link.sink.sourceFinished() } }
    }

    private func judge(_ delivery: Machine.Delivery, _ origin: Origin?) {
        guard contract.isInForce else { return hand(delivery, origin) }
        contract.judge(Parcel(message: delivery.message, origin: origin), at: identity) { [self] verdict in
            switch verdict {
            case .pass: hand(delivery, origin)
            case .refuse, .fail:
                if case .prepared(let prepared) = delivery.destination { for end in prepared { end.cancel() } }
            }
        }
    }

    private func hand(_ delivery: Machine.Delivery, _ origin: Origin?) {
        callingOut()
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

    // MARK: Waiting for room

    @usableFromInline
    func prepare(_ message: Message) -> Preparation {
        let links = links
        var prepared: [any PreparedDelivery] = []
        for (position, link) in links.enumerated() {
            switch link.sink.prepare(message) {
            case .ready(let deliveries): prepared += deliveries
            case .waits(let wait):
                let known = prepared
                return .waits { [self] in
                    try await prepareRest(message, known, links[position...], waiting: wait)
                }
            }
        }
        return .ready(prepared)
    }

    private func prepareAll(_ message: Message) async throws -> [any PreparedDelivery] {
        switch prepare(message) {
        case .ready(let prepared): return prepared
        case .waits(let wait): return try await wait()
        }
    }

    /// Waits at the first of the ends, and goes on with the others.
    private func prepareRest(
        _ message: Message, _ known: [any PreparedDelivery], _ links: ArraySlice<Machine.Link>,
        waiting first: @escaping Preparation.Wait
    ) async throws -> [any PreparedDelivery] {
        var prepared = known
        do {
            for link in links {
                let wait: Preparation.Wait
                if link.id == links.first?.id {
                    wait = first
                } else {
                    switch link.sink.prepare(message) {
                    case .ready(let deliveries):
                        prepared += deliveries
                        continue
                    case .waits(let other): wait = other
                    }
                }
                prepared += try await self.wait(at: link.id, wait)
            }
        } catch {
            for delivery in prepared { delivery.cancel() }
            throw error
        }
        return prepared
    }

    /// Waits for room at an end as long as it is connected and the port is not finished.
    private func wait(at link: Int, _ wait: @escaping Preparation.Wait) async throws -> [any PreparedDelivery] {
        let task = Task { try await wait() }
        guard let id = state.withLock({ $0.wait(at: link) { task.cancel() } }) else {
            task.cancel()
            if let prepared = try? await task.value { for delivery in prepared { delivery.cancel() } }
            return []
        }
        defer { _ = state.withLock { $0.endWait(id) } }
        do {
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        } catch is CancellationError where !Task.isCancelled {
            // Not the sender was cancelled, but this wait: nothing is to come here any more.
            if isFinished { throw finishedError }
            return []
        }
    }

    @usableFromInline
    func sourceFinished() {}
    @usableFromInline
    var following: [any Node] { links.flatMap { ($0.sink as? any Node).map { [$0] } ?? $0.sink.following } }
    @usableFromInline
    var end: (label: PortLabel, isPartial: Bool) { (identity.label, false) }
    @usableFromInline
    var edges: [(label: PortLabel, isPartial: Bool)] { links.map(\.sink.end) }

    // MARK: Connections

    func connect(_ sink: any Sink<Message>, _ give: @escaping Machine.Give) -> Int {
        let (id, action) = rearrange { $0.connect(sink, give) }
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

    var links: [Machine.Link] { state.withLock { $0.links } }
    var latest: Message? { state.withLock { $0.latest } }
    var isFinished: Bool { state.withLock { $0.isFinished } }
    var unheardCount: Int { state.withLock { $0.unheardCount } }

    func finish() {
        let (action, parting) = rearrange { $0.finish() }
        giveUp(parting.waits)
        perform(action)
    }

    private func giveUp(_ waits: [Machine.Wait]) {
        callingOut()
        for wait in waits { wait.giveUp() }
    }
}
