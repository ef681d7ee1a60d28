import Foundation
@testable import Statecharts
import Testing

/// Random charts with random events, in the engine and in a slow reference.
///
/// Environment: `STATECHARTS_RANDOM_RUNS=2000000` compares that many, `STATECHARTS_RANDOM_SEED=17` shows one run.
@Suite struct RandomChartTests {
    static let chunks = 8

    static func number(_ variable: String) -> Int? {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
    }

    static var runs: Int { number("STATECHARTS_RANDOM_RUNS") ?? 6_000 }

    @Test(arguments: 0..<chunks)
    func `the engine does what the reference does`(chunk: Int) {
        compare(stride(from: chunk, to: Self.runs, by: Self.chunks))
    }

    private func compare(_ seeds: StrideTo<Int>) {
        var failures = 0
        for seed in seeds {
            let run = RandomRun(seed: UInt64(seed))
            guard let difference = run.difference(from: run.expectations()) else { continue }
            failures += 1
            Issue.record(Comment(rawValue: Self.report(seed, run, difference)))
            // The first few say what is wrong; thousands would hide it.
            if failures == 3 { return }
        }
    }

    #if DEBUG
        /// What is known of transitions is worked out by the same plan as what is not; this shows that it says the same.
        @Test(arguments: 0..<chunks)
        func `the engine does what the reference does without knowing a transition`(chunk: Int) {
            PlanTable.$isUsed.withValue(false) { compare(stride(from: chunk, to: Self.runs, by: Self.chunks)) }
        }
    #endif

    /// Found by half a million charts and by nothing less: a choice that asks for a state that was entered silently, a junction that waits while another
    /// region goes on, an answer beside one that fails the chart, the effect of a join that fails.
    @Test(arguments: [14_643, 15_995, 68_283, 108_669, 113_439, 188_444, 253_557, 410_303])
    func `what has differed once does not any more`(seed: Int) { compare(stride(from: seed, to: seed + 1, by: 1)) }

    static func report(_ seed: Int, _ run: RandomRun, _ difference: RandomRun.Difference) -> String {
        let small = run.shrunk()
        return """
            seed \(seed) (again with STATECHARTS_RANDOM_SEED=\(seed)), made smaller:
            \(small.chart.drawing)
            operations \(small.operations)
            \(small.difference(from: small.expectations()) ?? difference)
            """
    }

    @Test func `a thousand runs contain everything that is to be compared`() {
        var harvest = Harvest()
        for seed in 0..<1_000 {
            let run = RandomRun(seed: UInt64(seed))
            harvest.add(run, run.expectations())
        }
        for feature in Harvest.Feature.allCases {
            #expect(harvest.count(feature) > 0, "\(feature)")
        }
        if Self.number("STATECHARTS_RANDOM_SEED") != nil {
            for feature in Harvest.Feature.allCases { print(feature, harvest.count(feature)) }
        }
    }

    @Test(.enabled(if: number("STATECHARTS_RANDOM_SEED") != nil))
    func `one seed again`() throws {
        let seed = try #require(Self.number("STATECHARTS_RANDOM_SEED"))
        let run = RandomRun(seed: UInt64(seed))
        let expected = run.expectations()
        print(run.chart.drawing)
        for (operation, expectation) in zip(run.operations, expected) {
            print("operation", operation)
            for record in expectation.records { print(record) }
        }
        if let difference = run.difference(from: expected) {
            Issue.record(Comment(rawValue: Self.report(seed, run, difference)))
        }
    }
}
