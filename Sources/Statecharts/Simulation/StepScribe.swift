/// Notes steps as numbers instead of records: for who looks at millions of them.
///
/// The words of a microstep's transitions stand one behind the other: what set it off (`StepLog.Code`), the number of
/// its text, the source, the kind (external 0, local 1, internal 2), whether it was preempted, the number of its
/// guard's text, the number of targets, the targets. -1 stands for no text.
package final class StepScribe: StepLogReader {
    package struct Step {
        package let outcome: Outcome
        /// The state that has deferred the event, -1 if none has.
        package let deferredBy: Int32
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

    package init() {}

    /// Forgets what was noted.
    package func clear() {
        words.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        if !texts.isEmpty { texts = [] }
        steps.removeAll(keepingCapacity: true)
        hasActed = false
    }

    package func read(_ log: StepLog.Words, _ trigger: MacrostepTrigger, _ outcome: Outcome, _ engine: Engine) {
        let firstText = Int32(texts.count)
        texts += log.texts
        var (position, microstepCount, firstEnd) = (0, 0, words.count)
        while position < log.numbers.count {
            read(log.numbers, &position, firstText, engine)
            microstepCount += 1
            if microstepCount == 1 { firstEnd = words.count }
        }
        var recalled: String?
        if case .recalled(let scope, let number) = trigger, let store = engine.store(of: scope) {
            recalled = store.describeDeferred(number: number)
        }
        steps.append(
            Step(
                outcome: outcome, deferredBy: engine.deferredBy, recalled: recalled, firstEnd: firstEnd,
                end: words.count, microstepCount: microstepCount))
    }

    private func read(
        _ numbers: ContiguousArray<Int32>, _ position: inout Int, _ firstText: Int32, _ engine: Engine
    ) {
        let (code, text) = (numbers[position], numbers[position + 2])
        let counts = (0..<5).map { Int(numbers[position + 3 + $0]) }
        position += 8
        func readTransitions(_ count: Int, isPreempted: Int32) {
            for _ in 0..<count {
                let (source, kind, guardText) = (numbers[position], numbers[position + 1], numbers[position + 2])
                let end = position + 4 + Int(numbers[position + 3])
                words.append(code)
                words.append(text < 0 ? -1 : firstText + text)
                words.append(source)
                words.append(kind)
                words.append(isPreempted)
                words.append(guardText < 0 ? -1 : firstText + guardText)
                words.append(numbers[position + 3])
                for place in position + 4..<end { words.append(numbers[place]) }
                position = end
            }
        }
        readTransitions(counts[0], isPreempted: 0)
        readTransitions(counts[1], isPreempted: 1)
        for place in position..<position + counts[2] where !hasActed {
            hasActed = Self.acts(engine.infos[numbers[place]], [.exit, .suspendingExit])
        }
        position += counts[2]
        if counts[3] > 0 { hasActed = true }
        position += counts[3]
        for place in position..<position + counts[4] {
            entries.append(numbers[place])
            if !hasActed { hasActed = Self.acts(engine.infos[numbers[place]], [.entry, .suspendingEntry]) }
        }
        position += counts[4]
    }

    /// True if leaving or entering a state runs any code of the chart.
    private static func acts(_ info: NodeInfo, _ actions: ClassInfo.Overrides) -> Bool {
        info.flags.contains(.hasScoped) || !info.overrides.isDisjoint(with: actions)
    }
}
