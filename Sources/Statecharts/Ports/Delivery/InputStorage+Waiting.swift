// Producers that wait for room, see `OutputPort.sendWaiting(_:)`.

extension InputStorage {
    @usableFromInline
    func prepare(_ message: Message) -> Preparation {
        guard understands(message) else { return .ready([]) }
        if let relay = taker as? Relay<Message>, withState({ $0.isQuiet }) { return prepare(message, behind: relay) }
        switch withState({ $0.reserveAtOnce() }) {
        case .granted: return .ready([InputDelivery(storage: self, message: message, isReserved: true)])
        case .unneeded, .refused:
            return .ready([InputDelivery(storage: self, message: message, isReserved: false)])
        case .wait: return .waits { [self] in [try await waitForRoom(message)] }
        }
    }

    func prepareWaiting(_ message: Message) async throws -> [any PreparedDelivery] {
        switch prepare(message) {
        case .ready(let prepared): return prepared
        case .waits(let wait): return try await wait()
        }
    }

    private func waitForRoom(_ message: Message) async throws -> any PreparedDelivery {
        let id = withState { $0.newID() }
        // A machine that takes the messages makes room when their steps are complete.
        let waiting = try taker?.machine.flatMap { try WaitGraph.enter($0) }
        let permission = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let producer = WaitingProducer(continuation, waiting: waiting)
                switch withState({ $0.reserve(id, producer) }) {
                case .granted: grant(producer)
                case .unneeded, .refused: producer.resume(returning: .unneeded)
                case .wait:
                    if Task.isCancelled { cancelProducer(id) }
                }
            }
        } onCancel: {
            cancelProducer(id)
        }
        let delivery = InputDelivery(storage: self, message: message, isReserved: permission == .granted)
        if Task.isCancelled {
            delivery.cancel()
            throw CancellationError()
        }
        return delivery
    }

    private func cancelProducer(_ id: Int) {
        let producer = withState { $0.cancelProducer(id) }
        callingOut()
        producer?.resume(throwing: CancellationError())
    }

    func grant(_ producer: Producer?) {
        callingOut()
        producer?.resume(returning: .granted)
    }

    func cancelReservation() { grant(withState { $0.cancelReservation() }) }
}

/// Room for one message in an input port.
private struct InputDelivery<Message: Sendable>: PreparedDelivery {
    let storage: InputStorage<Message>
    let message: Message
    let isReserved: Bool

    func commit(_ origin: TraceContext?) {
        let parcel = Parcel(message: message, origin: origin)
        if isReserved { storage.receiveReserved(parcel) } else { storage.send(parcel) }
    }
    func cancel() {
        if isReserved { storage.cancelReservation() }
    }
}
