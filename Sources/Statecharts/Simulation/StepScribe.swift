/// Notes steps as numbers instead of records: for who looks at millions of them.
///
/// The words of a microstep's transitions stand one behind the other: what set it off (``Code``), the number of its
/// text, the source, the kind (external 0, local 1, internal 2), whether it was preempted, the number of its guard's
/// text, the number of targets, the targets. -1 stands for no text.
package final class StepScribe: StepNoting {
    /// What sets a microstep off.
    package enum Code {
        package static let event: Int32 = 0, eventless: Int32 = 1, completion: Int32 = 2, choice: Int32 = 3
        package static let start: Int32 = 4, finish: Int32 = 5, raised: Int32 = 6, failure: Int32 = 7
    }

    package struct Step {
        package let outcome: Outcome
        /// The event as text, if it had been deferred.
        package let recalled: String?
        /// Where the words of its first microstep, and those of the last one, end.
        package let firstEnd: Int, end: Int
        package let microstepCount: Int
    }

    package private(set) var words: ContiguousArray<Int32> = []
    package private(set) var entries: ContiguousArray<Int32> = []
    package private(set) var texts: [String] = []
    package private(set) var steps: ContiguousArray<Step> = []
    /// Whether an entry, an exit or an effect was run: if none was, no data of the chart have changed.
    package private(set) var hasActed = false
    private var microstepCount = 0
    private var firstEnd = 0

    package init() {}

    /// Forgets what was noted.
    package func clear() {
        words.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        if !texts.isEmpty { texts = [] }
        steps.removeAll(keepingCapacity: true)
        (microstepCount, firstEnd, hasActed) = (0, 0, false)
    }

    /// Notes the microstep that was planned.
    func note(_ engine: Engine) {
        let code: Int32
        switch engine.cells.value.trigger {
        case .event: code = Code.event
        case .eventless: code = Code.eventless
        case .completion: code = Code.completion
        case .choice: code = Code.choice
        case .start: code = Code.start
        case .finish: code = Code.finish
        case .raised: code = Code.raised
        case .failure: code = Code.failure
        }
        if code >= Code.raised { texts.append(engine.triggerText) }
        let text = code >= Code.raised ? Int32(texts.count) - 1 : -1
        let work = engine.work
        note(work.answers, code, text, isPreempted: false, engine)
        note(work.preempted, code, text, isPreempted: true, engine)
        for position in 0..<work.answers.count {
            work.answers[position].plan?.entries.forEach { entries.append($0.node) }
        }
        if !hasActed { hasActed = Self.acts(work) }
        microstepCount += 1
        if microstepCount == 1 { firstEnd = words.count }
    }

    /// Whether what was planned runs any code of the chart.
    private static func acts(_ work: Workspace) -> Bool {
        var flags: Plan.Step.Flags = []
        for position in 0..<work.answers.count {
            if work.answers[position].reaction.hasEffect { return true }
            work.answers[position].plan?.exits.forEach { flags.formUnion($0.flags) }
            work.answers[position].plan?.entries.forEach { flags.formUnion($0.flags) }
        }
        for position in 0..<work.passed.count where work.passed[position].reaction.hasEffect { return true }
        return !flags.isDisjoint(with: [.calls, .suspends, .hasScoped])
    }

    private func note(
        _ answers: FlatStack<Workspace.Answer>, _ code: Int32, _ text: Int32, isPreempted: Bool, _ engine: Engine
    ) {
        for position in 0..<answers.count where answers[position].source >= 0 && !answers[position].isContinued {
            words.append(code)
            words.append(text)
            words.append(answers[position].source)
            switch engine.kind(of: answers[position].plan) {
            case .external: words.append(0)
            case .local: words.append(1)
            case .internal: words.append(2)
            }
            words.append(isPreempted ? 1 : 0)
            if let guardText = engine.guardText(answers, position) {
                texts.append(guardText)
                words.append(Int32(texts.count) - 1)
            } else {
                words.append(-1)
            }
            let targets = engine.targets(answers, position)
            words.append(Int32(targets.count))
            words += targets
        }
    }

    /// The step is over.
    func end(_ trigger: MacrostepTrigger, _ outcome: Outcome, _ engine: Engine) {
        var recalled: String?
        if case .recalled(let scope, let number) = trigger, let store = engine.store(of: scope) {
            recalled = store.deferred(number: number).map { store.describe($0) }
        }
        steps.append(
            Step(
                outcome: outcome, recalled: recalled, firstEnd: firstEnd, end: words.count,
                microstepCount: microstepCount))
        (microstepCount, firstEnd) = (0, words.count)
    }
}
