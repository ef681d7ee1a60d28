import Testing

/// Random charts whose states own child machines, in a machine and in the slow reference.
///
/// The variables of ``RandomChartTests`` say which; by default it is one in six of those.
@Suite struct RandomFamilyTests {
    @Test(arguments: 0..<RandomChartTests.chunks)
    func `charts with child machines do what the reference does`(chunk: Int) async {
        var failures = 0, children = 0
        let isLong = RandomChartTests.number("STATECHARTS_RANDOM_RUNS") != nil
        for (position, seed) in RandomChartTests.seeds(chunk).enumerated() where isLong || position % 6 == 0 {
            let run = FamilyRun(seed: seed)
            if run.specs.isEmpty { continue }
            let (message, count) = await run.difference()
            children += count
            guard let message else { continue }
            failures += 1
            Issue.record(Comment(rawValue: "seed \(seed):\n\(run.chart.drawing)\n\(run.specs)\n\(message)"))
            if failures == 3 { return }
        }
        #expect(children > 0)
    }
}
