import Statecharts
import StatechartsTesting
import Testing

//   Logger: of three properties it saves two; it goes round, and its log grows
private final class Logger: TopState<Logger.Event>, Snapshotting {
    enum Event: Sendable, CaseIterable { case flip }
    private var isOn = false, log = 0, strokes = 0
    override func handle(_ event: Event) -> Reaction {
        .handled {
            isOn.toggle()
            strokes += 1
            log = min(log + 1, 3)
        }
    }
    func save() -> [String] { ["\(isOn)", "\(log)"] }
    func restore(_ saved: [String]) {}
}

/// What is disregarded, and counts all the same.
@Suite struct DisregardedTests {
    @Test func `what a state saves is disregarded in vain, and that is told`() async throws {
        var explorer = Explorer { Logger() }
        explorer.allowsDeadEnds = true
        explorer.disregard("Logger.log", "Logger.strokes")
        var found = try await explorer.explore()
        #expect(found.isComplete, "\(found)")
        #expect(found.situationCount == 5)
        #expect(
            found.hints == [
                "Logger.log is disregarded in vain: it never differed in the same situation; if it is among what save() "
                    + "saves, that counts all the same, unless a fingerprint(_:_:) stands .alone"
            ])
        // What is not saved is left out, without a word.
        explorer = Explorer { Logger() }
        explorer.allowsDeadEnds = true
        explorer.disregard("Logger.strokes")
        found = try await explorer.explore()
        #expect(found.isComplete && found.hints.isEmpty, "\(found)")
    }
}
