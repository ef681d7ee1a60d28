import Statecharts
import StatechartsSimulation

extension Drawing {
    /// What the list and its row do together with one file, in every order.
    static func listExplorer() -> Explorer<Downloads> {
        let file = File(name: "bunny.png", size: 1_200)
        var row = Explorer<Download>(events: []) { Download(file, from: 0, of: NoFiles()) }
        row.workSends(.arrived(1_200))
        row.outcomes(of: Void.self, returns: (), throws: ConnectionLost())
        var explorer = Explorer(events: [
            .add(file), .pause(file.name), .resume(file.name), .cancel(file.name), .pauseAll, .resumeAll, .close,
        ]) { Downloads(NoFiles()) }
        explorer.run(row)
        explorer.fingerprint { $0.entries }
        explorer.timers = .any
        // More that waits leads nowhere else.
        explorer.limits.waiting = 1
        return explorer
    }

    /// The chart of the list, with all that it answers.
    static func listGraph() async throws -> ChartGraph { try await listExplorer().explore().graph }

    private struct NoFiles: Files {
        func deliver(_ file: File, from arrived: Int, report: @escaping @Sendable (Int) -> Void) async throws {}
    }
}
