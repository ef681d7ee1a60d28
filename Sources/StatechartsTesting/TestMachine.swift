public import Statecharts
import StatechartsSimulation

/// Drives a chart in a test, step by step, and checks all that it does.
///
///     let test = TestMachine(Player())
///     try await test.start()
///     await test.send(.play) {
///         $0.exits(\.stopped)
///         $0.enters(\.playing)
///     }
///     await test.finish()
///
/// What happens and was not said fails, and what was said and does not happen: as one difference of both. ``Mode/partial`` asks only for what is said.
///
/// The chart runs where the test calls it, without tasks and clocks: timers fire when the test lets time pass, activities are noted and end as the
/// test says, messages that leave through ports are what ``Expectation/sends(_:_:)`` names. Nothing happens at the same time as anything else, so that no
/// test of this kind can hang, unless an action of the chart awaits what never comes.
///
/// - Isolation: not `Sendable`; used by one test.
public final class TestMachine<Top: Statechart> {
    /// The chart's events.
    public typealias Event = Top.Event

    /// How much has to be said of a step.
    public enum Mode: Sendable, Hashable, CaseIterable {
        /// Everything that happens.
        case exhaustive
        /// Something of what happens, in its order.
        case partial
    }

    typealias Lines = [Expectation<Top>.Line]

    /// The chart, to look at its data.
    public var top: Top { simulation.top }
    let simulation: Simulation<Top>
    private let report: FailureReport
    private let records = Records()
    private var fakes: [ObjectIdentifier: (SimulatedActivity) -> Simulation<Top>.ActivityOutcome] = [:]
    private var connections: [Connection] = []
    private var knownTimers: [Armed] = []
    private var knownActivities: Set<Int> = []

    private final class Records: Sendable {
        struct Contents {
            var messages: [(port: String, text: String)] = []
        }
        let contents = Guarded(Contents())
    }

    private struct Armed: Hashable {
        let state: String
        let serial: Int
        let text: String
        let event: String
    }

    private var steps: [Macrostep<Event>] = []

    /// Makes a test of a chart; nothing runs before ``start(_:expecting:fileID:filePath:line:column:)`` or ``place(in:)``.
    /// - Parameters:
    ///   - top: a chart that is used nowhere else.
    ///   - report: where failures go; by default they are issues of the running test.
    public init(_ top: Top, failures report: FailureReport = .issues) {
        simulation = Simulation(top)
        self.report = report
        simulation.onStep = { [unowned self] in steps.append($0) }
        for (name, port) in simulation.outputs {
            connections.append(
                port.tap { [records] message in
                    records.contents.withLock { $0.messages.append((name, "\(message)")) }
                })
        }
    }

    // MARK: Beginning

    /// Enters the chart's initial configuration.
    ///
    /// Without expectations, whatever happens is right.
    /// - Throws: `ChartError` if the chart cannot start, `StepError` if it fails.
    public func start(
        _ mode: Mode = .exhaustive, expecting: ((inout Expectation<Top>) -> Void)? = nil,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        try await simulation.start()
        await settleFakes()
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        if let expecting { compare("start", mode, expecting, place) } else { forget() }
        if let failure = simulation.interpreter.failure { throw failure }
    }

    /// Enters the chart at these states instead of its initial ones, with the entry actions on the way to them.
    ///
    /// What they do need not be said; other regions are entered by default. To be called instead of `start`.
    /// - Throws: `ChartError` if the chart cannot start, an error that says which states cannot be active together, `StepError` if it fails.
    public func place<each S: StateNode>(in states: repeat KeyPath<Top, each S>) async throws {
        var nodes: [StateNode] = []
        for state in repeat each states { nodes.append(top[keyPath: state]) }
        try await simulation.start(at: nodes)
        await settleFakes()
        forget()
        if let failure = simulation.interpreter.failure { throw failure }
    }

    /// Lets activities that return a `Result` end at once, with what `outcome` answers or throws: a fake for all work of that type.
    ///
    /// What follows belongs to the step in which they began.
    public func fake<Result: Sendable>(_ type: Result.Type, _ outcome: @escaping () throws -> Result) {
        fakes[ObjectIdentifier(type)] = { _ in
            do { return .result(try outcome()) } catch { return .failure(error) }
        }
    }

    // MARK: Looking

    /// The active states.
    public var configuration: Configuration { simulation.interpreter.configuration }

    /// Where the chart is in its life.
    public var status: Interpreter<Top>.Status { simulation.interpreter.status }

    /// Fails unless these states are the innermost active ones; says which are instead.
    public func expect<each S: StateNode>(
        configuration states: repeat KeyPath<Top, each S>,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        var said: [String] = []
        for state in repeat each states { said.append(top[keyPath: state].path) }
        let active = simulation.isRunning ? configuration.leaves.map(\.path) : []
        guard said.sorted() != active.sorted() else { return }
        let difference = TestText.difference(said.sorted(), active.sorted()) { $0 }
        fail(
            (["another configuration than was said:"] + difference.map { "  \($0)" } + [whereItIs])
                .joined(separator: "\n"),
            .init(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    var whereItIs: String {
        switch status {
        case .new: "the chart has not started"
        case .running: "the chart is in \(configuration)"
        case .finished, .stopped, .terminated: "the chart has ended in \(configuration)"
        case .failed:
            "the chart has failed in \(configuration): \(simulation.interpreter.failure.map { "\($0)" } ?? "")"
        }
    }

    func fail(_ message: String, _ place: TestFailure.Place) {
        report.report(TestFailure(description: message, place: place))
    }

    // MARK: Comparing

    /// Does something and compares what happens with what is said.
    func perform(
        _ what: String, _ mode: Mode, _ expecting: (inout Expectation<Top>) -> Void, _ place: TestFailure.Place,
        _ body: () async -> Bool
    ) async {
        guard simulation.isRunning else { return fail("\(what) came too late: \(whereItIs)", place) }
        guard await body() else {
            fail("\(what) is not possible\n\(underWay)\n\(whereItIs)", place)
            return forget()
        }
        await settleFakes()
        compare(what, mode, expecting, place)
    }

    private func compare(
        _ what: String, _ mode: Mode, _ expecting: (inout Expectation<Top>) -> Void, _ place: TestFailure.Place
    ) {
        var expectation = Expectation(top)
        expecting(&expectation)
        let happened = happenings()
        var difference: [String] = [], differs = false
        for kind in Expectation<Top>.Line.Kind.allCases {
            let own = expectation.lines.filter { $0.kind == kind }, real = happened.filter { $0.kind == kind }
            difference += TestText.difference(own, real) { $0.text }
            switch mode {
            case .exhaustive: differs = differs || own != real
            case .partial: differs = differs || !TestMachine.isPart(own, of: real)
            }
        }
        let failure = simulation.interpreter.failure
        if failure?.code != expectation.failure { differs = true }
        guard differs else { return }
        var lines = ["something else happened after \(what) than was said:"]
        lines += difference.map { "  \($0)" }
        if let failure, failure.code != expectation.failure { lines.append("  + fails: \(failure)") }
        if let code = expectation.failure, failure?.code != code { lines.append("  - fails: \(code.rawValue)") }
        fail((lines + [whereItIs]).joined(separator: "\n"), place)
    }

    /// Whether all of `part` is in `whole`, in its order.
    private static func isPart(_ part: Lines, of whole: Lines) -> Bool {
        var rest = whole[...]
        for line in part {
            guard let place = rest.firstIndex(of: line) else { return false }
            rest = rest[(place + 1)...]
        }
        return true
    }

    /// What has happened since the last look, kind by kind.
    private func happenings() -> Lines {
        defer { forget() }
        var lines: Lines = []
        func add(_ kind: Expectation<Top>.Line.Kind, _ text: String) { lines.append(.init(kind: kind, text: text)) }
        for step in steps {
            switch step.outcome {
            case .unhandled: add(.outcome, "is unhandled")
            case .deferred: add(.outcome, "is deferred")
            case .handled, .finished: break
            }
            for microstep in step.microsteps {
                for transition in microstep.transitions where transition.kind == .internal {
                    add(.reaction, "reacts \(transition.source)")
                }
                for exit in microstep.exits { add(.exit, "exits \(exit)") }
                for entry in microstep.entries { add(.entry, "enters \(entry)") }
            }
        }
        for (port, text) in records.contents.withLock({ $0.messages }) { add(.message, "sends \(port): \(text)") }
        let timers = armed()
        for timer in timers where !knownTimers.contains(timer) { add(.arm, timer.text) }
        let active = Set(configuration.states.map(\.path))
        for timer in knownTimers
        where !timers.contains(timer) && active.contains(timer.state) && !fired.contains(timer.serial) {
            // A state that was left and entered again has lost its timers in between.
            let wasLeft = steps.contains { $0.microsteps.contains { $0.exits.contains { $0.path == timer.state } } }
            if !wasLeft { add(.disarm, "disarms \(timer.event)") }
        }
        for activity in simulation.activities where !knownActivities.contains(activity.id) {
            add(.work, "begins work of \(simulation.state(of: activity)?.path ?? "")")
        }
        return lines.enumerated().sorted { ($0.1.kind.rawValue, $0.0) < ($1.1.kind.rawValue, $1.0) }.map(\.1)
    }

    /// Timers that have fired since the last look.
    var fired: Set<Int> = []

    private func armed() -> [Armed] {
        simulation.timers.map { timer in
            Armed(
                state: timer.state.path, serial: timer.id,
                text: TestText.arms("\(timer.event)", timer.interval, timer.repeats), event: "\(timer.event)")
        }
    }

    /// Begins anew with what happens from here on.
    private func forget() {
        steps = []
        fired = []
        records.contents.withLock { $0.messages = [] }
        knownTimers = armed()
        knownActivities = Set(simulation.activities.map(\.id))
    }

    /// Lets faked activities end.
    private func settleFakes() async {
        var count = 0
        while let activity = simulation.activities.first(where: { fakes[ObjectIdentifier($0.valueType)] != nil }),
            let fake = fakes[ObjectIdentifier(activity.valueType)], simulation.isRunning, count < 1_000
        {
            count += 1
            _ = await simulation.goOn(activity, with: fake(activity))
        }
    }

    /// What is armed and under way, for people.
    var underWay: String {
        let timers = simulation.timers.map { "\($0.state): \($0.event) in \($0.remaining)" }
        let work = simulation.activities.map { activity in
            let path = simulation.state(of: activity)?.path ?? ""
            return "\(path): \(activity.isSequence ? "a sequence of" : "work that returns") \(activity.valueType)"
        }
        return
            (["armed and under way:"] + (timers + work).map { "  \($0)" }
            + (timers.isEmpty && work.isEmpty ? ["  nothing"] : []))
            .joined(separator: "\n")
    }
}
