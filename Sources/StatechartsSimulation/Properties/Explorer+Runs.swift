import Statecharts

extension Explorer {
    /// Runs the chart at random and looks for violations of its oracles and for steps that fail.
    ///
    /// What is found is shrunk: steps are left out as long as it still happens.
    /// - Throws: `ChartError` if the chart cannot start.
    public func randomRuns(_ runs: RandomRuns) async throws -> RunResult<Event> {
        var random = SplitMix64(state: runs.seed)
        var steps = 0
        var inconclusive: [String: Int] = [:]
        for run in 0..<runs.runs {
            var own = SplitMix64(state: random.next())
            var trial = try await Trial(self)
            var path: [Stimulus] = []
            while trial.violation == nil, trial.isRunning, path.count < runs.steps {
                guard let stimulus = trial.choose(runs.weights, &own) else { break }
                path.append(stimulus)
                _ = await trial.perform(stimulus)
                steps += 1
            }
            if let violation = trial.violation {
                let example = try await counterexample(violation, path, runs)
                return RunResult(
                    counterexample: example, runCount: run + 1, stepCount: steps, inconclusive: inconclusive)
            }
            for name in trial.inconclusive { inconclusive[name, default: 0] += 1 }
        }
        return RunResult(counterexample: nil, runCount: runs.runs, stepCount: steps, inconclusive: inconclusive)
    }

    /// Goes a path once more, such as one from a file of a counterexample: its steps line by line, `#` begins a comment.
    ///
    /// - Returns: what is violated on it; `nil` if nothing is, any more.
    /// - Throws: `ChartError` if the chart cannot start; an error that names a step that is not possible any more.
    public func replay(_ file: String) async throws -> Counterexample<Event>? {
        var trial = try await Trial(self)
        var path: [Stimulus] = []
        for (number, line) in file.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard trial.violation == nil, !line.isEmpty, !line.hasPrefix("#") else { continue }
            guard let stimulus = Stimulus(line: String(line)), await trial.perform(stimulus) else {
                throw ReplayError(line: number + 1, text: String(line), possible: trial.possible.map(\.description))
            }
            path.append(stimulus)
        }
        guard let violation = trial.violation else { return nil }
        return await example(violation, path, path.count, 0)
    }

    private func counterexample(
        _ violation: Trial<Top>.Violation, _ path: [Stimulus], _ runs: RandomRuns
    ) async throws -> Counterexample<Event> {
        var smallest = path, last = violation
        var left = runs.shrinking
        // Pieces of half the length are left out, then of a quarter, and so on; then once more, as long as that helps.
        var piece = max(smallest.count / 2, 1)
        while left > 0, !smallest.isEmpty {
            var position = 0, hasShrunk = false
            while position < smallest.count, left > 0 {
                let candidate = Array(smallest[..<position] + smallest[min(position + piece, smallest.count)...])
                left -= 1
                if let (found, length) = try await violates(candidate, violation.subject) {
                    (smallest, last, hasShrunk) = (Array(candidate.prefix(length)), found, true)
                } else {
                    position += piece
                }
            }
            if piece == 1, !hasShrunk { break }
            piece = max(piece / 2, 1)
        }
        return await example(last, smallest, path.count, runs.seed)
    }

    /// Whether a path violates the same thing, and after how many steps; not if it cannot be gone.
    private func violates(_ path: [Stimulus], _ subject: String) async throws -> (Trial<Top>.Violation, Int)? {
        var trial = try await Trial(self)
        for (number, stimulus) in path.enumerated() {
            if let violation = trial.violation { return violation.subject == subject ? (violation, number) : nil }
            guard await trial.perform(stimulus) else { return nil }
        }
        guard let violation = trial.violation, violation.subject == subject else { return nil }
        return (violation, path.count)
    }

    private func example(
        _ violation: Trial<Top>.Violation, _ path: [Stimulus], _ length: Int, _ seed: UInt64
    ) async -> Counterexample<Event> {
        let steps = await records(of: path)
        return Counterexample(
            subject: violation.subject, message: violation.message, path: path, originalLength: length, seed: seed,
            steps: steps, test: test(named: "counterexample of \(violation.subject)", path, steps.last?.configuration))
    }
}

/// A step of a file that the chart cannot take any more.
public struct ReplayError: Error, Sendable, CustomStringConvertible {
    /// The line of the file, from 1 on.
    public let line: Int
    /// What stands there.
    public let text: String
    /// What would be possible instead.
    public let possible: [String]

    /// The line, and what is possible.
    public var description: String {
        "line \(line): '\(text)' is not possible here; possible are \(possible.joined(separator: ", "))"
    }
}

extension Stimulus {
    /// Reads what ``description`` writes.
    init?(line: String) {
        for kind in Kind.allCases where kind != .event {
            guard line.hasPrefix("\(kind) ") else { continue }
            let rest = line.dropFirst("\(kind) ".count)
            if kind == .question {
                self.init(kind: kind, place: "", text: String(rest))
                return
            }
            guard let colon = rest.firstRange(of: ": ") else { continue }
            self.init(kind: kind, place: String(rest[..<colon.lowerBound]), text: String(rest[colon.upperBound...]))
            return
        }
        self.init(kind: .event, place: "", text: line)
    }
}

/// Random numbers that are the same everywhere (splitmix64).
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// A new chart on its way, with oracles that look on.
struct Trial<Top: Statechart> {
    struct Violation {
        let subject: String
        let message: String
    }

    private var driver: Driver<Top>
    private let oracles: [Oracle<Top>]
    private(set) var violation: Violation?

    init(_ explorer: Explorer<Top>) async throws {
        driver = Driver(explorer)
        oracles = explorer.oracles.map { $0() }
        driver.record()
        try await driver.chart.start()
        for oracle in oracles {
            if let problem = try await oracle.begin(driver.chart) { note(oracle.name, problem) }
        }
        noteFailure()
    }

    var isRunning: Bool { driver.chart.isRunning }

    var possible: [Stimulus] { driver.samples.events.map(\.stimulus) + driver.occasions() }

    /// What does not happen before the run ends.
    var inconclusive: [String] {
        oracles.compactMap { oracle in oracle.inconclusive(driver.chart).map { _ in oracle.name } }
    }

    func choose(_ weights: [String: Double], _ random: inout SplitMix64) -> Stimulus? {
        let possible = possible
        let weights = possible.map { max(weights[$0.kind == .event ? $0.name : $0.kind.rawValue] ?? 1, 0) }
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return nil }
        var place = Double(random.next() >> 11) / Double(1 << 53) * sum
        for (stimulus, weight) in zip(possible, weights) where weight > 0 {
            place -= weight
            if place < 0 { return stimulus }
        }
        return zip(possible, weights).reversed().first { $0.1 > 0 }?.0
    }

    /// Lets something happen, and asks the oracles. Answers `false` if it is not possible.
    mutating func perform(_ stimulus: Stimulus) async -> Bool {
        driver.records.steps.removeAll(keepingCapacity: true)
        guard await driver.perform(stimulus) else { return false }
        for oracle in oracles {
            if let problem = await oracle.follow(driver.records.steps, driver.chart) { note(oracle.name, problem) }
        }
        noteFailure()
        // The records hold the question, and with it the reply.
        driver.records.steps.removeAll(keepingCapacity: true)
        if case .dropped = driver.probe?.fate { note(stimulus.text, "the reply was dropped without an answer") }
        return true
    }

    private mutating func note(_ subject: String, _ message: String) {
        if violation == nil { violation = Violation(subject: subject, message: message) }
    }

    private mutating func noteFailure() {
        if let failure = driver.chart.interpreter.failure { note(failure.code.rawValue, "\(failure)") }
    }
}
