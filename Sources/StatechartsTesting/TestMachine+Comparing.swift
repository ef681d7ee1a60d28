import Statecharts
import StatechartsSimulation

// What has happened, beside what the test says.

extension TestMachine {
    /// What came of what the test does.
    enum Attempt {
        case isDone
        /// The chart cannot do it where it is.
        case isImpossible
        /// It is not gone on with, for this reason.
        case isOver(String)

        init(_ isDone: Bool) { self = isDone ? .isDone : .isImpossible }
    }

    /// Does something and compares what happens with what is said.
    func perform(
        _ what: String, _ mode: Mode, _ expecting: (inout Expectation<Top>) -> Void, _ place: TestFailure.Place,
        _ body: () async -> Attempt
    ) async {
        lastPlace = place
        guard simulation.isRunning else {
            return fail("\(what) came too \(status == .new ? "early" : "late"): \(whereItIs)", place)
        }
        let problem: String?
        switch await body() {
        case .isDone: problem = await settleFakes()
        case .isImpossible: problem = "\(what) is not possible\n\(underWay)\n\(whereItIs)"
        case .isOver(let text): problem = text
        }
        if let problem {
            fail(problem, place)
            return forget()
        }
        compare(what, mode, expecting, place)
    }

    func compare(
        _ what: String, _ mode: Mode, _ expecting: (inout Expectation<Top>) -> Void, _ place: TestFailure.Place
    ) {
        var expectation = Expectation(top)
        expecting(&expectation)
        // A mistake is a failure too if a state has handled it.
        let mistakes = simulation.takeMistakes()
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
        let failure = simulation.interpreter.failure ?? mistakes.first
        if failure?.code != expectation.failure { differs = true }
        guard differs else { return }
        var lines = ["something else happened after \(what) than was said:"]
        lines += difference.map { "  \($0)" }
        if let failure, failure.code != expectation.failure {
            let isHandled = simulation.interpreter.failure == nil
            lines.append(
                isHandled ? "  + makes a mistake, which a state has handled: \(failure)" : "  + fails: \(failure)")
        }
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
        let steps = self.steps[seenSteps...]
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
            if !wasLeft { add(.disarm, "disarms \(ValueText.of(timer.event))") }
        }
        for activity in simulation.activities where !knownActivities.contains(activity.id) {
            add(.work, "begins work of \(simulation.state(of: activity)?.path ?? "")")
        }
        return lines.enumerated().sorted { ($0.1.kind.rawValue, $0.0) < ($1.1.kind.rawValue, $1.0) }.map(\.1)
    }

    private func armed() -> [Armed] {
        simulation.timers.map { timer in
            Armed(
                state: timer.state.path, serial: timer.id,
                text: TestText.arms(ValueText.of(timer.event), timer.interval, timer.repeats),
                event: ValueText.of(timer.event))
        }
    }

    /// Begins anew with what happens from here on.
    func forget() {
        seenSteps = steps.count
        _ = simulation.takeMistakes()
        fired = []
        records.contents.withLock { $0.messages = [] }
        knownTimers = armed()
        knownActivities = Set(simulation.activities.map(\.id))
    }

    /// What is armed and under way, for people.
    var underWay: String {
        let all = linesUnderWay
        return (["armed and under way:"] + (all.isEmpty ? ["nothing"] : all).map { "  \($0)" })
            .joined(separator: "\n")
    }

    /// A line for each timer, each work and each child machine that runs.
    var linesUnderWay: [String] {
        let timers = simulation.timers.map { "\($0.state): \(ValueText.of($0.event)) in \($0.remaining)" }
        let work = simulation.activities.map { activity in
            let path = simulation.state(of: activity)?.path ?? ""
            let which = activity.label.isEmpty ? "" : "\(activity.label), "
            let child = activity.chart.map { "a child that is a \(ClassInfo.of($0).name) and ends with" }
            let what = child ?? (activity.isSequence ? "a sequence of" : "work that returns")
            return "\(path): \(which)\(what) \(activity.valueType)"
        }
        return timers + work + simulation.children.flatMap(\.activePaths).map { "\($0): a child machine that runs" }
    }
}
