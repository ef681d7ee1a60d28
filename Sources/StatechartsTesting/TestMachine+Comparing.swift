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
        let errors = takeErrors()
        let happened = happenings()
        let differs = Expectation<Top>.Line.Kind.allCases.contains { kind in
            let said = expectation.lines.filter { $0.kind == kind }, real = happened.filter { $0.kind == kind }
            return switch mode {
            case .exhaustive: said != real
            case .partial: !TestMachine.isPart(said, of: real)
            }
        }
        let unsaid = errors.filter { !expectation.failures.contains($0.error.code) }
        let missing = expectation.failures.filter { code in !errors.contains { $0.error.code == code } }
        guard differs || !unsaid.isEmpty || !missing.isEmpty else { return }
        var lines = ["something else happened after \(what) than was said:"]
        lines += TestText.difference(expectation.lines, happened, kind: { $0.kind.rawValue }) { $0.text }.map {
            "  \($0)"
        }
        if mode == .partial, lines.contains(where: { $0.hasPrefix("  + ") }) {
            lines.append("  (what has + happened too, and need not be said in part)")
        }
        lines += LongList.lines(of: unsaid) { "+ \($0.what): \($0.error)" }.map { "  \($0)" }
        lines += missing.map { "  - fails: \($0.rawValue)" }
        if TestMachine.readAlike(expectation.lines, happened) {
            lines.append("lines that read alike have values that are not equal")
        }
        fail((lines + [whereItIs]).joined(separator: "\n"), place)
    }

    /// Whether a line that was said and one that happened have the same text and are not equal.
    private static func readAlike(_ said: Lines, _ happened: Lines) -> Bool {
        // Of equal lines one is enough.
        var byText: [String: Lines] = [:]
        for line in happened where byText[line.text]?.contains(line) != true {
            byText[line.text, default: []].append(line)
        }
        return said.contains { line in byText[line.text]?.contains { $0 != line } == true }
    }

    /// The chart's failure, and the mistakes that its code has made since the last look, each once; with what they are.
    /// A mistake counts also if a state has handled it.
    func takeErrors() -> [(error: StepError, what: String)] {
        let failure = simulation.interpreter.failure
        var errors = failure.map { [(error: $0, what: "fails")] } ?? []
        for mistake in simulation.takeMistakes()
        where !errors.contains(where: { $0.error.code == mistake.code && $0.error.message == mistake.message }) {
            // Of a step that has failed nobody knows which mistakes were handled before.
            errors.append((mistake, failure == nil ? "makes a mistake, which a state has handled" : "makes a mistake"))
        }
        return errors
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

    /// What has happened since the last look, in this order: of each step the outcome, then what states do; after all
    /// steps messages, timers and work.
    private func happenings() -> Lines {
        defer { forget() }
        var lines: Lines = []
        func add(
            _ kind: Expectation<Top>.Line.Kind, _ before: String, _ value: (any Sendable)? = nil, _ after: String = ""
        ) {
            lines.append(.init(kind, before, value, after))
        }
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
        for (port, message) in records.contents.withLock({ $0.messages }) { add(.message, "sends \(port): ", message) }
        let timers = simulation.timers
        let known = Set(knownTimers.map(\.id)), armed = Set(timers.map(\.id))
        for timer in timers where !known.contains(timer.id) {
            add(.arm, "arms ", timer.event, " \(timer.repeats ? "every" : "after") \(timer.interval)")
        }
        // A state that was left and entered again has lost its timers in between.
        var left: Set<String> = []
        for step in steps { for microstep in step.microsteps { left.formUnion(microstep.exits.map(\.path)) } }
        let stayed = Set(configuration.states.map(\.path)).subtracting(left)
        for timer in knownTimers
        where !armed.contains(timer.id) && stayed.contains(timer.state.path) && !fired.contains(timer.id) {
            add(.disarm, "disarms ", timer.event)
        }
        for activity in simulation.activities where !knownActivities.contains(activity.id) {
            lines.append(.begins(.called(activity.name), of: simulation.state(of: activity)?.path ?? ""))
        }
        return lines
    }

    /// Begins anew with what happens from here on.
    func forget() {
        seenSteps = steps.count
        _ = simulation.takeMistakes()
        fired = []
        records.contents.withLock { $0.messages = [] }
        knownTimers = simulation.timers
        knownActivities = Set(simulation.activities.map(\.id))
    }

    /// What is armed and under way, for people.
    var underWay: String {
        let all = linesUnderWay
        return (["armed and under way:"] + (all.isEmpty ? ["nothing"] : all).map { "  \($0)" })
            .joined(separator: "\n")
    }

    /// A line for each timer, each work and each child machine that runs; of many of a kind the first ones.
    var linesUnderWay: [String] {
        let timers = LongList.lines(of: simulation.timers) {
            "\($0.state): \(ValueText.of($0.event)) in \($0.remaining)"
        }
        let work = LongList.lines(of: simulation.activities) { activity in
            let path = simulation.state(of: activity)?.path ?? ""
            let which = activity.label.isEmpty ? "" : "\(activity.label), "
            let child = activity.chart.map { "a child that is a \(ClassInfo.of($0).name) and ends with" }
            let what = child ?? (activity.isSequence ? "a sequence of" : "work that returns")
            return "\(path): \(which)\(what) \(activity.valueType)"
        }
        let children = LongList.lines(of: simulation.pathsOfChildren) {
            "\($0.joined(separator: ", ")): a child machine that runs"
        }
        return timers + work + children
    }
}
