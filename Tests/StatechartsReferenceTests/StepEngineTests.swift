import TestSupport
@testable import Statecharts
import Testing

/// The step engine on the random charts, beside the reference and, in `RandomChartTests`, the engine that it is to
/// follow.
@Suite(.enabled(if: EngineGuests.areTaken)) struct StepEngineTests {
    @Test(arguments: 0..<RandomChartTests.chunks)
    func `the step engine does what the reference does`(chunk: Int) async {
        await compare(RandomChartTests.seeds(chunk))
    }

    #if DEBUG
        @Test(arguments: 0..<RandomChartTests.chunks)
        func `the step engine does what the reference does without knowing a transition`(chunk: Int) async {
            await PlanTable.$isUsed.withValue(false) { await compare(RandomChartTests.seeds(chunk)) }
        }
    #endif

    @Test(arguments: 0..<RandomChartTests.chunks)
    func `the step engine does what the reference does when actions suspend`(chunk: Int) async {
        await compare(RandomChartTests.seeds(chunk), suspends: true)
    }

    private func compare(_ seeds: some Sequence<UInt64>, suspends: Bool = false) async {
        var failures = 0
        for seed in seeds {
            let run = RandomRun(seed: seed)
            var random = SplitMix(seed: seed &+ 0x5059)
            let suspending = suspends ? NodeSet(run.chart.states.filter { _ in random.chance(50) }) : NodeSet()
            let expected = run.expectations()
            guard let difference = await run.stepDifference(from: expected, suspending: suspending) else { continue }
            failures += 1
            let old = suspends ? nil : run.difference(from: expected)
            Issue.record(
                Comment(rawValue: "seed \(seed), old \(old == nil)\n\(run.chart.drawing)\n\(difference)"))
            if failures == 3 { return }
        }
    }
}
