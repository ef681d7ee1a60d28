import Foundation
import Testing

/// Everything public, in random combination, cancelled at every await, from tasks, actions, handlers and deinits.
///
/// Environment: `STATECHARTS_STRESS_SECONDS` says how long (2 by default), `STATECHARTS_STRESS_SEED` which seed is the first one (or the only
/// one, with `STATECHARTS_STRESS_SECONDS=0`), `STATECHARTS_STRESS_LIMIT` after how many seconds without progress the process is
/// ended with a report (60). Each seed is a round; a report names it. The orders of threads are not the seed's: repeat it some times.
@Suite struct StressTests {
    static func number(_ variable: String) -> Double? {
        ProcessInfo.processInfo.environment[variable].flatMap { Double($0) }
    }

    // A step of the checks of its own, see .ci/run.
    @Test(.enabled(if: number("STATECHARTS_STRESS_SECONDS") != nil))
    func `everything public is called at once, and everybody gets an answer`() async {
        let seconds = Self.number("STATECHARTS_STRESS_SECONDS") ?? 2
        let first = Self.number("STATECHARTS_STRESS_SEED").map { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)
        let dog = Watchdog(limit: Self.number("STATECHARTS_STRESS_LIMIT") ?? 60)
        dog.watch()
        defer { dog.stop() }
        let end = Date().addingTimeInterval(seconds)
        var seed = first, calls = 0
        repeat {
            let run = StressRun(seed: seed, calls: 600, dog: dog)
            await run.run()
            #expect(run.views.tornCount == 0, "seed \(seed)")
            calls += run.callCount
            seed += 1
        } while Date() < end
        print("stress: seeds \(first) to \(seed - 1), \(calls) calls")
    }
}
