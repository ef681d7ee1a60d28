extension InputStorage {
    /// The output behind an input that is forwarded; made when it is first asked for.
    func relay() -> OutputStorage<Message> {
        if let relay = taker as? Relay<Message> { return relay.inner }
        let relay = Relay<Message>()
        attach(relay)
        return relay.inner
    }
}

/// Takes messages of a composite's input for the inner ones.
private final class Relay<Message: Sendable>: Taker {
    let inner = OutputStorage<Message>(name: nil)

    func take(_ parcel: Parcel<Message>, for owner: (any PassageOwner)?) -> Taken {
        inner.send(parcel.message, origin: parcel.origin) ? .handled : .gone
    }

    var endLabels: [PortLabel]? { inner.endLabels }
}
