import Statecharts

/// One end of a link inside the process, for tests: on a clock that may stand still, and with planted faults.
///
///     let (shop, guest) = MemoryLink.pair(clock: clock, faults: .init(delay: .milliseconds(20), lossEvery: 50))
///     let bridge = Bridge(over: shop, clock: clock)
///
/// Bytes take no time unless a delay is planted. A lost or overtaken piece is found by the number of the next message:
/// the bridges then end the
/// connection and go on over a new one.
public final class MemoryLink: BridgeLink {
    /// What goes wrong, the same in each run.
    public struct Faults: Sendable, Hashable {
        /// How long each piece is under way.
        public var delay: Duration
        /// Of so many pieces in each direction the last one is lost; 0 for none.
        public var lossEvery: Int
        /// Of so many pieces in each direction the last one is overtaken by the one behind it; 0 for none.
        public var swapEvery: Int
        /// After so many pieces in each direction the connection breaks; 0 for never.
        public var cutEvery: Int

        /// Plants what is named.
        public init(delay: Duration = .zero, lossEvery: Int = 0, swapEvery: Int = 0, cutEvery: Int = 0) {
            self.delay = delay
            self.lossEvery = lossEvery
            self.swapEvery = swapEvery
            self.cutEvery = cutEvery
        }
    }

    private let wire: Wire
    private let side: Int

    private init(_ wire: Wire, _ side: Int) {
        self.wire = wire
        self.side = side
    }

    /// Makes the two ends of a link.
    public static func pair<C: Clock>(
        clock: C = ContinuousClock(), faults: Faults = Faults()
    ) -> (MemoryLink, MemoryLink) where C.Duration == Duration {
        let start = clock.now
        let wire = Wire(
            faults, now: { start.duration(to: clock.now) },
            sleep: { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) })
        return (MemoryLink(wire, 0), MemoryLink(wire, 1))
    }

    /// `memory`
    public var description: String { "memory" }

    /// Waits until the other end is opened too.
    public func open() async throws -> any BridgeConnection { try await wire.open(side) }

    /// Ends the link: the other side cannot open it any more.
    public func close() { wire.close() }

    /// Breaks the connection, if there is one.
    public func cut() { wire.cut() }
}

/// What both ends of a link share.
private final class Wire: Sendable {
    typealias Opening = CheckedContinuation<MemoryConnection, any Error>
    private struct State {
        var openings: [Opening?] = [nil, nil]
        var ends: [MemoryConnection] = []
        var isClosed = false
    }

    let faults: MemoryLink.Faults
    let now: @Sendable () -> Duration
    let sleep: @Sendable (Duration) async throws -> Void
    private let state = Guarded(State())
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

    func open(_ side: Int) async throws -> MemoryConnection {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (opening: Opening) in
                let (met, isClosed) = state.withLock { state -> ([Opening], Bool) in
                    if state.isClosed { return ([], true) }
                    state.openings[side] = opening
                    let both = state.openings.compactMap { $0 }
                    if both.count == 2 { state.openings = [nil, nil] }
                    return (both.count == 2 ? both : [], false)
                }
                if isClosed {
                    return opening.resume(throwing: BridgeError(.closed, "memory: the other side has closed"))
                }
                if met.count == 2 {
                    let first = MemoryConnection(self, 0), second = MemoryConnection(self, 1)
                    first.meet(second)
                    second.meet(first)
                    state.withLock { $0.ends = [first, second] }
                    met[0].resume(returning: first)
                    met[1].resume(returning: second)
                } else if Task.isCancelled {
                    cancel(side)
                }
            }
        } onCancel: {
            cancel(side)
        }
    }

    private func cancel(_ side: Int) {
        let opening = state.withLock { $0.openings[side].take() }
        opening?.resume(throwing: CancellationError())
    }

    func close() {
        let openings = state.withLock { state in
            state.isClosed = true
            defer { state.openings = [nil, nil] }
            return state.openings.compactMap { $0 }
        }
        for opening in openings { opening.resume(throwing: BridgeError(.closed, "memory: the other side has closed")) }
    }

    func cut() {
        for end in state.withLock({ $0.ends }) { end.end() }
    }
}

private final class MemoryConnection: BridgeConnection {
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
