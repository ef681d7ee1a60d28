/// An output port without its public face: holds the lock and delivers outside it.
@usableFromInline
final class OutputStorage<Message: Sendable>: Sink, PortStorage, RouteNode, ConnectionSource {
    @usableFromInline typealias StateMachine = OutputStateMachine<Message>
    let state: Guarded<StateMachine>
    @usableFromInline let identity: PortIdentity
    let contract = ContractSlot<Message>()
    /// True if it is inside a ``Relay``, the taker of an input port that forwards its messages.
    let isRelay: Bool
    /// Compares values if one is left out that equals the one before.
    let isSame: (@Sendable (Message, Message) -> Bool)?
    /// The whole that the messages are changes of, if they are.
    let fold: Fold<Message>?
    @usableFromInline let reclaimer = EpochReclaimer.ofPorts
    /// The ends that messages go to at once. Published while nothing is to be decided about them.
    @usableFromInline let directRoute = RCUPointer<Ends<Message>>()

    /// - Parameters:
    ///   - isSame: compares two values, so that the second one is not sent if it is the same; `nil` if all are.
    ///   - fold: the whole that the messages are changes of.
    init(
        name: String?, _ state: StateMachine = StateMachine(), isRelay: Bool = false,
        isSame: (@Sendable (Message, Message) -> Bool)? = nil, fold: Fold<Message>? = nil
    ) {
        self.state = Guarded(state)
        self.isRelay = isRelay
        self.isSame = isSame
        self.fold = fold
        identity = PortIdentity(name: name, message: Message.self, direction: .output)
    }

    deinit {
        for link in state.withLock({ $0.finish().1.links }) { link.sink.sourceFinished() }
    }

    var folds: Bool { fold != nil }

    // MARK: The way in

    /// Straight to the ends while nothing is to be decided, otherwise step by step.
    @inlinable
    func offer(_ parcel: Parcel<Message>, mode: OfferMode, _ section: ReadSection) -> OfferResult {
        guard !Tracing.isWatched,
            let _: Void = directRoute.withValue(section, { deliver(parcel.traced, mode, to: $0, section) })
        else { return offerInSteps(parcel, mode) }
        return .taken
    }

    /// All steps: the state machine; the journal of a system that watches; the contract; the ends. On a port with a
    /// state the contract comes first, and then the state.
    @usableFromInline
    func offerInSteps(_ parcel: Parcel<Message>, _ mode: OfferMode) -> OfferResult {
        publishDirectRoute()
        if let context = parcel.context, !isRelay { context.notePassedProxy(identity.label) }
        return send(parcel.message, context: parcel.context, mode: mode)
    }

    /// Begins a message's way through the steps.
    @discardableResult
    func send(_ message: Message, context: TraceContext?, mode: OfferMode = .immediate) -> OfferResult {
        let action = state.withLock { $0.send(message, context: context, mode: mode) }
        if perform(action) { return .taken }
        identity.report(.undelivered, message)
        return .gone
    }

    /// Answers `false` if the port is finished.
    @discardableResult
    func perform(_ action: StateMachine.Action) -> Bool {
        switch action {
        case .run(let errand): run(errand)
        case .drain: drain()
        case .none: break
        case .refused: return false
        }
        return true
    }

    /// Works off the errands that wait, until there is none or one goes on later: then whoever ends that one works off
    /// the rest.
    func drain() {
        while let waiting = state.withLock({ $0.nextErrand() }) {
            let isDone = Tracing.caused(by: waiting.cause) { run(waiting.errand) }
            withExtendedLifetime(waiting) {}
            if !isDone { return }
        }
    }

    /// Does an errand. Answers `false` if it goes on later.
    @discardableResult
    private func run(_ errand: StateMachine.Errand) -> Bool {
        switch errand {
        case .send(let delivery): submit(delivery)
        case .change(let delivery): return changeStateIfAllowed(by: delivery)
        case .introduce(let ends): introduce(ends)
        case .introduceRenumbered(let ends):
            if state.withLock({ $0.isRenumbered }) { introduce(ends) }
        case .restore(let value, let receivers):
            if let ends = restore(value, for: receivers) { introduce(ends) }
        case .close(let links): close(links)
        }
        return true
    }

    // MARK: To the ends

    /// - Parameter isChange: true if the message is the port's own and has changed its value.
    func submit(_ delivery: StateMachine.Delivery, isChange: Bool = false) {
        guard let journal = identity.journal(toNumber: delivery.context) else {
            return askContract(delivery, delivery.context ?? TraceContext.inherited())
        }
        if isChange { state.withLock { $0.changesUnderWay += 1 } }
        journal.submit(delivery.message, at: identity, delivery.context) { [self] in
            note(delivery, in: $0)
        } deliver: { [self] context in
            askContract(delivery, context)
            if isChange { state.withLock { $0.changesUnderWay -= 1 } }
        }
    }

    private func askContract(_ delivery: StateMachine.Delivery, _ context: TraceContext?) {
        let parcel = Parcel(message: delivery.message, context: context)
        guard contract.isInForce, !delivery.isJudged else { return deliver(parcel, delivery) }
        contract.judge(parcel) { [self] verdict in
            if case .accept = verdict { deliver(parcel, delivery) }
        }
    }

    private func deliver(_ parcel: Parcel<Message>, _ delivery: StateMachine.Delivery) {
        guard let ends = delivery.ends, isDue(delivery) else { return }
        callingOut()
        reclaimer.read { deliver(parcel, delivery.mode, to: ends, $0) }
    }

    /// The end comes after all messages before it, also those in the journal and those that are being judged.
    private func close(_ links: [OutputLink<Message>]) {
        let close: @Sendable () -> Void = { [contract] in
            contract.inTurn { for link in links { link.sink.sourceFinished() } }
        }
        guard let journal = identity.activeJournal else { return close() }
        journal.afterMessages(of: identity, close)
    }

    // MARK: Connections

    @usableFromInline
    func connect(
        _ sink: any Sink<Message>, introduces: Bool, _ offer: @escaping OutputLink<Message>.Offer
    ) -> Int {
        let (connected, links) = rearrange { state in
            let connected = state.connect(sink, introduces: introduces, offer)
            return (connected, state.linksToLookAt())
        }
        refuseRing(through: sink)
        perform(connected.action)
        if let links { removeGone(of: links) }
        return connected.id
    }

    /// Forgets those of the ends that are gone. Asked outside of the lock, as the ends have locks of their own.
    private func removeGone(of links: [OutputLink<Message>]) {
        let gone = Set(links.filter { $0.sink.isGone }.map(\.id))
        if !gone.isEmpty { takeAway { (.none, $0.remove(gone)) } }
    }

    /// Forgets an end that is gone.
    @usableFromInline
    func remove(_ id: Int) { takeAway { (.none, $0.remove(id)) } }

    /// Ends a connection: its end is told.
    @usableFromInline func disconnect(_ id: Int) { takeAway { $0.disconnect(id) } }

    func finish() { takeAway { $0.finish() } }

    private func takeAway(_ take: (inout StateMachine) -> (StateMachine.Action, StateMachine.Removal)) {
        let (action, removal) = rearrange(take)
        callingOut()
        for wait in removal.waits { wait.goOn() }
        perform(action)
    }

    /// Gives everybody the whole that the changes so far have led to.
    func resendWhole() { perform(state.withLock { $0.resendWhole() }) }

    /// Makes the value of a snapshot the current one, or the whole, in its turn.
    func restore(_ value: Message) { perform(state.withLock { $0.restore(value) }) }

    /// The value of a snapshot is the current one already.
    func keepRestored() { state.withLock { $0.keepRestored() } }

    func enforce(_ clause: Clause<Message>) {
        contract.set(clause)
        // From now on messages pass all steps.
        rearrange { _ in }
    }

    // MARK: The state

    /// Changes who gets messages, and takes back the published ends. Messages on their way still go to those.
    private func rearrange<Result: Sendable>(_ body: (inout StateMachine) -> Result) -> Result {
        let (result, former) = state.withLock { (body(&$0), directRoute.exchange(nil)) }
        if let former { reclaimer.retire(former) }
        return result
    }

    /// Publishes the ends, if messages may go to them at once.
    private func publishDirectRoute() {
        state.withLock { state in
            guard !directRoute.isPublished, !contract.isInForce, let ends = state.endsAtOnce else { return }
            _ = directRoute.exchange(ends)
        }
    }

    @usableFromInline func isConnected(_ id: Int) -> Bool { state.withLock { $0.isConnected(id) } }
    var links: [OutputLink<Message>] { state.withLock { $0.links } }
    var latest: Message? { state.withLock { $0.latest } }
    var isFinished: Bool { state.withLock { $0.isFinished } }
    var unheardCount: Int { state.withLock { $0.unheardCount } }

    @usableFromInline var mayLeaveProcess: Bool { true }
    /// A system that watches this port gives the message an identity here.
    @usableFromInline var leavesProcess: Bool {
        identity.activeJournal == nil && links.contains { $0.sink.leavesProcess }
    }

    @usableFromInline var isGone: Bool { isFinished }

    /// A proxy goes on when one of its sources is finished: it may have others.
    @usableFromInline func sourceFinished() {}

    @usableFromInline var following: [any RouteNode] { links.flatMap { $0.sink.route } }
    @usableFromInline var edge: (label: PortLabel, isPartial: Bool) { (identity.label, false) }
    @usableFromInline var edges: [(label: PortLabel, isPartial: Bool)] {
        links.filter { !$0.sink.isGone }.map(\.sink.edge)
    }
}
