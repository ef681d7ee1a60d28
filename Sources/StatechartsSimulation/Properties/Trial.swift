import Statecharts

/// A new chart on its way, with oracles that look on.
struct Trial<Top: Statechart> {
    struct Violation {
        let subject: String
        let message: String
        /// Whether it is a system beside the chart that differs.
        var isOfCompanion = false
    }

    private var driver: Driver<Top>
    private let oracles: [Oracle<Top>]
    private let companions: [any Companion<Top>]
    private let conditions: [Condition<Top>]
    private var temporals: [TemporalWatch]
    private(set) var violation: Violation?
    /// What was said of children and is not looked for.
    private let unchecked: [String]

    init(_ explorer: Explorer<Top>) async throws {
        driver = Driver(explorer)
        oracles = explorer.oracles.map { $0() }
        companions = explorer.companions.map { $0.make() }
        conditions = explorer.conditions
        unchecked = explorer.uncheckedOfChildren
        temporals = explorer.temporals.map { TemporalWatch($0) }
        driver.record()
        try await driver.chart.start()
        for oracle in oracles {
            if let problem = try await oracle.begin(driver.records.steps, driver.chart) { note(oracle.name, problem) }
        }
        lookForTemporals()
        noteFailure()
        for companion in companions {
            if let problem = await companion.begin(driver.chart) { note(companion.name, problem, isOfCompanion: true) }
        }
    }

    var isRunning: Bool { driver.chart.isRunning }

    var possible: [Stimulus] { driver.samples.events.map(\.stimulus) + driver.occasions() }

    /// What does not happen before the run ends.
    var inconclusive: [String] {
        oracles.filter(\.isUndecided).map(\.name) + temporals.filter(\.isOpen).map(\.temporal.name)
            + (driver.childOracles?.undecided ?? []).sorted() + unchecked
    }

    private mutating func lookForTemporals() {
        for number in temporals.indices {
            let chart = driver.chart
            let problem = temporals[number].look(hasEnded: !chart.isRunning) {
                conditions[$0].holds(in: chart)
            }
            if let problem { note(temporals[number].temporal.name, problem) }
        }
    }

    /// - Parameter unknown: the names of weights that were never possible so far.
    func choose(
        _ weights: [String: Double], _ unknown: inout Set<String>, _ random: inout SplitMix64
    ) -> Stimulus? {
        let possible = possible
        let names = possible.map { $0.kind == .event ? $0.name : $0.kind.rawValue }
        unknown.subtract(names)
        let weights = names.map { max(weights[$0] ?? 1, 0) }
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return nil }
        var place = Double(random.next() >> 11) / Double(1 << 53) * sum
        for (stimulus, weight) in zip(possible, weights) where weight > 0 {
            place -= weight
            if place < 0 { return stimulus }
        }
        return zip(possible, weights).reversed().first { $0.1 > 0 }?.0
    }

    /// What a line of a file stands for where the chart is.
    func stimulus(fileLine line: String) -> Stimulus? { driver.stimulus(Stimulus.unescaped(line)) }

    /// Lets something happen, and asks the oracles. Answers `false` if it is not possible.
    mutating func perform(_ stimulus: Stimulus) async -> Bool {
        driver.records.steps.removeAll(keepingCapacity: true)
        guard await driver.perform(stimulus) else { return false }
        for oracle in oracles {
            if let problem = await oracle.follow(driver.records.steps, driver.chart) { note(oracle.name, problem) }
        }
        for (name, message) in driver.childOracles?.takeViolations() ?? [] { note(name, message) }
        lookForTemporals()
        noteFailure()
        for companion in companions {
            if let problem = await companion.follow(stimulus, driver.records.steps.first?.event, driver.chart) {
                note(companion.name, problem, isOfCompanion: true)
            }
        }
        // The records hold the question, and with it the reply.
        driver.records.steps.removeAll(keepingCapacity: true)
        for question in driver.takeDroppedQuestions() {
            note(question.text, "the reply was dropped without an answer")
        }
        return true
    }

    /// Nothing follows: ends what was driven beside the chart.
    mutating func end() async {
        for companion in companions {
            if let problem = await companion.end() { note(companion.name, problem, isOfCompanion: true) }
        }
    }

    private mutating func note(_ subject: String, _ message: String, isOfCompanion: Bool = false) {
        if violation == nil {
            violation = Violation(subject: subject, message: message, isOfCompanion: isOfCompanion)
        }
    }

    private mutating func noteFailure() {
        let failure = driver.chart.interpreter.failure
        let mistakes = driver.chart.takeMistakes()
        if let failure = failure ?? mistakes.first { note(failure.code.rawValue, "\(failure)") }
    }
}
