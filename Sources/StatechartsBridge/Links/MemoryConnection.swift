import Statecharts

/// What leads from the middle of a link to one of its points, on one connection after the other.
final class Wire: Sendable {
    let faults: MemoryLink.Faults
    let now: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void
    private let ends = Guarded<[MemoryConnection]>([])
    /// How many pieces have gone in each direction, on all connections.
    private let counts = Guarded([0, 0])

    init(
        _ faults: MemoryLink.Faults, now: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.faults = faults
        self.now = now
        self.sleep = sleep
    }

    func count(_ side: Int) -> Int {
        counts.withLock { counts in
            counts[side] += 1
            return counts[side]
        }
    }

    /// Makes the two ends of a connection.
    func connect() -> (MemoryConnection, MemoryConnection) {
        let first = MemoryConnection(self, 0), second = MemoryConnection(self, 1)
        first.meet(second)
        second.meet(first)
        ends.withLock { $0 = [first, second] }
        return (first, second)
    }

    func cut() { for end in ends.withLock({ $0 }) { end.end() } }
}

final class MemoryConnection: BridgeConnection {
    private struct Piece: Sendable {
        let bytes: [UInt8]
        let due: Duration
    }

    private let wire: Wire
    private let side: Int
    private let other = Guarded<WeakEnd>(WeakEnd(end: nil))
    private let exchange = Guarded<BridgeExchange?>(nil)
    private let turn = WriteTurn()
    private let incoming: AsyncStream<Piece>
    private let inlet: AsyncStream<Piece>.Continuation
    private let held = Guarded<Piece?>(nil)
    private struct WeakEnd: Sendable { weak var end: MemoryConnection? }
    private let reader = Guarded<(task: Task<Void, Never>?, isClosed: Bool)>((nil, false))

    init(_ wire: Wire, _ side: Int) {
        self.wire = wire
        self.side = side
        (incoming, inlet) = AsyncStream.makeStream()
    }

    func meet(_ end: MemoryConnection) { other.withLock { $0.end = end } }

    func start(_ exchange: BridgeExchange) {
        self.exchange.withLock { $0 = exchange }
        let reader = Task { [self] in
            for await piece in incoming {
                if piece.due > wire.now() {
                    // Closed on this side: what is under way comes too late.
                    do { try await wire.sleep(piece.due) } catch { break }
                }
                exchange.received(piece.bytes)
                write()
            }
            exchange.ended(nil)
        }
        let isClosed = self.reader.withLock { slot in
            slot.task = reader
            return slot.isClosed
        }
        if isClosed { reader.cancel() }
    }

    func wake(_ urgency: BridgeUrgency) { write() }

    private func write() {
        turn.run {
            while let bytes = exchange.withLock({ $0 })?.output() { send(bytes) }
        }
    }

    private func send(_ bytes: [UInt8]) {
        guard let end = other.withLock({ $0.end }) else { return }
        let piece = Piece(bytes: bytes, due: wire.now() + wire.faults.delay)
        let count = wire.count(side), faults = wire.faults
        func isTurn(_ every: Int) -> Bool { every > 0 && count % every == 0 }
        if isTurn(faults.cutEvery) {
            end.end()
            return self.end()
        }
        if isTurn(faults.lossEvery) { return }
        if isTurn(faults.swapEvery) { return held.withLock { $0 = piece } }
        end.inlet.yield(piece)
        if let piece = held.withLock({ $0.take() }) { end.inlet.yield(piece) }
    }

    func close() {
        write()
        other.withLock { $0.end }?.end()
        end()
        let reader = reader.withLock { slot in
            slot.isClosed = true
            return slot.task
        }
        reader?.cancel()
    }

    /// Nothing comes any more, after what has come.
    func end() { inlet.finish() }
}
