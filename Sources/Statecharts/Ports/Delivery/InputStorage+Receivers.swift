// Who takes the port's messages: a taker, tasks that iterate, channels that ask whether one is ready.

import Synchronization

extension InputStorage {
    @usableFromInline
    func attach(_ taker: any Taker<Message>, _ take: @escaping DirectDelivery<Message>.Function) {
        identity.adopt()
        let take = filtered(take)
        let (drains, former) = withState { $0.attach(taker, take) }
        if drains { drain() }
        tellReadiness()
        withExtendedLifetime(former) {}
    }

    /// Attaches a mailbox that gets the messages as events.
    @inlinable
    func attach<Address: EventAddress>(
        to address: Address, _ event: @escaping @Sendable (Message) -> Address.Event
    ) {
        let taker = MailboxTaker(address, self, event)
        attach(taker) { message, _ in taker.takeDirect(message) }
    }

    /// Attaches a taker that takes one message after the other, and none before `deliveryHandled()`.
    func occupy(by taker: any Taker<Message>) { withState { $0.occupy(by: taker) } }

    var taker: (any Taker<Message>)? { withState { $0.taker } }
    var hasTaker: Bool { taker != nil }

    /// True if nobody takes what comes from now on: the port is finished, or its machine has come to its end.
    var takesNoMore: Bool { isFinished || taker?.hasEnded ?? false }

    /// Puts the filter in front of what takes messages at once. What it does not let through counts as taken here: only
    /// channels tell ``OfferResult/foreign`` from that, and they offer in another mode, and so in steps.
    ///
    /// It asks as ``understands(_:)`` does, without calling that: the port would keep itself by the closure.
    private func filtered(
        _ take: @escaping DirectDelivery<Message>.Function
    ) -> DirectDelivery<Message>.Function {
        guard let filter else { return take }
        return { message, section in
            callingOut()
            return filter(message) ? take(message, section) : true
        }
    }

    // MARK: Proxies

    /// Forwards what comes here to an end; what has come before too, if this is the first one.
    @inlinable
    func forward<End: Sink<Message>>(to end: End) -> Connection {
        let made = Relay<Message>()
        let inner = made.inner
        let (taker, isHeld) = holding(orAttach: made) {
            _ = inner.offer(Parcel(message: $0, context: nil), mode: .immediate, $1)
            return true
        }
        guard let relay = taker as? Relay<Message> else {
            trap(
                "an input port was forwarded whose messages a machine takes",
                "forward a port of its own, or connect the output to both")
        }
        let connection = Connection.make(relay.inner, end)
        if isHeld { drain() }
        return connection
    }

    /// The taker that is attached, or else `made`, attached now; it gets nothing before ``drain()``.
    @usableFromInline
    func holding(
        orAttach made: any Taker<Message>, _ take: @escaping DirectDelivery<Message>.Function
    ) -> (any Taker<Message>, isHeld: Bool) {
        let take = filtered(take)
        isProxy.store(true, ordering: .relaxed)
        return withState { state in
            state.taker.map { ($0, false) } ?? (made, state.attach(made, take, holding: true).drains)
        }
    }

    // MARK: Consumers

    func next() async -> Parcel<Message>? {
        let id = withState { $0.newID() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { consumer in
                let isCancelled = Task.isCancelled
                switch withState({ $0.next(id, consumer, isCancelled: isCancelled) }) {
                case .message(let buffered, let freed): resume(consumer, buffered?.parcel, freed: freed)
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
        let consumer = withState { $0.cancelConsumer(id) }
        callingOut()
        consumer?.resume(returning: nil)
    }

    /// Gives a consumer what it has waited for, and a producer the room.
    func resume(_ consumer: Consumer, _ parcel: Parcel<Message>?, freed: Producer?) {
        grant(freed)
        callingOut()
        consumer.resume(returning: parcel)
    }

    /// Releases what was set aside for a message that does not come.
    func release(_ claim: StateMachine.Claim) {
        switch claim {
        case .nothing: break
        case .place: releasePlace()
        case .taker: deliveryHandled()
        case .consumer(let id, let consumer):
            switch withState({ $0.releaseConsumer(id, consumer) }) {
            case .message(let buffered, let freed): resume(consumer, buffered?.parcel, freed: freed)
            case .wait: tellReadiness()
            }
        }
    }

    // MARK: Readiness

    /// Calls the closure whenever the receiver becomes ready, and once now, ready or not.
    @usableFromInline
    func listen(_ ready: @escaping @Sendable () -> Void) -> Int {
        let id = withState { $0.listen(ready) }
        ready()
        return id
    }

    @usableFromInline
    func stopListening(_ id: Int) { withState { $0.stopListening(id) } }

    @usableFromInline
    var isReady: Bool { withState { $0.isReady } }

    /// Tells channels if the receiver is ready.
    @usableFromInline
    func tellReadiness() {
        let listeners = withState { $0.isReady ? $0.readinessListeners.map(\.ready) : [] }
        callingOut()
        for ready in listeners { ready() }
    }

    // MARK: Released ports

    /// True if the taker takes nothing any more and nobody has the port: connections end then. Before that the port
    /// counts what comes.
    @usableFromInline var isGone: Bool { isReleased.load(ordering: .relaxed) && taker?.isGone ?? true }

    /// Nobody has the port any more. A machine may still take from it.
    @usableFromInline
    func release() {
        isReleased.store(true, ordering: .relaxed)
        if hasTaker { return }
        finish()
        tellAbandoned()
    }

    /// Tells of messages that waited in the port for a machine which was never started.
    private func tellAbandoned() {
        guard let (machine, port) = identity.abandoned else { return }
        let messages = withState { $0.loseAll() }.map(\.parcel.message)
        for message in messages { identity.report(.undelivered, message) }
        Misuse.tellUnstarted(machine, messages, ("a message", "messages"), " that waited in its port \(port)")
    }

    /// Tells of a message that comes afterwards.
    func tellAbandoned(_ message: Message) {
        guard let (machine, port) = identity.abandoned, Misuse.isWorthTelling(undeliveredCount) else { return }
        Misuse.tell(
            "the machine \(machine) was released before start(), and a message was sent to its port \(port) afterwards "
                + "(\(message)); connections do not keep a machine: call start(), and keep it until it is done")
    }
}

/// The taker of a proxy: gives the messages of a composite's input to the inner ports.
@usableFromInline
final class Relay<Message: Sendable>: Taker {
    /// Nobody finishes it, so that it takes all that it is offered.
    @usableFromInline let inner = OutputStorage<Message>(name: nil, isRelay: true)

    @usableFromInline init() {}

    @usableFromInline
    func take(_ parcel: Parcel<Message>, mode: OfferMode, for owner: (any DeliveringPort)?) -> Taken {
        // A ready receiver is asked for of the proxy only, not of those behind it.
        let mode = mode.wayBack == nil ? mode : .immediate
        _ = inner.reclaimer.read { inner.offer(parcel, mode: mode, $0) }
        return .handled
    }

    @usableFromInline var edges: [(label: PortLabel, isPartial: Bool)] { inner.edges }
    @usableFromInline var following: [any RouteNode] { [inner] }
    /// Asked only when nobody has the port any more: until then it may be forwarded again.
    @usableFromInline var isGone: Bool { inner.links.allSatisfy { $0.sink.isGone } }
}
