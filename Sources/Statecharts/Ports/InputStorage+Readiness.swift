extension InputStorage {
    /// What became of a message that was offered.
    enum Offer {
        case taken, busy, gone
    }

    /// Takes the message if the port's receiver is ready for it now.
    func offer(_ parcel: Parcel<Message>) -> Offer {
        switch withState({ $0.offer() }) {
        case .busy: return .busy
        case .gone: return .gone
        case .resume(let id, let consumer):
            guard isAllowed(parcel) else {
                switch withState({ $0.giveBack(id, consumer) }) {
                case .message(let parcel, let freed):
                    freed?.resume(returning: .granted)
                    consumer.resume(returning: parcel)
                case .wait: tellReadiness()
                }
                return .taken
            }
            withState { $0.settle(id) }
            parcel.origin?.arrive(at: identity.label)
            consumer.resume(returning: parcel)
            return .taken
        case .pull(let taker):
            guard isAllowed(parcel) else {
                passageHandled()
                return .taken
            }
            switch taker.take(parcel, for: self) {
            case .later: break
            case .handled: passageHandled()
            case .gone:
                passageHandled()
                return .gone
            }
            parcel.origin?.arrive(at: identity.label)
            return .taken
        }
    }

    /// Calls the closure whenever the receiver becomes ready, now if it is.
    func listen(_ ready: @escaping @Sendable () -> Void) -> Int {
        let id = withState { $0.listen(ready) }
        ready()
        return id
    }

    func stopListening(_ id: Int) { withState { $0.stopListening(id) } }

    /// Tells channels if the receiver is ready.
    func tellReadiness() {
        for ready in withState({ $0.isReady ? $0.listeners : [] }) { ready() }
    }
}
