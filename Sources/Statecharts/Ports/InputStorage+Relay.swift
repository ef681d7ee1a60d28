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
        withState { state in
            state.taker.map { ($0, false) } ?? (made, state.attach(made, plainTake, holding: true))
        }
    }

    @usableFromInline
    func letGo() { drain() }
}

/// Takes messages of a composite's input for the inner ones.
@usableFromInline
final class Relay<Message: Sendable>: Taker {
    @usableFromInline let inner = OutputStorage<Message>(name: nil)

    @usableFromInline init() {}

    @usableFromInline
    func take(_ parcel: Parcel<Message>, for owner: (any PassageOwner)?) -> Taken {
        inner.send(parcel.message, origin: parcel.origin) ? .handled : .gone
    }

    @usableFromInline
    func fail(_ error: StepError) {}
    @usableFromInline
    var edges: [(label: PortLabel, isPartial: Bool)] { inner.edges }
}
