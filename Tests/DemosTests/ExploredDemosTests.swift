import Statecharts
import StatechartsTesting
import Testing

@testable import calculator
@testable import download
@testable import running_lights

/// Everything that the demos' charts can do.
@Suite struct ExploredDemosTests {
    @Test func `the running lights have six situations: three lamps, and a pause after each`() async throws {
        let explorer = Explorer(events: [.timerTick, .buttonTap]) { RunningLights(leds: LampBoard()) }
        let found = try await explorer.explore()
        #expect(
            found.description
                == "RunningLights: 4 configurations in 6 situations, 15 steps, all explored, at most 3 steps deep")
    }

    /// A source whose work is never begun: how it ends is up to the explorer.
    private struct NoSource: Source {
        func deliver(
            _ piece: Piece, from progress: Double, report: @escaping @Sendable (Double) -> Void
        ) async throws {}
    }

    @Test(arguments: Explorer<Item>.TimerOrder.allCases)
    func `a download never gets lost, whatever its transfers and pauses do`(timers: Explorer<Item>.TimerOrder)
        async throws
    {
        var explorer = Explorer(events: [.begin, .download, .cancel, .reset]) { Item(source: NoSource()) }
        explorer.returning = .placing  // the source is never asked
        explorer.timers = timers
        explorer.workSends(.arrived(0.5))
        explorer.on(.reset, leadsTo: \.initial)
        explorer.alwaysPossible(.active(\.downloaded))
        explorer.invariant("three attempts at most") { item in
            [item.fetching, item.downloading].allSatisfy { !$0.isActive || $0.failures <= 3 }
        }
        explorer.step("a broken transfer keeps what has arrived") { step, item in
            guard case .broke = step.event, item.downloading.isActive else { return nil }
            return item.downloading.progress == 0 || item.downloading.progress == 0.5 ? nil : "lost"
        }
        let found = try await explorer.explore()
        let problems = found.problems.filter { timers != .none || $0.kind != .unused }
        #expect(problems.isEmpty, "\(found)")
        #expect(found.configurationCount == 9)
        #expect(found.isComplete)
    }

    /// Keys with something of everything.
    private static let fewKeys = "0 1 9 . + - * / = % n < e c"

    private func calculator(_ keys: String) throws -> Explorer<Calculator> {
        var explorer = Explorer(events: try Key.keys(keys)) { Calculator() }
        explorer.model(PlainCalculator()) { model, key in
            model.press(key)
        } difference: { model, calculator in
            model.display == calculator.display
                ? nil : "the display is \(calculator.display) instead of \(model.display)"
        }
        explorer.invariant("the display has twelve digits at most") { calculator in
            calculator.display.count { $0.isNumber } <= 12
        }
        return explorer
    }

    @Test func `no five keys lead to another display than that of the calculator without a chart`() async throws {
        var explorer = try calculator(Self.fewKeys)
        explorer.limits = .init(depth: 5)
        let found = try await explorer.explore()
        #expect(found.problems.isEmpty, "\(found)")
        #expect(found.configurationCount == 12)
        #expect(found.depth == 5)
        #expect(found.unreachedStates.isEmpty)
    }

    /// Raised keys are steps of the chart's own, and no events of the model's.
    @Test func `long rows of all keys lead to the display of the calculator without a chart`() async throws {
        let explorer = try calculator(Key.allCases.map(\.description).joined())
        let result = try await explorer.randomRuns(
            .init(runs: 300, steps: 60, seed: 14, weights: ["clear": 0.2, "clearEntry": 0.5]))
        #expect(result.isSound, "\(result)")
        #expect(result.stepCount == 18_000)
    }
}
