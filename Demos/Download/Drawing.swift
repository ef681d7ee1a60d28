import Statecharts
import StatechartsSimulation

/// What the chart does, as far as it can, with one amount that arrives and one fact that is learned.
enum Drawing {
    static func graph() async throws -> ChartGraph {
        var explorer = Explorer(events: [.present, .download, .cancel, .reset]) { Item(source: NoSource()) }
        explorer.workSends(.arrived(0.5), .learned(.description("It's a bunny")))
        explorer.outcomes(of: Void.self, returns: (), throws: ConnectionLost())
        return try await explorer.explore().graph
    }

    /// Nothing is delivered: exploring says how deliveries end.
    private struct NoSource: Source {
        func deliver(
            _ piece: Piece, from progress: Double, report: @escaping @Sendable (Item.Event) -> Void
        ) async throws {}
    }
}
