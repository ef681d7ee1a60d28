// Who waits: consumers for a message, producers for room.

/// What a producer that waits for room is told.
enum RoomPermission: Sendable {
    /// Room is kept for its message.
    case granted
    /// It need not wait here, because the policy or the end of the port decides about its message.
    case unneeded
}

extension InputStateMachine {
    mutating func newID() -> Int {
        nextID += 1
        return nextID
    }

    enum Consumption {
        case message(Parcel<Message>?, freed: Producer?)
        case wait
    }

    mutating func next(_ id: Int, _ consumer: Consumer, isCancelled: Bool) -> Consumption {
        if let waiting = queue.popFirst() { return .message(waiting.parcel, freed: freeRoom()) }
        if isFinished || isCancelled { return .message(nil, freed: nil) }
        consumers.append((id, consumer))
        return .wait
    }

    mutating func cancelConsumer(_ id: Int) -> Consumer? {
        if lent.contains(id) { cancelledMeanwhile.insert(id) }
        return consumers.remove { $0.id == id }?.consumer
    }

    enum Room: Sendable {
        /// Room is kept.
        case granted
        /// The policy does not make producers wait.
        case unneeded
        case wait
        case refused
    }

    /// Keeps room if it need not be waited for.
    mutating func reserveAtOnce() -> Room {
        if isFinished { return .refused }
        switch policy {
        case .unbounded, .bufferingOldest, .bufferingNewest: return .unneeded
        case .waiting: break
        }
        guard hasRoom && producers.isEmpty else { return .wait }
        reserved += 1
        return .granted
    }

    mutating func reserve(_ id: Int, _ producer: Producer) -> Room {
        let room = reserveAtOnce()
        switch room {
        case .granted, .unneeded, .refused: break
        case .wait: producers.append((id, producer))
        }
        return room
    }

    mutating func cancelProducer(_ id: Int) -> Producer? { producers.remove { $0.id == id }?.producer }

    mutating func cancelReservation() -> Producer? {
        reserved -= 1
        return freeRoom()
    }

    /// Nothing is taken from now on; what is in the queue can still be consumed.
    mutating func finish() -> ([Consumer], [Producer]) {
        isFinished = true
        return (consumers.removeAll().map(\.consumer), producers.removeAll().map(\.producer))
    }
}
