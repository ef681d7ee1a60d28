/// An output port without its public face: holds the lock and delivers outside it.
@usableFromInline
final class OutputStorage<Message: Sendable>: Sink, PortStorage, RouteNode {
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

    private init(
        name: String?, _ state: StateMachine, isRelay: Bool = false,
        isSame: (@Sendable (Message, Message) -> Bool)? = nil, fold: Fold<Message>? = nil
    ) {
        self.state = Guarded(state)
        self.isRelay = isRelay
        self.isSame = isSame
        self.fold = fold
        identity = PortIdentity(name: name, message: Message.self, direction: .output)
    }

    @usableFromInline
    convenience init(name: String?, isRelay: Bool = false) { self.init(name: name, StateMachine(), isRelay: isRelay) }

    /// - Parameter isSame: compares two values, so that the second one is not sent if it is the same; `nil` if all are.
    convenience init(name: String?, current: Message, isSame: (@Sendable (Message, Message) -> Bool)? = nil) {
        self.init(name: name, StateMachine(current: current, isDistinct: isSame != nil), isSame: isSame)
    }

    /// - Parameter fold: the whole that the messages are changes of.
    convenience init(name: String?, fold: Fold<Message>) {
        self.init(name: name, StateMachine(folds: true), fold: fold)
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

    /// All steps: the state machine; the journal of a system that watches; the contract; the ends.
    @usableFromInline
    func offerInSteps(_ parcel: Parcel<Message>, _ mode: OfferMode) -> OfferResult {
        publishDirectRoute()
        if let context = parcel.context, !isRelay { context.pass(identity.label) }
        return send(parcel.message, context: parcel.context, mode: mode)
    }

    /// Begins a message's way here, without asking whether the steps may be skipped: a message that is no offer of a
    /// connection.
    @discardableResult
    func send(_ message: Message, context: TraceContext?, mode: OfferMode = .immediate) -> OfferResult {
        let (action, former) = state.withLock { $0.send(message, context: context, mode: mode) }
        // The value before, released outside the lock.
        defer { withExtendedLifetime(former) {} }
        if perform(action) { return .taken }
        identity.report(.undelivered, message)
        return .gone
    }

    /// Answers `false` if the port is finished.
    @discardableResult
    func perform(_ action: StateMachine.Action) -> Bool {
        switch action {
        case .run(let errand): run(errand)
        case .drain(let first, let before):
            if before.map({ isRepetition(first, of: $0) }) != true { run(folded(first)) }
            while let (errand, before) = state.withLock({ $0.nextErrand() }) {
                if let before, isRepetition(errand, of: before) { continue }
                run(folded(errand))
            }
        case .none: break
        case .refused: return false
        }
        return true
    }

    /// True if everybody has the value already. Compared outside the lock, because `==` is foreign code.
    private func isRepetition(_ errand: StateMachine.Errand, of before: Message) -> Bool {
        guard let isSame, case .deliver(let delivery) = errand else { return false }
        callingOut()
        return isSame(before, delivery.message)
    }

    /// Makes a delivery of an errand that concerns a whole: a change is made in it, in its turn. Outside the lock,
    /// because that is foreign code.
    private func folded(_ errand: StateMachine.Errand) -> StateMachine.Errand {
        guard let fold else { return errand }
        callingOut()
        switch errand {
        case .deliver(let delivery):
            return .deliver(
                .init(
                    message: fold.apply(delivery.message), ends: delivery.ends, context: delivery.context,
                    mode: delivery.mode))
        case .deliverWhole(let ends):
            guard let whole = fold.whole() else { return errand }
            return .deliver(.init(message: whole, ends: ends, context: nil, mode: .immediate, isForAll: false))
        case .close: return errand
        }
    }

    private func run(_ errand: StateMachine.Errand) {
        switch errand {
        // There is no whole; otherwise `folded` has made a delivery of the errand.
        case .deliverWhole: break
        case .deliver(let delivery):
            guard delivery.context == nil, let journal = identity.activeJournal else {
                return judge(delivery, delivery.context ?? TraceContext.inherited())
            }
            journal.submit(delivery.message, at: identity) { [self] context in judge(delivery, context) }
        // The end comes after all messages before it, also those in the journal and those that are being judged.
        case .close(let links):
            guard let journal = identity.activeJournal else { return close(links) }
            journal.afterMessages(of: identity) { [self] in close(links) }
        }
    }

    private func close(_ links: [OutputLink<Message>]) {
        contract.inTurn { for link in links { link.sink.sourceFinished() } }
    }

    private func judge(_ delivery: StateMachine.Delivery, _ context: TraceContext?) {
        let parcel = Parcel(message: delivery.message, context: context)
        guard contract.isInForce else { return deliver(parcel, delivery) }
        contract.judge(parcel) { [self] verdict in
            if case .pass = verdict { deliver(parcel, delivery) }
        }
    }

    private func deliver(_ parcel: Parcel<Message>, _ delivery: StateMachine.Delivery) {
        guard let ends = delivery.ends else { return }
        callingOut()
        reclaimer.read { deliver(parcel, delivery.mode, to: ends, $0) }
    }

    // MARK: Connections

    func connect(
        _ sink: any Sink<Message>, introduces: Bool, _ offer: @escaping OutputLink<Message>.Offer
    ) -> Int {
        let (id, action) = rearrange { $0.connect(sink, introduces: introduces, offer) }
        refuseRing(through: sink)
        perform(action)
        return id
    }

    /// Forgets an end that is gone.
    @usableFromInline
    func remove(_ id: Int) {
        let removal = rearrange { $0.remove(id) }
        endWaits(removal.waits)
    }

    /// Ends a connection: its end is told.
    func disconnect(_ id: Int) {
        let (action, removal) = rearrange { $0.disconnect(id) }
        endWaits(removal.waits)
        perform(action)
    }

    func finish() {
        let (action, removal) = rearrange { $0.finish() }
        endWaits(removal.waits)
        perform(action)
    }

    private func endWaits(_ waits: [StateMachine.Wait]) {
        callingOut()
        for wait in waits { wait.goOn() }
    }

    /// Gives everybody the whole that the changes so far have led to.
    func resendWhole() {
        let action = state.withLock { $0.resendWhole() }
        perform(action)
    }

    /// Makes the value of a snapshot the current one.
    func restore(_ value: Message) {
        let (action, former) = state.withLock { $0.restore(value) }
        perform(action)
        withExtendedLifetime(former) {}
    }

    func enforce(_ clause: Clause<Message>) {
        contract.set(clause)
        withdrawRoute()
    }

    // MARK: The state

    /// Changes who gets messages, and takes back the published ends. Messages on their way still go to those.
    private func rearrange<Result: Sendable>(_ body: (inout StateMachine) -> Result) -> Result {
        let (result, former) = state.withLock { (body(&$0), directRoute.exchange(nil)) }
        if let former { reclaimer.retire(former) }
        return result
    }

    /// Takes back the published ends: from now on messages pass all steps.
    private func withdrawRoute() { rearrange { _ in } }

    /// Publishes the ends, if messages may go to them at once.
    private func publishDirectRoute() {
        state.withLock { state in
            guard !directRoute.isPublished, !contract.isInForce, let ends = state.endsAtOnce else { return }
            _ = directRoute.exchange(ends)
        }
    }

    @usableFromInline
    func isConnected(_ id: Int) -> Bool { state.withLock { $0.isConnected(id) } }
    var links: [OutputLink<Message>] { state.withLock { $0.links } }
    var latest: Message? { state.withLock { $0.latest } }
    var isFinished: Bool { state.withLock { $0.isFinished } }
    var unheardCount: Int { state.withLock { $0.unheardCount } }

    @usableFromInline var mayLeaveProcess: Bool { true }
    /// A system that watches this port gives the message an identity here.
    @usableFromInline var leavesProcess: Bool {
        identity.activeJournal == nil && links.contains { $0.sink.leavesProcess }
    }

    /// A proxy goes on when one of its sources is finished: it may have others.
    @usableFromInline func sourceFinished() {}

    @usableFromInline var following: [any RouteNode] { links.flatMap { $0.sink.route } }
    @usableFromInline var edge: (label: PortLabel, isPartial: Bool) { (identity.label, false) }
    @usableFromInline var edges: [(label: PortLabel, isPartial: Bool)] { links.map(\.sink.edge) }
}
