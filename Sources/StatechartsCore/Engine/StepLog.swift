/// What the steps of an engine did, as numbers: written while somebody listens, and made into records for who reads.
package final class StepLog {
    /// The microsteps of the step under way.
    fileprivate var words = Words()
    /// What was recorded before, so that the same step makes no new record; of two steps with the same place the last
    /// one is kept.
    private var known: [(words: ContiguousArray<Int32>, content: StepContent)?] = []

    /// Numbers, one behind the other.
    ///
    /// A microstep: what it answers to (`MicrostepTrigger.code`, the vertex, the number of its text), how many
    /// transitions, preempted transitions, exits, effects and entries there are, then those. A transition: its source,
    /// its kind (0 external, 1 local, 2 internal), the number of its guards' text, how many targets, the targets. Texts
    /// stand apart; -1 stands for none.
    package struct Words {
        package fileprivate(set) var numbers: ContiguousArray<Int32> = []
        package fileprivate(set) var texts: [String] = []

        fileprivate mutating func add(_ text: String?) {
            guard let text else { return numbers.append(-1) }
            numbers.append(Int32(texts.count))
            texts.append(text)
        }

        /// Adds a microstep that was listed.
        mutating func add(
            _ cause: MicrostepTrigger, _ text: String?, _ answers: AnswerRow,
            preempted: FlatStack<Engine.Answer>?, _ passed: FlatStack<Engine.Passed>?
        ) {
            numbers.append(cause.code)
            numbers.append(cause.vertex)
            add(text)
            let counts = numbers.count
            for _ in 0..<5 { numbers.append(0) }
            for position in 0..<answers.count where answers[position].isFirst {
                let targets = add(answers[position], passed)
                numbers[counts] += 1
                for next in position + 1..<answers.count {
                    guard answers[next].isContinued else { break }
                    addTargets(of: answers[next], countedAt: targets)
                }
            }
            if let preempted {
                for position in 0..<preempted.count where preempted[position].isFirst {
                    let targets = add(preempted[position], passed)
                    numbers[counts + 1] += 1
                    for next in position + 1..<preempted.count {
                        guard preempted[next].isContinued else { break }
                        addTargets(of: preempted[next], countedAt: targets)
                    }
                }
            }
            for position in 0..<answers.count {
                guard let plan = answers[answers.count - 1 - position].plan else { continue }
                plan.exits.forEach { numbers.append($0.node) }
                numbers[counts + 2] += plan.exits.count
            }
            for position in 0..<answers.count {
                addEffect(answers[position].reaction.hasEffect, answers[position].source, countedAt: counts + 3)
                guard let passed else { continue }
                for place in answers[position].passed {
                    addEffect(passed[place].reaction.hasEffect, passed[place].source, countedAt: counts + 3)
                }
            }
            for position in 0..<answers.count {
                guard let plan = answers[position].plan else { continue }
                plan.entries.forEach { numbers.append($0.node) }
                numbers[counts + 4] += plan.entries.count
            }
        }

        private mutating func addEffect(_ hasEffect: Bool, _ source: Int32, countedAt count: Int) {
            guard hasEffect else { return }
            numbers.append(source)
            numbers[count] += 1
        }

        /// Adds a transition. Answers where its targets are counted, as it may be listed as several answers.
        @discardableResult
        mutating func add(_ answer: borrowing Engine.Answer, _ passed: FlatStack<Engine.Passed>? = nil) -> Int {
            numbers.append(answer.source)
            numbers.append(answer.plan.map { $0.has(.local) ? 1 : 0 } ?? 2)
            add(passed == nil && !answer.reaction.hasGuard ? nil : Self.guardText(answer, passed))
            numbers.append(0)
            let count = numbers.count - 1
            addTargets(of: answer, countedAt: count)
            return count
        }

        mutating func addTargets(of answer: borrowing Engine.Answer, countedAt count: Int) {
            guard let plan = answer.plan else { return }
            plan.targets.forEach { numbers.append($0) }
            numbers[count] += plan.targets.count
        }

        /// The words of the guards on the way.
        private static func guardText(
            _ answer: borrowing Engine.Answer, _ passed: FlatStack<Engine.Passed>?
        ) -> String? {
            var words = answer.reaction.guardText.map { [$0.text] } ?? []
            if let passed {
                for place in answer.passed {
                    if let guardText = passed[place].reaction.guardText { words.append(guardText.text) }
                }
            }
            return words.isEmpty ? nil : words.joined(separator: " and ")
        }
    }

    // MARK: The engine's

    /// What the record of the step says that is over.
    fileprivate func content(_ outcome: Outcome, _ engine: Engine) -> StepContent {
        defer { forget() }
        guard words.texts.isEmpty, engine.failure == nil else {
            return makeContent(outcome, engine)
        }
        let end = words.numbers.count
        words.numbers.append(outcome.code)
        words.numbers.append(engine.deferredBy)
        for position in 0..<engine.leaves.count { words.numbers.append(engine.leaves[position]) }
        let place = place(of: words.numbers, engine.topology)
        if let known = known[place], known.words == words.numbers { return known.content }
        let key = words.numbers
        words.numbers.removeLast(words.numbers.count - end)
        let content = makeContent(outcome, engine)
        known[place] = (key, content)
        return content
    }

    private func makeContent(_ outcome: Outcome, _ engine: Engine) -> StepContent {
        StepContent(
            outcome, words.microsteps(in: engine.topology), engine.configuration, engine.failure,
            deferredBy: engine.deferredBy < 0 ? nil : engine.id(engine.deferredBy))
    }

    /// Where a step is kept that says this.
    private func place(of numbers: ContiguousArray<Int32>, _ topology: Topology) -> Int {
        if known.isEmpty {
            var size = 64
            while size < topology.count * 4, size < 4_096 { size *= 2 }
            known = Array(repeating: nil, count: size)
        }
        var hash = UInt32(17)
        for number in numbers { hash = (hash ^ UInt32(bitPattern: number)) &* 0x0100_0193 }
        return Int(hash ^ hash >> 16) & (known.count - 1)
    }

    /// Forgets the step that is over.
    fileprivate func forget() {
        words.numbers.removeAll(keepingCapacity: true)
        if !words.texts.isEmpty { words.texts = [] }
    }
}

/// Who reads the numbers of steps in place of records.
package protocol StepLogReader: AnyObject {
    /// Told of every complete step.
    func read(_ words: StepLog.Words, _ trigger: MacrostepTrigger, _ outcome: Outcome, _ engine: Engine)
}

extension StepLog.Words {
    /// The records of all microsteps.
    func microsteps(in topology: Topology) -> [Microstep] {
        var position = 0
        var microsteps: [Microstep] = []
        while position < numbers.count { microsteps.append(microstep(at: &position, in: topology)) }
        return microsteps
    }

    private func microstep(at position: inout Int, in topology: Topology) -> Microstep {
        let trigger = trigger(at: position, in: topology)
        let counts = numbers[position + 3..<position + 8].map { Int($0) }
        position += 8
        func transitions(_ count: Int) -> [Microstep.Transition] {
            (0..<count).map { _ in
                let transition = transition(at: position, in: topology)
                position += 4 + transition.targets.count
                return transition
            }
        }
        func states(_ count: Int) -> [StateID] {
            position += count
            return numbers[position - count..<position].map { StateID(topology: topology, index: $0) }
        }
        return Microstep(
            trigger: trigger, transitions: transitions(counts[0]), preempted: transitions(counts[1]),
            exits: states(counts[2]), effects: states(counts[3]), entries: states(counts[4]))
    }

    /// The record of a transition.
    func transition(at position: Int, in topology: Topology) -> Microstep.Transition {
        let (kind, text, count) = (numbers[position + 1], numbers[position + 2], Int(numbers[position + 3]))
        return Microstep.Transition(
            source: StateID(topology: topology, index: numbers[position]),
            kind: kind == 0 ? .external : kind == 1 ? .local : .internal,
            targets: numbers[position + 4..<position + 4 + count].map { StateID(topology: topology, index: $0) },
            guardText: text < 0 ? nil : texts[Int(text)])
    }

    private func trigger(at position: Int, in topology: Topology) -> Microstep.Trigger {
        let (vertex, text) = (numbers[position + 1], Int(numbers[position + 2]))
        let id = StateID(topology: topology, index: max(vertex, 0))
        switch numbers[position] {
        case 0: return .event
        case 1: return .start
        case 2: return .eventless
        case 3: return .finish
        case 4: return .raised(texts[text])
        case 5: return .completion(id)
        case 6: return .choice(id)
        case _: return .failure(id, texts[text])
        }
    }
}

extension MicrostepTrigger {
    fileprivate var code: Int32 {
        switch self {
        case .event: 0
        case .start: 1
        case .eventless: 2
        case .finish: 3
        case .raised: 4
        case .completion: 5
        case .choice: 6
        case .failure: 7
        }
    }

    fileprivate var vertex: Int32 {
        switch self {
        case .event, .start, .eventless, .finish, .raised: -1
        case .completion(let vertex), .choice(let vertex), .failure(let vertex): vertex
        }
    }

    /// True if the text that comes with it tells what it was.
    fileprivate var hasText: Bool {
        switch self {
        case .raised, .failure: true
        case .event, .start, .eventless, .finish, .completion, .choice: false
        }
    }
}

extension Outcome {
    fileprivate var code: Int32 {
        switch self {
        case .handled: 0
        case .deferred: 1
        case .unhandled: 2
        case .finished: 3
        }
    }
}

extension Engine {
    /// Writes down the microstep that was performed.
    @inline(never)
    func logMicrostep() { note(step.value.cause, in: &cold.log.words) }

    /// The record of the transition whose first answer is at a position, without the words of its guards.
    func transition(at position: Int32) -> Microstep.Transition {
        var words = StepLog.Words()
        let targets = words.add(answers[position])
        for next in parts(of: position).dropFirst() { words.addTargets(of: answers[next], countedAt: targets) }
        return words.transition(at: 0, in: topology)
    }

    func note(_ cause: MicrostepTrigger, in words: inout StepLog.Words) {
        let scratch = takenScratch
        words.add(
            cause, cause.hasText ? cold.causeText : nil, answers, preempted: scratch?.preempted, scratch?.passed)
    }

    /// Tells the observer of the macrostep that is over.
    func closeLog() {
        let cold = cold
        let trigger = step.value.trigger
        if let reader = cold.logReader {
            reader.read(cold.log.words, trigger, step.value.outcome, self)
            return cold.log.forget()
        }
        let isIdle = trigger == .changed && cold.log.words.numbers.isEmpty && status != .failed
        if isIdle { return }
        let content = cold.log.content(step.value.outcome, self)
        cold.observer?(RawMacrostep(trigger: trigger, content: content))
    }
}
