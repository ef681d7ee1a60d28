/// The log of an engine's steps, as numbers: written while somebody records, and read as records or as they are.
package struct StepLog {
    /// The microsteps of the step under way.
    fileprivate var words = Words()
    /// A hash table of records, so that a step that did what an earlier one did shares its record. Of two steps with
    /// the same hash the last one is kept.
    private var known: [(words: ContiguousArray<Int32>, content: StepContent)?] = []

    /// The content of the record of the step that is over: a new one, or that of an earlier step that did the same.
    fileprivate mutating func content(_ outcome: Outcome, _ engine: Engine) -> StepContent {
        defer { words.removeAll() }
        guard words.texts.isEmpty, engine.failure == nil else { return makeContent(outcome, engine) }
        let end = words.numbers.count
        words.numbers.append(engine.deferredBy)
        for position in 0..<engine.leaves.count { words.numbers.append(engine.leaves[position]) }
        let place = place(of: words.numbers, engine.topology)
        if let known = known[place], known.words == words.numbers, known.content.outcome == outcome {
            return known.content
        }
        let key = words.numbers
        words.numbers.removeLast(words.numbers.count - end)
        let content = makeContent(outcome, engine)
        known[place] = (key, content)
        return content
    }

    private func makeContent(_ outcome: Outcome, _ engine: Engine) -> StepContent {
        StepContent(
            outcome, words.records(in: engine.topology), engine.configuration, engine.failure,
            deferredBy: engine.deferredBy < 0 ? nil : engine.id(engine.deferredBy))
    }

    /// The place in the table for these numbers.
    private mutating func place(of numbers: ContiguousArray<Int32>, _ topology: Topology) -> Int {
        if known.isEmpty {
            var size = 64
            while size < topology.count * 4, size < 4_096 { size *= 2 }
            known = Array(repeating: nil, count: size)
        }
        var hash = UInt32(17)
        for number in numbers { hash = (hash ^ UInt32(bitPattern: number)) &* 0x0100_0193 }
        return Int(hash ^ hash >> 16) & (known.count - 1)
    }
}

extension Engine {
    /// Adds the microstep that was performed to the log.
    @inline(never)
    func logMicrostep() { cold.log.words.add(hot.value.cause, of: self) }

    /// The record of the transition with these answers.
    func transition(of parts: Range<AnswerIndex>) -> Microstep.Transition {
        var words = StepLog.Words(), targets = 0
        for part in parts { words.add(answers[part], takenScratch?.passed, &targets) }
        return words.transitions(words.numbers.indices, in: topology)[0]
    }

    /// Hands the step that is over to the log reader, and its record to the observer, and forgets it.
    func closeLog() {
        let cold = cold
        // Taken, so that the event does not live on until the next one.
        defer { _ = cold.inside.take() }
        let trigger = step.value.trigger
        let isIdle = trigger == .changed && cold.log.words.numbers.isEmpty && status != .failed
        if isIdle { return }
        cold.logReader?(cold.log.words, trigger, step.value.outcome)
        guard let observer = cold.observer else { return cold.log.words.removeAll() }
        observer(RawMacrostep(trigger: trigger, content: cold.log.content(step.value.outcome, self)))
    }
}
