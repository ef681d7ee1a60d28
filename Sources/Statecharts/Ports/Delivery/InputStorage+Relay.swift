import Synchronization

extension InputStorage {
    /// Forwards what comes here to an end; what has come before too, if this is the first one.
    @inlinable
    func forward<End: Sink<Message>>(to end: End) -> Connection {
        let made = Relay<Message>()
        let inner = made.inner
        let (taker, isHeld) = holding(orAttach: made) { inner.receive(Parcel(message: $0, origin: nil), $1) == .taken }
        guard let relay = taker as? Relay<Message> else {
            trap(
                "an input port was forwarded whose messages a machine or a closure takes",
                "forward a port of its own, or connect the output to both")
        }
        let connection = Connection.make(relay.inner, end)
        if isHeld { letGo() }
        return connection
    }

    /// The taker that is attached, or else `made`, attached now; it gets nothing before ``letGo()``.
    @usableFromInline
    func holding(
        orAttach made: any Taker<Message>, _ plainTake: @escaping PlainTake<Message>.Function
    ) -> (any Taker<Message>, isHeld: Bool) {
        let plainTake = understanding(plainTake)
        isProxy.store(true, ordering: .relaxed)
        return withState { state in
            state.taker.map { ($0, false) } ?? (made, state.attach(made, plainTake, holding: true).drains)
        }
    }

    @usableFromInline
    func letGo() { drain() }
}

extension InputStorage {
    /// A proxy has room if those behind it have.
    func prepare(_ message: Message, behind relay: Relay<Message>) -> Preparation {
        switch relay.inner.prepare(message) {
        case .ready(let inner):
            return .ready([ForwardedDelivery(storage: self, message: message, inner: inner)])
        case .waits(let wait):
            return .waits { [self] in [ForwardedDelivery(storage: self, message: message, inner: try await wait())] }
        }
    }

    /// Notes that a watched message goes on from here, if this is a proxy.
    func passed(_ origin: TraceContext?, _ taker: any Taker<Message>) {
        if let origin, taker is Relay<Message> { origin.pass(identity.label) }
    }

    fileprivate func pass(_ parcel: Parcel<Message>, to inner: [any PreparedDelivery]) {
        if parcel.origin == nil, let journal = identity.activeJournal {
            return journal.submit(parcel.message, at: identity) { [self] origin in
                pass(Parcel(message: parcel.message, origin: origin), to: inner)
            }
        }
        judge(parcel) { [self] isAllowed in
            if isAllowed { parcel.origin?.pass(identity.label) }
            for delivery in inner { if isAllowed { delivery.commit(parcel.origin) } else { delivery.cancel() } }
        }
    }
}

/// Room for one message at all ends behind a proxy.
private struct ForwardedDelivery<Message: Sendable>: PreparedDelivery {
    let storage: InputStorage<Message>
    let message: Message
    let inner: [any PreparedDelivery]

    func commit(_ origin: TraceContext?) { storage.pass(Parcel(message: message, origin: origin), to: inner) }
    func cancel() { for delivery in inner { delivery.cancel() } }
}

/// Takes messages of a composite's input for the inner ones.
@usableFromInline
final class Relay<Message: Sendable>: Taker {
    @usableFromInline let inner = OutputStorage<Message>(name: nil, isRelay: true)

    @usableFromInline init() {}

    @usableFromInline
    func take(_ parcel: Parcel<Message>, for owner: (any PassageOwner)?) -> Taken {
        inner.send(parcel.message, origin: parcel.origin) ? .handled : .gone
    }

    @usableFromInline
    func fail(_ error: StepError) {}
    @usableFromInline
    var edges: [(label: PortLabel, isPartial: Bool)] { inner.edges }
    @usableFromInline
    var following: [any RouteNode] { [inner] }
}
