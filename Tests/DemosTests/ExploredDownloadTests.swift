import Statecharts
import StatechartsTesting
import Testing

@testable import download

/// A source that is never asked: what transfers bring is said by the explorer.
private struct NoSource: Source {
    func deliver(_ piece: Piece, from progress: Double, report: @escaping @Sendable (Item.Event) -> Void) async throws {
    }
}

/// Everything that a download can do.
@Suite struct ExploredDownloadTests {
    private struct Known: Hashable {
        let progress: [Double], failures: [Int]
        let about: String?, rows: Int
    }

    private var explorer: Explorer<Item> {
        var explorer = Explorer(events: [.present, .download, .cancel, .reset]) { Item(source: NoSource()) }
        explorer.workSends(.arrived(0.5), .arrived(1), .learned(.description("a bunny")))
        explorer.outcomes(of: Void.self, returns: (), throws: ConnectionLost())
        explorer.fingerprint { item in
            let active = [item.fetching, item.downloading].filter(\.isActive)
            return Known(
                progress: active.map(\.progress), failures: active.map(\.failures), about: item.about,
                rows: item.thumbnail.count)
        }
        return explorer
    }

    @Test func `a download of 9 configurations in 89 situations does nothing that nobody wants, whatever the timers`()
        async throws
    {
        var explorer = explorer
        explorer.timers = .any
        explorer.on(.reset, leadsTo: \.initial)
        explorer.invariant("three attempts at most") { item in
            [item.fetching, item.downloading].allSatisfy { !$0.isActive || $0.failures <= 3 }
        }
        explorer.invariant("before it was presented nothing is known") { !$0.initial.isActive || $0.about == nil }
        explorer.never(\.fetching, with: \.downloading)
        explorer.alwaysPossible(.active(\.downloaded))
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty, "\(found)")
        #expect(found.isComplete)
        #expect(found.configurationCount == 9)
        #expect(found.situationCount == 89)
    }

    /// The keys that are drawn bright are those that change something: of all situations, not only of those that somebody thought of.
    @Test func `what is shown as possible is what the chart takes`() async throws {
        var explorer = explorer
        explorer.step("bright keys") { step, item in
            guard let event = step.event, case .unhandled = step.outcome else { return nil }
            let word: Command.Word
            switch event {
            case .present: word = .present
            case .download: word = .download
            case .cancel: word = .cancel
            case .reset, .arrived, .learned, .retry: return nil
            }
            return Display(item).possible.contains(word) ? "\(word) is shown as possible" : nil
        }
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty, "\(found)")
    }

    @Test func `the display is that of the state on every path that covers all transitions, and on random runs`()
        async throws
    {
        var explorer = explorer
        var display = SystemUnderTest<Item, [String]>("the display") {
            []
        } apply: { past, stimulus, _ in
            past.append("\(stimulus)")
        }
        display.check("a mood for each state") { past, item in
            let display = Display(item)
            switch display.mood {
            case .busy: return item.fetching.transferring.isActive || item.downloading.transferring.isActive
            case .worried, .broken:
                return !display.note.isEmpty && past.contains { $0.contains("connection lost") }
            case .happy: return item.downloaded.isActive
            case .calm: return display.progress == nil
            }
        }
        explorer.drive(display)
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty, "\(found)")
        let result = try await explorer.randomRuns(.init(runs: 50, steps: 60, seed: 14, weights: ["reset": 0.1]))
        #expect(result.isSound, "\(result)")
    }
}
