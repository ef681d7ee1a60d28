/// Keeps the logs of steps, of which no records have to be made: for who looks at millions of them.
package final class StepScribe {
    package struct Step {
        package let outcome: Outcome
        /// The state that has deferred the event, -1 if none has.
        package let deferredBy: Int32
        /// The event as text, if it had been deferred.
        package let recalled: String?
        /// Where its microsteps are in `words.numbers`.
        package let microsteps: Range<Int>
        /// Where its texts begin in `words.texts`: the places of texts in its microsteps are counted from there.
        package let firstText: Int
    }

    package private(set) var words = StepLog.Words()
    package private(set) var steps: ContiguousArray<Step> = []
    /// Whether an entry, an exit or an effect was run: if none was, no data of the chart have changed.
    package private(set) var hasActed = false

    package init() {}

    /// Forgets what was noted.
    package func clear() {
        words.removeAll()
        steps.removeAll(keepingCapacity: true)
        hasActed = false
    }

    fileprivate func read(_ log: StepLog.Words, _ trigger: MacrostepTrigger, _ outcome: Outcome, _ engine: Engine) {
        let (start, firstText) = (words.numbers.count, words.texts.count)
        words.append(log)
        if !hasActed { hasActed = Self.acts(log, engine) }
        var recalled: String?
        if case .recalled(let scope, let number) = trigger, let store = engine.store(of: scope) {
            recalled = store.describeDeferred(number: number)
        }
        steps.append(
            Step(
                outcome: outcome, deferredBy: engine.deferredBy, recalled: recalled,
                microsteps: start..<words.numbers.count, firstText: firstText))
    }

    /// True if a step has run any code of the chart besides handlers.
    private static func acts(_ log: StepLog.Words, _ engine: Engine) -> Bool {
        var place = 0
        while place < log.numbers.count {
            let microstep = log.microstep(at: &place)
            if !microstep.effects.isEmpty { return true }
            for exit in microstep.exits where acts(engine.infos[log.numbers[exit]], [.exit, .suspendingExit]) {
                return true
            }
            for entry in microstep.entries where acts(engine.infos[log.numbers[entry]], [.entry, .suspendingEntry]) {
                return true
            }
        }
        return false
    }

    /// True if leaving or entering a state runs any code of the chart.
    private static func acts(_ info: NodeInfo, _ actions: ClassInfo.Overrides) -> Bool {
        info.flags.contains(.hasScoped) || !info.overrides.isDisjoint(with: actions)
    }
}

extension Simulation {
    /// Has steps noted, besides the records that ``onStep`` gets if there is one. To be called when the chart is
    /// prepared.
    package func note(by scribe: StepScribe) {
        guard let engine else { return }
        engine.readLog { [unowned engine] in scribe.read($0, $1, $2, engine) }
    }
}
