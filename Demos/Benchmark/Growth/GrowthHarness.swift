import CSupport

/// Does the work of a growth subject at its sizes and notes the least time of several: that of the processor, as what
/// others do on a busy machine would be taken for growth.
struct GrowthHarness {
    /// How often the work is done at one size.
    let rounds: Int
    /// No size is begun that is predicted to take longer, with its preparation.
    var longest = Duration.seconds(8)
    /// No further round is begun after that.
    var roundTime = Duration.seconds(1)

    func measure(_ subject: GrowthSubject) async -> GrowthFigures {
        var figures = GrowthFigures()
        do { try await measure(subject, &figures) } catch { figures.error = "\(error)" }
        return figures
    }

    private func measure(_ subject: GrowthSubject, _ figures: inout GrowthFigures) async throws {
        // The preparation may grow too.
        var whole = GrowthFigures()
        for factor in [1, 10, 100] {
            guard max(figures.predicted(), whole.predicted()) <= longest / .nanoseconds(1) else { break }
            let size = subject.size * factor
            var least = Double.infinity, all = Double.infinity
            var spent = Duration.zero
            for round in 0..<rounds where round == 0 || spent < roundTime {
                let begin = ContinuousClock.now
                least = min(least, try await once(subject, size))
                let passed = ContinuousClock.now - begin
                all = min(all, passed / .nanoseconds(1))
                spent += passed
            }
            figures.points.append(.init(size: size, nanoseconds: least))
            whole.points.append(.init(size: size, nanoseconds: all))
        }
    }

    private func once(_ subject: GrowthSubject, _ size: Int) async throws -> Double {
        let work = try await subject.prepare(size)
        let before = support_processor_nanoseconds()
        let passed = try await Harness.nanoseconds(work)
        // Not every platform tells.
        return before < 0 ? passed : Double(max(1, support_processor_nanoseconds() - before))
    }
}
