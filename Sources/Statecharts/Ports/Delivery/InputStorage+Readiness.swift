extension InputStorage {
    /// What became of a message that was offered.
    enum Offer {
        case taken, busy, gone
        /// The port does not understand it.
        case foreign
    }

    /// Takes the message if the port's receiver is ready for it now.
    func offer(_ parcel: Parcel<Message>) -> Offer {
        guard understands(parcel.message) else { return .foreign }
        switch withState({ $0.offer() }) {
        case .busy: return .busy
        case .gone: return .gone
        case .resume(let id, let consumer):
            judge(parcel) { [self] isAllowed in
                if isAllowed {
                    withState { $0.settle(id) }
                    parcel.origin?.arrive(at: identity.label)
                    resume(consumer, parcel, freed: nil)
                    return
                }
                switch withState({ $0.giveBack(id, consumer) }) {
                case .message(let parcel, let freed): resume(consumer, parcel, freed: freed)
                case .wait: tellReadiness()
                }
            }
            return .taken
        case .pull(let taker):
            guard contract.isInForce else { return pull(parcel, taker) }
            let answer = OfferAnswer()
            judge(parcel) { [self] isAllowed in
                if !isAllowed { return passageHandled() }
                if pull(parcel, taker) == .gone, !answer.setGone() { lose(parcel.message) }
            }
            return answer.isGone ? .gone : .taken
        }
    }

    private func pull(_ parcel: Parcel<Message>, _ taker: any Taker<Message>) -> Offer {
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

    /// Calls the closure whenever the receiver becomes ready, now if it is.
    @usableFromInline
    func listen(_ ready: @escaping @Sendable () -> Void) -> Int {
        let id = withState { $0.listen(ready) }
        ready()
        return id
    }

    @usableFromInline
    var isReady: Bool { withState { $0.isReady } }

    @usableFromInline
    func stopListening(_ id: Int) { withState { $0.stopListening(id) } }

    /// Tells channels if the receiver is ready.
    func tellReadiness() {
        let listeners = withState { $0.isReady ? $0.listeners : [] }
        callingOut()
        for ready in listeners { ready() }
    }
}

/// What an offer is answered with if the contract is asked at once; if it is asked later, the message counts as taken.
private final class OfferAnswer: Sendable {
    private let state = Guarded((isGone: false, isGiven: false))

    /// Answers whether it is not too late.
    func setGone() -> Bool {
        state.withLock { state in
            state.isGone = !state.isGiven
            return state.isGone
        }
    }

    var isGone: Bool {
        state.withLock { state in
            state.isGiven = true
            return state.isGone
        }
    }
}
