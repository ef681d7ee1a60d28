import Synchronization

/// A connection without a network: what it brings comes in parts, one every quarter of a second, and it breaks when
/// somebody wishes.
final class SimulatedConnection<C: Clock>: Sendable where C.Duration == Duration {
    private let clock: C
    /// Breaks what is under way.
    private let breaks = Mutex<AsyncStream<Void>.Continuation?>(nil)

    init(clock: C) { self.clock = clock }

    /// Breaks the connection, if there is one.
    func fail() { breaks.withLock { $0 }?.yield() }

    /// Brings some parts, one after the other.
    /// - Parameter report: told the number of each part that has come.
    func bring(_ parts: Range<Int>, report: @escaping @Sendable (Int) -> Void) async throws {
        let (breaking, continuation) = AsyncStream.makeStream(of: Void.self)
        breaks.withLock { $0 = continuation }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in breaking { throw ConnectionLost() }
                try Task.checkCancellation()
            }
            group.addTask { [clock] in
                for part in parts {
                    try await clock.sleep(for: .milliseconds(250))
                    report(part)
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }
}
