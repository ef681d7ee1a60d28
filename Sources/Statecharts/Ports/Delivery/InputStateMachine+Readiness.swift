// What a point-to-point channel asks: whether the receiver would take a message now.

extension InputStateMachine {
    /// Whether the receiver would take a message now and at once.
    var isReady: Bool {
        switch receiver {
        case .none: !consumers.isEmpty
        case .pulled: !isBusy && !isDraining && queue.isEmpty
        case .pushed: false
        }
    }

    enum Offer {
        /// The consumer waits for the decision: `settle` or `giveBack` follows.
        case resume(Int, Consumer)
        case pull(any Taker<Message>)
        case busy
        case gone
    }

    /// Makes the receiver take a message that is not in the queue, if it is ready.
    mutating func offer() -> Offer {
        if isFinished { return .gone }
        guard isReady else { return .busy }
        switch receiver {
        case .none:
            guard let (id, consumer) = consumers.popFirst() else { return .busy }
            lent.insert(id)
            return .resume(id, consumer)
        case .pulled(let taker):
            isBusy = true
            return .pull(taker)
        case .pushed: return .busy
        }
    }

    /// The consumer gets the message that was offered.
    mutating func settle(_ id: Int) {
        lent.remove(id)
        cancelledMeanwhile.remove(id)
    }

    /// The consumer does not get the message that was offered, and goes on waiting unless something has happened
    /// meanwhile.
    mutating func giveBack(_ id: Int, _ consumer: Consumer) -> Consumption {
        lent.remove(id)
        return next(id, consumer, isCancelled: cancelledMeanwhile.remove(id) != nil)
    }

    var listeners: [@Sendable () -> Void] { readinessListeners.map(\.ready) }

    /// From now on messages are taken one at a time, so that it is known when the receiver is ready.
    mutating func listen(_ ready: @escaping @Sendable () -> Void) -> Int {
        isPulledAnyway = true
        switch receiver {
        case .none, .pulled: break
        case .pushed(let taker): receiver = .pulled(taker)
        }
        let id = newID()
        readinessListeners.append((id, ready))
        return id
    }

    mutating func stopListening(_ id: Int) { readinessListeners.removeAll { $0.id == id } }
}
