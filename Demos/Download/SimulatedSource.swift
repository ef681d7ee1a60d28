import Synchronization

/// A source without a network: pieces come in parts, one every quarter of a second, and the connection breaks when
/// somebody wishes.
final class SimulatedSource<C: Clock>: Source where C.Duration == Duration {
    private let clock: C
    /// Breaks the delivery that is under way.
    private let connection = Mutex<AsyncStream<Void>.Continuation?>(nil)

    init(clock: C) { self.clock = clock }

    /// Breaks the connection, if there is one.
    func fail() { connection.withLock { $0 }?.yield() }

    func deliver(_ piece: Piece, from progress: Double, report: @escaping @Sendable (Item.Event) -> Void) async throws {
        let (breaks, connection) = AsyncStream.makeStream(of: Void.self)
        self.connection.withLock { $0 = connection }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in breaks { throw ConnectionLost() }
                try Task.checkCancellation()
            }
            group.addTask { [clock] in
                let parts = piece.parts
                var part = Int((progress * Double(parts)).rounded())
                while part < parts {
                    try await clock.sleep(for: .milliseconds(250))
                    part += 1
                    report(.arrived(Double(part) / Double(parts)))
                    if let fact = piece.fact(in: part) { report(.learned(fact)) }
                }
            }
            try await group.next()
            group.cancelAll()
        }
    }
}

extension Piece {
    fileprivate var parts: Int {
        switch self {
        case .description: 4
        case .content: 20
        }
    }

    /// What can be read when so many parts have arrived, and could not before.
    fileprivate func fact(in part: Int) -> Fact? {
        switch (self, part) {
        case (.description, 2): .description("It's a bunny")
        case (.description, 4): .thumbnail([" ()_()", " (o.o)", " (> v<)o"])
        case (.content, 20): .picture(["   ()   ()", "    \\\\_//", "   ( o.o )", "  (   v   )o", "   (\")_(\")"])
        case (.description, _), (.content, _): nil
        }
    }
}
