extension InputStorage {
    /// The output behind an input that is forwarded; made when it is first asked for.
    @inlinable
    func relay() -> OutputStorage<Message> {
        let made = Relay<Message>()
        let inner = made.inner
        guard
            let relay = taker(orAttach: made, { inner.receive(Parcel(message: $0, origin: nil)) == .taken })
                as? Relay<Message>
        else {
            trap(
                "an input port was forwarded whose messages a machine or a closure takes",
                "forward a port of its own, or connect the output to both")
        }
        return relay.inner
    }
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
