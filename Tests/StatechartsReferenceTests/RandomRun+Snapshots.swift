import TestSupport
import Foundation
@testable import Statecharts
@testable import StatechartsCore
import Testing

extension RandomRun {
    /// The same point of the run in a new chart, by way of JSON.
    ///
    /// Not while raised events wait, because a chart that starts from a snapshot takes those at once.
    func restored(
        _ dynamic: DynamicChart, _ interpreter: Interpreter<DynamicTop>, _ look: (Snapshot) -> Void
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
        look(snapshot)
        return (continued, next)
    }
}

@Suite struct RandomSnapshotTests {
    /// Runs a chart with snapshots at random points. Answers with what differs from the run without.
    private func differenceWithSnapshots(seed: UInt64, look: (Snapshot) -> Void = { _ in }) -> String? {
        let run = RandomRun(seed: seed)
        var random = SplitMix(seed: seed &+ 77)
        let points = Set(run.operations.indices.filter { _ in random.chance(50) })
        return run.difference(from: run.expectations(), restores: points.contains, look: look).map {
            "seed \(seed), snapshots after \(points.sorted()):\n\(run.chart.drawing)\n\($0)"
        }
    }

    @Test(arguments: 0..<RandomChartTests.chunks)
    func `continuing random charts from snapshots at random points equals never having stopped`(chunk: Int) {
        var failures = 0
        for (position, seed) in RandomChartTests.seeds(chunk).enumerated() where position % 11 == 0 {
            guard let difference = differenceWithSnapshots(seed: seed) else { continue }
            failures += 1
            Issue.record(Comment(rawValue: difference))
            if failures == 3 { return }
        }
    }

    @Test func `three hundred runs take snapshots of everything that can be in one`() {
        var harvest = SnapshotHarvest()
        for seed in UInt64(0)..<300 { #expect(differenceWithSnapshots(seed: seed) { harvest.add($0) } == nil) }
        #expect(harvest.all > 500)
        #expect(harvest.withSeveralLeaves > 50)
        #expect(harvest.withHistory > 100)
        #expect(harvest.withDeferred > 20)
        #expect(harvest.runs > 150)
    }
}

/// What was in the snapshots from which another chart has gone on.
private struct SnapshotHarvest {
    var all = 0
    var withSeveralLeaves = 0
    var withHistory = 0
    var withDeferred = 0
    private var charts: Set<[Snapshot.State]> = []
    var runs: Int { charts.count }

    mutating func add(_ snapshot: Snapshot) {
        all += 1
        withSeveralLeaves += snapshot.configuration.count > 1 ? 1 : 0
        withHistory += snapshot.history.isEmpty ? 0 : 1
        withDeferred += snapshot.deferred.isEmpty ? 0 : 1
        charts.insert(snapshot.states)
    }
}
