import Statecharts
import StatechartsTesting
import Testing

@testable import calculator
@testable import running_lights

/// Everything that the demos' charts can do.
@Suite struct ExploredDemosTests {
    @Test func `the running lights do nothing that nobody wants, in all their 4 configurations`() async throws {
        let found = try await Explorer(events: [.timerTick, .buttonTap]) { RunningLights(leds: LampBoard()) }.explore()
        #expect(found.problems.isEmpty, "\(found)")
        #expect(found.isComplete)
        #expect(found.configurationCount == 4)
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

    @Test
    func `no five keys, in 12 configurations, lead to another display than that of the calculator without a chart`()
        async throws
    {
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
            .init(runs: 100, steps: 60, seed: 14, weights: ["clear": 0.2, "clearEntry": 0.5]))
        #expect(result.isSound, "\(result)")
        #expect(result.stepCount == 6_000)
    }
}
