public import Statecharts
public import StatechartsSimulation

/// Drives a chart in a test, step by step, and checks everything that it does.
///
///     let test = TestMachine(Jukebox { "unused" })
///     try await test.start()
///     await test.send(.play) {
///         $0.exits(\.stopped)
///         $0.enters(\.loading)
///         $0.begins(\.loading)  // its work, which does nothing until the test says how it ends
///     }
///     await test.send(.stop, .partial) { $0.enters(\.stopped) }
///     test.finish()
///
/// A step fails if something happens that was not said, or if something that was said does not happen; the failure
/// shows both as one difference. ``Mode/partial`` checks only what is said.
///
/// The chart runs where the test calls it, without tasks and clocks: timers fire when the test lets time pass,
/// activities are noted and end as the test says, messages that leave through ports are what
/// ``Expectation/sends(_:_:)`` names. Nothing happens at the same time as anything else, and no test of this kind hangs
/// without saying why: timers and fakes that never come to an end, real work that does not end, and actions of the
/// chart that await what never comes are failures, which name the state.
///
/// - Isolation: not `Sendable`; used by one test.
public final class TestMachine<Top: Statechart> {
    /// The chart's events.
    public typealias Event = Top.Event

    /// How much has to be said of a step.
    public enum Mode: Sendable, Hashable, CaseIterable {
        /// Everything that happens.
        case exhaustive
        /// Part of what happens, in its order.
        case partial
    }

    typealias Lines = [Expectation<Top>.Line]

    /// The chart, to look at its data.
    public var top: Top { simulation.top }
    let simulation: Simulation<Top>
    private let report: FailureReport
    /// Lets the first child go on that can by itself, or the chart take what waits for it.
    let letChildGoOn: (Simulation<Top>) async -> Bool
    /// How many timers may fire while time passes once.
    let expiries: Int
    let records = Records()
    var fakes = Fakes()
    private var connections: [Connection] = []
    var knownTimers: [SimulatedTimer] = []
    var knownActivities: Set<Int> = []
    /// Timers that have fired since the last look.
    var fired: Set<Int> = []

    final class Records: Sendable {
        struct Contents {
            var messages: [(port: String, message: any Sendable)] = []
            /// The ports whose messages are answered by fakes, and those that are still to be.
            var faked: Set<String> = []
            var waiting: [(port: String, message: any Sendable)] = []
        }
        let contents = Guarded(Contents())
    }

    /// The steps that were taken, beginning with the start: for `Coverage`, or to compare whole records.
    public private(set) var steps: [Macrostep<Event>] = []
    /// How many of them have been looked at.
    var seenSteps = 0
    /// Where the test was last seen.
    var lastPlace: TestFailure.Place

    /// Makes a test of a chart; nothing runs before ``start(_:expecting:fileID:filePath:line:column:)`` or
    /// ``place(in:fileID:filePath:line:column:)``.
    /// - Parameters:
    ///   - top: a chart that is used nowhere else.
    ///   - explorer: whose child machines run here too, those that `Explorer.run(_:)` names; without it the test says
    ///     how children end. They go on, step by step, when the test says so:
    ///     ``letChildrenRun(_:expecting:fileID:filePath:line:column:)``, ``follow(_:of:fileID:filePath:line:column:)``.
    ///   - report: where failures go; by default they are issues of the running test.
    ///   - patience: how long, in real time, a suspending action of the chart may take before that is a failure, which
    ///     names it and has the place of this call. The test goes on waiting, because the action runs in its task. Real
    ///     work may take as long, and is then cancelled. Time in which the process has other tasks to run counts a
    ///     tenth.
    ///   - expiries: how many timers may fire each time that time passes.
    ///   - fileID: the place of the call.
    ///   - filePath: the place of the call.
    ///   - line: the place of the call.
    ///   - column: the place of the call.
    public init(
        _ top: Top, childrenOf explorer: Explorer<Top>? = nil, failures report: FailureReport = .issues,
        patience: Duration = .seconds(60), expiries: Int = 100_000,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        let tell: @Sendable (String) -> Void = { report.report(TestFailure(description: $0, place: place)) }
        simulation = Simulation(
            top, patience: patience, onUnendingWait: tell, world: explorer?.world(patience, tell))
        letChildGoOn = { await explorer?.goOnInChild(of: $0) ?? false }
        self.report = report
        self.expiries = expiries
        lastPlace = place
        simulation.onMistake = { [unowned self] mistake in
            fail("\(mistake.message)\n\(mistake.fix)\n\(whereItIs)", lastPlace)
        }
        simulation.onChildEvent = { [records] child, event in
            records.contents.withLock { $0.messages.append((child, event)) }
        }
        simulation.onStep = { [unowned self] in steps.append($0) }
        for (name, port) in simulation.outputs {
            connections.append(
                port.tap { [records] message in
                    records.contents.withLock { contents in
                        contents.messages.append((name, message))
                        if contents.faked.contains(name) { contents.waiting.append((name, message)) }
                    }
                })
        }
    }

    // MARK: Beginning

    /// Enters the chart's initial configuration.
    ///
    /// Without expectations, whatever happens is accepted. A second call is a failure of the test.
    /// - Throws: `ChartError` if the chart cannot start, `StepError` if it fails.
    public func start(
        _ mode: Mode = .exhaustive, expecting: ((inout Expectation<Top>) -> Void)? = nil,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        lastPlace = place
        guard begins("start", place) else { return }
        try await simulation.start()
        if let endless = await settleFakes() {
            fail(endless, place)
            forget()
        } else if let expecting {
            compare("start", mode, expecting, place)
        } else {
            reportMistakes(place)
            forget()
        }
        if let failure = simulation.interpreter.failure { throw failure }
    }

    /// Where whatever happens is right, mistakes are not. The chart's failure is thrown.
    private func reportMistakes(_ place: TestFailure.Place) {
        for (error, what) in takeErrors().dropFirst(simulation.interpreter.failure == nil ? 0 : 1) {
            fail("the chart \(what): \(error)", place)
        }
    }

    /// Whether the chart may begin, which it does once.
    private func begins(_ what: String, _ place: TestFailure.Place) -> Bool {
        if status == .new { return true }
        fail("\(what) came too late: \(whereItIs); to begin again, make another test machine of a new chart", place)
        return false
    }

    /// Enters the chart at these states instead of its initial ones, with the entry actions on the way to them.
    ///
    /// What these do need not be said; other regions are entered by default. To be called instead of `start`.
    /// - Throws: `ChartError` if the chart cannot start, an error that says which states cannot be active together,
    ///   `StepError` if it fails.
    public func place<each S: StateNode>(
        in states: repeat KeyPath<Top, each S>,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let place = TestFailure.Place(fileID: fileID, filePath: filePath, line: line, column: column)
        lastPlace = place
        guard begins("place(in:)", place) else { return }
        var nodes: [StateNode] = []
        for state in repeat each states { nodes.append(top[keyPath: state]) }
        try await simulation.start(at: nodes)
        if let endless = await settleFakes() { fail(endless, place) }
        reportMistakes(place)
        forget()
        if let failure = simulation.interpreter.failure { throw failure }
    }

    // MARK: Looking

    /// The active states.
    public var configuration: Configuration { simulation.interpreter.configuration }

    /// The paths of the innermost active states of the chart and of the child machines that run beside it, as
    /// `Machine.activePaths` has them.
    public var activePaths: [String] {
        configuration.leaves.map(\.path) + simulation.childPaths
    }

    /// Whether the state that the key path leads to is active. `false` before the start and after the end.
    public func isActive(_ state: KeyPath<Top, some StateNode>) -> Bool { top[keyPath: state].isActive }

    /// Where the chart is in its life.
    public var status: Interpreter<Top>.Status { simulation.interpreter.status }

    /// Fails unless these states are the innermost active ones, or were when the chart came to its end by itself; the
    /// failure says which ones are instead.
    public func expect<each S: StateNode>(
        configuration states: repeat KeyPath<Top, each S>,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) {
        var said: [String] = []
        for state in repeat each states { said.append(top[keyPath: state].path) }
        let active = hasConfiguration ? configuration.leaves.map(\.path) : []
        guard said.sorted() != active.sorted() else { return }
        let difference = TestText.difference(said.sorted(), active.sorted(), kind: { _ in 0 }) { $0 }
        fail(
            (["another configuration than was said:"] + difference.map { "  \($0)" } + [whereItIs])
                .joined(separator: "\n"),
            .init(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    private var hasConfiguration: Bool {
        switch status {
        case .running, .finished, .terminated, .failed: true
        case .new, .stopped: false
        }
    }

    var whereItIs: String {
        switch status {
        case .new: "the chart has not started: call start() or place(in:) first"
        case .running: "the chart is in \(configuration)"
        case .finished, .stopped, .terminated: "the chart has ended in \(configuration)"
        case .failed:
            "the chart has failed in \(configuration): \(simulation.interpreter.failure.map { "\($0)" } ?? "")"
        }
    }

    func fail(_ message: String, _ place: TestFailure.Place) {
        report.report(TestFailure(description: message, place: place))
    }
}
