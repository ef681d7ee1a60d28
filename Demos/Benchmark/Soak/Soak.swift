import CSupport
import DemoSupport

/// A thousand machines under random load for a while: nothing may be lost, no invariant may break, and memory has to
/// stay flat.
enum Soak {
    private static let crews = 4
    private static let crewSize = 250
    private static let rounds = 12

    /// - Returns: the exit status.
    static func run(for duration: Duration) async throws -> Int32 {
        StandardStreams.say(
            "soak: \(crews * crewSize) machines for \(duration), in \(rounds) rounds; memory is taken at rest after each"
        )
        let reports = try await withThrowingTaskGroup(of: [Report].self) { group in
            let meeting = Meeting(size: crews)
            for number in 0..<crews {
                group.addTask { try await work(duration, seed: UInt64(number), meeting) }
            }
            var all: [[Report]] = []
            for try await reports in group { all.append(reports) }
            return all
        }
        return judge(reports, duration)
    }

    /// What a crew found in a round; the heap is everybody's.
    struct Report: Sendable {
        var accepted = 0
        var lost = 0
        var violations = 0
        var failures = 0
        var restarts = 0
        var checks = 0
        var heap: Int64 = 0
    }

    private static func work(_ duration: Duration, seed: UInt64, _ meeting: Meeting) async throws -> [Report] {
        var crew = try await Crew(size: crewSize, seed: seed)
        var reports: [Report] = []
        for _ in 0..<rounds {
            let lost = try await crew.work(until: ContinuousClock().now + duration / rounds)
            // All crews at rest: now the heap says something.
            await meeting.arrive()
            let heap = try await restingHeap()
            await meeting.arrive()
            reports.append(
                Report(
                    accepted: crew.accepted, lost: lost, violations: crew.violations, failures: crew.failures,
                    restarts: crew.restarts, checks: crew.checks, heap: heap))
        }
        try await crew.stop()
        return reports
    }

    /// The least that the heap holds for a while: pulses go on, and what they need is not what stays.
    private static func restingHeap() async throws -> Int64 {
        var least = support_heap_bytes()
        for _ in 0..<10 {
            try await Task.sleep(for: .milliseconds(2))
            least = min(least, support_heap_bytes())
        }
        return least
    }

    private static func judge(_ reports: [[Report]], _ duration: Duration) -> Int32 {
        let last = reports.compactMap(\.last)
        let heaps = (0..<rounds).map { round in Double(reports.map { $0[round].heap }.min() ?? 0) }
        let accepted = last.reduce(0) { $0 + $1.accepted }
        let lost = last.reduce(0) { $0 + $1.lost }
        let violations = last.reduce(0) { $0 + $1.violations }
        let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
        let growth = Growth(heaps)

        StandardStreams.say("jobs accepted    \(accepted), \(Number.fixed(Double(accepted) / seconds, 0)) a second")
        StandardStreams.say("jobs lost        \(lost)")
        StandardStreams.say("failures         \(last.reduce(0) { $0 + $1.failures })")
        StandardStreams.say("restarts         \(last.reduce(0) { $0 + $1.restarts })")
        StandardStreams.say(
            "invariants       checked \(last.reduce(0) { $0 + $1.checks }) times under load, violated \(violations)")
        if support_heap_bytes() >= 0 {
            StandardStreams.say(
                "heap at rest     " + heaps.map { Number.fixed($0 / 1_048_576, 2) }.joined(separator: " ") + " MiB")
            StandardStreams.say("growth           \(growth)")
        }
        let passed = lost == 0 && violations == 0 && growth.isFlat && accepted > 0
        StandardStreams.say(passed ? "passed" : "FAILED")
        return passed ? 0 : 1
    }
}

/// The slope of values that some outliers do not change: the median of the slopes of all pairs (Theil and Sen).
struct Slope {
    let perStep: Double

    init(_ values: some Collection<Double>) {
        let values = Array(values)
        var slopes: [Double] = []
        for (from, first) in values.enumerated() {
            for to in (from + 1)..<max(values.count, from + 1) {
                slopes.append((values[to] - first) / Double(to - from))
            }
        }
        perStep = Figures.median(slopes) ?? 0
    }
}

/// Where tasks wait for each other.
actor Meeting {
    private let size: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(size: Int) { self.size = size }

    func arrive() async {
        if waiting.count + 1 == size {
            let all = waiting
            waiting = []
            for continuation in all { continuation.resume() }
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }
}
