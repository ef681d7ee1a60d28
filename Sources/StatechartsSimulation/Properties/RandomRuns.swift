public import Statecharts

/// Random runs of a chart, which look for violations of the same oracles as exploring: for charts that are too large to
/// be explored.
///
///     let result = try await explorer.randomRuns(.init(runs: 100, steps: 50, seed: 7))
///     #expect(result.isSound, "\(result)")
///
/// Each run is a new chart. The same seed makes the same runs on every platform.
public struct RandomRuns: Sendable, Hashable {
    /// How many runs there are.
    public var runs: Int
    /// How many steps a run has at most.
    public var steps: Int
    /// The seed of the random numbers.
    public var seed: UInt64
    /// How often an event is chosen, by its case; 1 for those that are not listed, 0 for never. `timer`, `activity`,
    /// `message` and `question` stand for all of these.
    public var weights: [String: Double]
    /// How many runs of smaller sequences are tried to make a counterexample small.
    public var shrinking: Int

    /// Describes random runs.
    public init(
        runs: Int = 100, steps: Int = 100, seed: UInt64, weights: [String: Double] = [:], shrinking: Int = 2_000
    ) {
        self.runs = runs
        self.steps = steps
        self.seed = seed
        self.weights = weights
        self.shrinking = shrinking
    }
}

/// What random runs have found.
public struct RunResult<Event: Sendable>: Sendable, CustomStringConvertible {
    /// A run that violates something, made as small as it could be; `nil` if there is none.
    public let counterexample: Counterexample<Event>?
    /// How many runs and steps there were until then.
    public let runCount: Int, stepCount: Int
    /// What could not be decided before the runs ended, by oracle, and how often.
    public let inconclusive: [String: Int]
    /// The names in the weights that were never possible, perhaps because they are misspelt.
    public let unknownWeights: [String]

    /// Whether nothing wrong was found, and something was tried.
    ///
    /// Runs that found nothing say nothing about what they did not reach: see ``inconclusive`` and ``stepCount``.
    public var isSound: Bool { counterexample == nil && stepCount > 0 }

    /// The counterexample, or how much was tried.
    public var description: String {
        if let counterexample { return "\(counterexample)" }
        let open = inconclusive.sorted { $0.key < $1.key }
            .map { "; \($0.key): inconclusive \(CountText.of($0.value, "time"))" }
        let unknown = unknownWeights.map { "; never possible, though it has a weight: \($0)" }
        let nothing =
            stepCount > 0 ? [] : ["; nothing was possible: say events(_:), and no weight of 0 for all of them"]
        return CountText.of(runCount, "run") + " with \(CountText.of(stepCount, "step")), nothing found"
            + (nothing + open + unknown).joined()
    }
}

/// A sequence that leads to a violation.
public struct Counterexample<Event: Sendable>: Sendable, CustomStringConvertible {
    /// What is violated: an oracle, or the step that failed.
    public let subject: String
    /// What is wrong.
    public let message: String
    /// What happened, from the start.
    public let path: [Stimulus]
    /// The length of the run in which it was found first.
    public let originalLength: Int
    /// The seed of all runs.
    public let seed: UInt64
    /// The records of its steps, beginning with the start.
    public let steps: [Macrostep<Event>]
    /// A test that takes the path, to paste; its `explorer` is the one that has found it.
    public let test: String

    /// A text for a file that a later test replays: see ``Explorer/replay(_:)``.
    public var file: String {
        (["# \(subject): \(message)".replacing("\n", with: " "), "# \(origin)"] + path.map(\.line))
            .joined(separator: "\n") + "\n"
    }

    private var origin: String { "seed \(seed), shrunk from \(CountText.of(originalLength, "step"))" }

    /// What is wrong, the path, the records of its steps, the file and the test.
    public var description: String {
        var lines = [
            "violated: \(subject): \(message)",
            "  after \(path.isEmpty ? "the start" : path.map(\.description).joined(separator: ", ")) "
                + "(\(origin) to \(path.count))",
        ]
        lines += steps.flatMap { "\($0)".split(separator: "\n").map { "    \($0)" } }
        lines.append("  as a test:")
        lines += test.split(separator: "\n").map { "    \($0)" }
        return lines.joined(separator: "\n")
    }
}
