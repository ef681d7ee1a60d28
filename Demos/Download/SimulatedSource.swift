/// A source without a network.
final class SimulatedSource<C: Clock>: Source where C.Duration == Duration {
    private let connection: SimulatedConnection<C>

    init(clock: C) { connection = SimulatedConnection(clock: clock) }

    /// Breaks the connection, if there is one.
    func fail() { connection.fail() }

    func deliver(_ piece: Piece, from progress: Double, report: @escaping @Sendable (Item.Event) -> Void) async throws {
        let parts = piece.parts
        try await connection.bring(Int((progress * Double(parts)).rounded())..<parts) { part in
            report(.arrived(Double(part + 1) / Double(parts)))
            if let fact = piece.fact(in: part + 1) { report(.learned(fact)) }
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
