import Statecharts
import StatechartsTesting
import Testing

//   Note: ●──▶ Empty ──text──▶ Written
private final class Note: TopState<Note.Event> {
    enum Event: Sendable, CustomStringConvertible {
        case text(String)
        var description: String {
            switch self {
            case .text(let text): text
            }
        }
    }
    let empty = Empty(), written = Written()
    override func configure() { substates(empty, written) }
    final class Empty: State<Note, Note> {
        override func handle(_ event: Event) -> Reaction { .to(superior.written) }
    }
    final class Written: State<Note, Note> {}
}

@Suite struct RandomRunTests {
    private var tally: Explorer<TallyChart> {
        var explorer = Explorer { TallyChart(isSound: false) }
        explorer.invariant("at most three") { $0.number <= 3 }
        return explorer
    }

    @Test func `a counterexample is shrunk to what it takes`() async throws {
        let result = try await tally.randomRuns(.init(runs: 10, steps: 50, seed: 1))
        let example = try #require(result.counterexample)
        #expect(example.path.map(\.description) == ["count", "count", "count", "count"])
        #expect(
            example.description == """
                violated: at most three: it does not hold
                  after count, count, count, count (seed 1, shrunk from 4 steps to 4)
                    start: handled → Counting
                      start, entries TallyChart Counting
                    count: handled → Counting
                      event, Counting ↺, effects Counting
                    count: handled → Counting
                      event, Counting ↺, effects Counting
                    count: handled → Counting
                      event, Counting ↺, effects Counting
                    count: handled → Counting
                      event, Counting ↺, effects Counting
                  as a test:
                    @Test func `counterexample of at most three`() async throws {
                        let test = TestMachine(explorer.makeChart())
                        try await test.start()
                        await test.send(.count, .partial)
                        await test.send(.count, .partial)
                        await test.send(.count, .partial)
                        await test.send(.count, .partial)
                        #expect(test.configuration.description == "Counting")
                    }
                """)
    }

    @Test func `a long run is shrunk`() async throws {
        var explorer = Explorer(events: [.coin, .enter, .leave]) { TurnGate(isSound: false) }
        explorer.timers = .any
        explorer.step("who enters is inside until he leaves") { step, _ in
            let isThrownOut = step.microsteps.contains { $0.exits.contains { $0.name == "Inside" } }
            return isThrownOut && step.event != .leave ? "\(step.trigger) led to \(step.configuration)" : nil
        }
        let result = try await explorer.randomRuns(.init(runs: 50, steps: 40, seed: 3, weights: ["timer": 0.05]))
        let example = try #require(result.counterexample)
        #expect(
            example.description == """
                violated: who enters is inside until he leaves: timeout led to Closed
                  after coin, enter, timer TurnGate: timeout (seed 3, shrunk from 27 steps to 3)
                    start: handled → Closed
                      start, entries TurnGate Closed
                    coin: handled → Open
                      event, Closed → Open, exits Closed, entries Open
                    enter: handled → Inside
                      event, Open → Inside, exits Open, entries Inside
                    timeout: handled → Closed
                      event, Inside → Closed, exits Inside, entries Closed
                  as a test:
                    @Test func `counterexample of who enters is inside until he leaves`() async throws {
                        let test = TestMachine(explorer.makeChart())
                        try await test.start()
                        await test.send(.coin, .partial)
                        await test.send(.enter, .partial)
                        await test.follow("timer TurnGate: timeout", of: explorer)
                        #expect(test.configuration.description == "Closed")
                    }
                """)
    }

    @Test func `the file of a counterexample is gone again, and tells when it is past`() async throws {
        let example = try #require(try await tally.randomRuns(.init(seed: 1)).counterexample)
        #expect(
            example.file
                == "# at most three: it does not hold\n# seed 1, shrunk from 4 steps\ncount\ncount\ncount\ncount\n")
        #expect(try await tally.replay(example.file)?.subject == "at most three")
        var mended = Explorer { TallyChart(isSound: true) }
        mended.invariant("at most three") { $0.number <= 3 }
        #expect(try await mended.replay(example.file) == nil)
        let error = await #expect(throws: ReplayError.self) { try await mended.replay("count\ntick\n") }
        #expect(error?.description == "line 2: 'tick' is not possible here; possible are count [notPossible]")
    }

    @Test func `the same seed makes the same runs, another one others`() async throws {
        var explorer = Explorer { Lift(isSound: true) }
        var seen: [String] = []
        explorer.step("noted") { step, _ in
            seen.append("\(step.trigger)")
            return nil
        }
        _ = try await explorer.randomRuns(.init(runs: 3, steps: 20, seed: 5))
        let first = seen
        seen = []
        _ = try await explorer.randomRuns(.init(runs: 3, steps: 20, seed: 5))
        #expect(seen == first)
        seen = []
        _ = try await explorer.randomRuns(.init(runs: 3, steps: 20, seed: 6))
        #expect(seen != first)
    }

    @Test func `a step is one line of a file, whatever is in its text`() async throws {
        var explorer = Explorer<Note>(events: [.text("a\nb\\n")]) { Note() }
        explorer.invariant("empty") { $0.empty.isActive }
        let example = try #require(try await explorer.randomRuns(.init(seed: 1)).counterexample)
        #expect(
            example.file == "# empty: it does not hold\n# seed 1, shrunk from 1 step\n" + #"a\nb\\n"# + "\n"
        )
        #expect(try await explorer.replay(example.file)?.path == example.path)
    }

    @Test func `a weight for what is never possible is told`() async throws {
        let explorer = Explorer { Lift(isSound: true) }
        let result = try await explorer.randomRuns(
            .init(runs: 2, steps: 3, seed: 1, weights: ["hlat": 0, "up": 0, "timer": 2]))
        #expect(result.unknownWeights == ["hlat", "timer"])
        #expect(
            result.description
                == "2 runs with 6 steps, nothing found; never possible, though it has a weight: hlat; never possible, though it has a weight: timer"
        )
    }

    @Test func `what has a deadline is inconclusive if the run ends before`() async throws {
        var explorer = Explorer(events: [.order, .pack, .wait, .ship]) { OrderDesk(isSound: true) }
        explorer.leadsTo(.active(\.ordered), .active(\.packed), within: 1_000)
        let result = try await explorer.randomRuns(.init(runs: 20, steps: 3, seed: 2))
        #expect(result.isSound)
        let count = try #require(result.inconclusive["ordered leads to packed within 1000"])
        #expect(count > 0)
        #expect(
            result.description
                == "20 runs with 60 steps, nothing found; ordered leads to packed within 1000: inconclusive \(count) times"
        )
    }
}
