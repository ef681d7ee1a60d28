import DemoSupport

/// `benchmark growth`: whether what users choose the number of costs more than in proportion to it.
enum GrowthRun {
    /// - Parameters:
    ///   - names: which subjects; empty for all.
    ///   - isStrict: whether one that grows by more than it should is a failure.
    /// - Returns: the exit status.
    static func run(names: [String], rounds: Int, isStrict: Bool) async -> Int32 {
        let harness = GrowthHarness(rounds: rounds)
        var steep: [String] = []
        StandardStreams.say(GrowthTable.head)
        for subject in Benchmark.growthSubjects where names.isEmpty || names.contains(subject.name) {
            let figures = await harness.measure(subject)
            StandardStreams.say(GrowthTable.line(subject, figures))
            if let error = figures.error { StandardStreams.say("  ↳ \(error)") }
            if figures.isSteep { steep.append(subject.name) }
        }
        StandardStreams.say(GrowthTable.legend)
        if !steep.isEmpty { StandardStreams.say("steep: " + steep.joined(separator: ", ")) }
        return isStrict && !steep.isEmpty ? 1 : 0
    }

    static func list() {
        for subject in Benchmark.growthSubjects {
            StandardStreams.say(
                subject.name + String(repeating: " ", count: max(1, 22 - subject.name.count)) + subject.summary)
        }
    }
}
