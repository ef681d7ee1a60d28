import Statecharts
import StatechartsSimulation

extension Drawing {
    /// What the list does, as far as it can, with one file; and what it says of its rows.
    static func listGraph() async throws -> ChartGraph {
        var explorer = Explorer(events: [
            .add(File(name: "bunny.png", size: 1_200)), .pause("bunny.png"), .resume("bunny.png"),
            .cancel("bunny.png"), .pauseAll, .resumeAll, .close,
        ]) { Downloads(NoFiles()) }
        explorer.workSends(.arrived("bunny.png", 1_200))
        explorer.outcomes(of: Int.self, returns: 1_200, throws: ConnectionLost())
        return try await explorer.explore().graph
    }

    private struct NoFiles: Files {
        func deliver(_ file: File, from arrived: Int, report: @escaping @Sendable (Int) -> Void) async throws {}
    }
}
