import Statecharts
import StatechartsSimulation
import Testing

private final class Table: TopState<Table.Event> {
    enum Event: Sendable { case row(Int, Size) }
    enum Size: Sendable { case small, large(Int) }
    struct TooLarge: Error {}
    override func handle(_ event: Event) -> Reaction {
        guard case .row(_, .large) = event else { return .handled }
        return .handled { throw TooLarge() }
    }
}

/// Events in paths, files and reasons read as a program has them, and the same in each process.
@Suite struct EventTextTests {
    private var explorer: Explorer<Table> {
        var explorer = Explorer<Table>(events: [.row(1, .small), .row(2, .large(3))]) { Table() }
        explorer.allowsDeadEnds = true
        return explorer
    }

    @Test func `what is inside of an event has no module in paths and reasons of an exploration`() async throws {
        var explorer = explorer
        explorer.on(
            { if case .row(1, _) = $0 { true } else { false } }, "a small row", leadsTo: !.when("all") { _ in true })
        let found = try await explorer.explore()
        #expect(found.problems.map { $0.path.map(\.description) } == [["row(1, .small)"], ["row(2, .large(3))"]])
        #expect(found.problems[0].message == "row(1, .small) was handled and led to Table")
        #expect(!"\(found)".contains("StatechartsTestingTests"), "\(found)")
    }

    @Test func `nor has it in the file of a counterexample, which another process can replay`() async throws {
        let example = try #require(try await explorer.randomRuns(.init(runs: 10, seed: 1)).counterexample)
        #expect(example.file.hasSuffix("\nrow(2, .large(3))\n"), "\(example.file)")
        #expect(try await explorer.replay("row(2, .large(3))") != nil)
    }
}
