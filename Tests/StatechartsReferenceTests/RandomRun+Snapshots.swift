import Foundation
@testable import Statecharts
import Testing

extension RandomRun {
    /// The same point of the run in a new chart, by way of JSON.
    ///
    /// Not while raised events wait, because a chart that starts from a snapshot takes those at once.
    func restored(
        _ dynamic: DynamicChart, _ interpreter: Interpreter<DynamicTop>
    ) throws -> (DynamicChart, Interpreter<DynamicTop>) {
        guard interpreter.status == .running else { return (dynamic, interpreter) }
        let snapshot = try interpreter.snapshot()
        guard snapshot.raised.isEmpty else { return (dynamic, interpreter) }
        let copy = try JSONDecoder().decode(Snapshot.self, from: JSONEncoder().encode(snapshot))
        guard copy == snapshot else { throw SnapshotError(.inconsistent, "JSON changed the snapshot", fix: "") }

        let continued = DynamicChart(chart)
        continued.world = dynamic.world
        let next = Interpreter(restoring: copy, continued.top)
        continued.interpreter = next
        next.deferralLimit = chart.deferralLimit
        try next.start()
        // Asking whether anything follows without an event is logged, and nothing else has happened.
        continued.world.log = continued.world.log.filter { !$0.method.isQuestion }
        guard try next.snapshot() == snapshot else {
            throw SnapshotError(.inconsistent, "starting changed the chart", fix: "")
        }
        return (continued, next)
    }
}

@Suite struct RandomSnapshotTests {
    @Test(arguments: 0..<RandomChartTests.chunks)
    func `continuing random charts from snapshots at random points equals never having stopped`(chunk: Int) {
        var failures = 0
        for seed in stride(from: chunk, to: RandomChartTests.runs / 10, by: RandomChartTests.chunks) {
            let run = RandomRun(seed: UInt64(seed))
            var random = SplitMix(seed: UInt64(seed) &+ 77)
            let points = Set(run.operations.indices.filter { _ in Int.random(in: 0..<3, using: &random) == 0 })
            guard let difference = run.difference(from: run.expectations(), restores: points.contains) else { continue }
            failures += 1
            Issue.record("seed \(seed), snapshots after \(points.sorted()):\n\(run.chart.drawing)\n\(difference)")
            if failures == 3 { return }
        }
    }
}
