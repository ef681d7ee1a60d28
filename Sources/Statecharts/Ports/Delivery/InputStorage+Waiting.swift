// Producers that wait for room, see `OutputPort.sendWaiting(_:)`.

extension InputStorage: BoundedPort {
    @usableFromInline
    func findRoom(for message: Message, _ search: inout RoomSearch) {
        guard mayWait, understands(message) else { return }
        search.add(self)
        // A proxy hands on what comes: there has to be room behind it too.
        if let relay = taker as? Relay<Message> { relay.inner.findRoom(for: message, &search) }
    }

    func sendWaiting(_ message: Message) async throws { send(message, mode: try await reserveRoom(for: message)) }

    @usableFromInline
    func reservePlaces(_ count: Int) -> RoomPermission? { withState { $0.reserveAtOnce(count) } }

    @usableFromInline
    func waitForPlaces(_ ways: [RoomSearch.Way]) async throws -> RoomPermission {
        let id = withState { $0.newID() }
        let goOnIfCutOff: @Sendable () -> Void = { [weak self] in
            if !ways.contains(where: \.isConnected) { self?.resumeProducer(id, with: .success(.unneeded)) }
        }
        let steps = ways.flatMap(\.steps)
        let waits = steps.map { $0.output.wait(at: $0.link, goOnIfCutOff) }
        defer { for (step, wait) in zip(steps, waits) { if let wait { step.output.endWait(wait) } } }
        // A machine that takes the messages makes room when their steps are complete.
        let ticket = try taker?.machine.flatMap { try WaitGraph.enter($0) }
        let permission = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let producer = WaitingProducer(continuation: continuation, ticket: ticket)
                if let permission = withState({ $0.reserve(ways.count, id, producer) }) {
                    callingOut()
                    return producer.resume(returning: permission)
                }
                // Cancelled or disconnected before the producer was there: it was not found.
                if Task.isCancelled { resumeProducer(id, with: .failure(CancellationError())) }
                goOnIfCutOff()
            }
        } onCancel: {
            resumeProducer(id, with: .failure(CancellationError()))
        }
        guard Task.isCancelled else { return permission }
        if permission == .granted { for _ in ways { releasePlace() } }
        throw CancellationError()
    }

    /// Has a producer wait no more: its task was cancelled, or it is not connected any more and goes on without room.
    private func resumeProducer(_ id: Int, with result: Result<RoomPermission, any Error>) {
        let producer = withState { $0.cancelProducer(id) }
        callingOut()
        producer?.resume(with: result)
    }

    func grant(_ producer: Producer?) {
        callingOut()
        producer?.resume(returning: .granted)
    }

    @usableFromInline
    func releasePlace() { grant(withState { $0.releasePlace() }) }
}

/// A sender that waits for room in a port.
struct WaitingProducer: Sendable {
    let continuation: CheckedContinuation<RoomPermission, any Error>
    /// The wait of the machine whose action sends.
    let ticket: WaitGraph.Ticket?

    func resume(returning permission: RoomPermission) { resume(with: .success(permission)) }

    func resume(with result: Result<RoomPermission, any Error>) {
        WaitGraph.leave(ticket)
        continuation.resume(with: result)
    }
}
