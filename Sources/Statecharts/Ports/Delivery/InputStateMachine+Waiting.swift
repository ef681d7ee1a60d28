// Who waits: consumers for a message, producers for room, channels for a ready receiver; and gates, behind which
// messages wait.

/// What a producer is told that asked for room.
@usableFromInline
enum RoomPermission: Sendable {
    /// The places that its message needs are reserved.
    case granted
    /// No place is reserved: the policy decides about its message, or the port is finished or not connected any more.
    case unneeded
}

extension InputStateMachine {
    mutating func newID() -> Int {
        nextID += 1
        return nextID
    }

    // MARK: Consumers

    enum Consumption {
        /// With its reservations, which are to end outside of the lock.
        case message(Buffered?, freed: Producer?)
        case wait
    }

    mutating func next(_ id: Int, _ consumer: Consumer, isCancelled: Bool) -> Consumption {
        if let buffered = queue.popFirst() { return .message(buffered, freed: grantRoom()) }
        if isFinished || isCancelled { return .message(nil, freed: nil) }
        consumers.append((id, consumer))
        return .wait
    }

    mutating func cancelConsumer(_ id: Int) -> Consumer? {
        if claimed.contains(id) { cancelledMeanwhile.insert(id) }
        return consumers.remove { $0.id == id }?.consumer
    }

    // MARK: Room

    /// True if one more message may wait in the queue, beside those that places are reserved for.
    var hasRoom: Bool { policy.limit.map { queue.count + reserved < $0 } ?? true }

    /// A place in the queue may be free: the producer that waits longest gets it, and as many as it needs.
    mutating func grantRoom() -> Producer? {
        guard hasRoom, let (_, producer, places) = producers.popFirst() else { return nil }
        reserved += places
        return producer
    }

    /// Reserves places for a message that comes so many times, as soon as one is free. With the others the queue may
    /// become longer than the limit. `nil` if that has to be waited for.
    mutating func reserveAtOnce(_ places: Int) -> RoomPermission? {
        guard !isFinished, case .waiting = policy else { return .unneeded }
        guard hasRoom && producers.isEmpty else { return nil }
        reserved += places
        return .granted
    }

    mutating func reserve(_ places: Int, _ id: Int, _ producer: Producer) -> RoomPermission? {
        let permission = reserveAtOnce(places)
        if permission == nil { producers.append((id, producer, places)) }
        return permission
    }

    mutating func cancelProducer(_ id: Int) -> Producer? { producers.remove { $0.id == id }?.producer }

    mutating func releasePlace() -> Producer? {
        reserved -= 1
        return grantRoom()
    }

    // MARK: Readiness

    /// True when the receiver would take a message now and at once.
    var isReady: Bool {
        switch receiver {
        case .none: !consumers.isEmpty
        case .pulled: isOpen && !isPaused && !isBusy && !isDraining && queue.isEmpty
        case .pushed: false
        }
    }

    enum Readiness {
        case ready(Claim)
        case busy
        case gone
    }

    /// Sets the receiver aside for the message of a channel, if it is ready.
    mutating func claim() -> Readiness {
        if isFinished { return .gone }
        switch receiver {
        case .none:
            guard let (id, consumer) = consumers.popFirst() else { return .busy }
            claimed.insert(id)
            return .ready(.consumer(id, consumer))
        case .pulled(let taker) where isReady:
            isBusy = true
            return .ready(.taker(taker))
        case .pulled, .pushed: return .busy
        }
    }

    /// The claimed consumer gets no message, and goes on waiting unless something has happened meanwhile.
    mutating func releaseConsumer(_ id: Int, _ consumer: Consumer) -> Consumption {
        claimed.remove(id)
        return next(id, consumer, isCancelled: cancelledMeanwhile.remove(id) != nil)
    }

    /// A channel asks for readiness: from now on messages are taken one at a time, so that it is known.
    mutating func listen(_ ready: @escaping @Sendable () -> Void) -> Int {
        mustBePulled = true
        if case .pushed(let taker) = receiver { receiver = .pulled(taker) }
        let id = newID()
        readinessListeners.append((id, ready))
        return id
    }

    mutating func stopListening(_ id: Int) { readinessListeners.removeAll { $0.id == id } }

    // MARK: Gates

    /// From now on messages are taken one at a time, and none until the gate is opened.
    mutating func closeGate() {
        mustBePulled = true
        isOpen = false
    }

    /// Answers whether the caller works off the queue now.
    mutating func setOpen(_ isOpen: Bool) -> Bool {
        self.isOpen = isOpen
        return beginDraining()
    }

    // MARK: Snapshots

    /// Puts the messages of a snapshot in front of what has come since, whatever the limit.
    mutating func putInFront(_ messages: [Message]) {
        let since = queue.removeAll()
        for message in messages {
            queue.append(Buffered(parcel: Parcel(message: message, context: nil), mode: .immediate, sent: nil))
        }
        for buffered in since { queue.append(buffered) }
    }

    /// A consumer that waits, and the message that was put in front for it.
    mutating func nextForConsumer() -> (Consumer, Buffered, freed: Producer?)? {
        if queue.isEmpty { return nil }
        guard let (_, consumer) = consumers.popFirst(), let buffered = queue.popFirst() else { return nil }
        return (consumer, buffered, grantRoom())
    }

    // MARK: The end

    /// Nothing is taken from now on; what is in the queue can still be consumed.
    mutating func finish() -> ([Consumer], [Producer]) {
        isFinished = true
        return (consumers.removeAll().map(\.consumer), producers.removeAll().map(\.producer))
    }
}
