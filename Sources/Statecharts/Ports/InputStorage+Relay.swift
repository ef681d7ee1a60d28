extension InputStorage {
    /// The output behind an input that is forwarded; made when it is first asked for.
    func relay() -> OutputStorage<Message> {
        guard let relay = taker(orAttach: Relay<Message>()) as? Relay<Message> else {
            trap(
                "an input port was forwarded whose messages a machine or a closure takes",
                "forward a port of its own, or connect the output to both")
        }
        return relay.inner
    }
}

/// Takes messages of a composite's input for the inner ones.
private final class Relay<Message: Sendable>: Taker {
    let inner = OutputStorage<Message>(name: nil)

    func take(_ parcel: Parcel<Message>, for owner: (any PassageOwner)?) -> Taken {
        inner.send(parcel.message, origin: parcel.origin) ? .handled : .gone
    }

    func fail(_ error: StepError) {}
    var edges: [(label: PortLabel, isPartial: Bool)] { inner.edges }
}
