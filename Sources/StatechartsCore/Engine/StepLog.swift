/// The log of an engine's steps, as numbers: written while somebody records, and read as records or as they are.
package final class StepLog {
    /// What a microstep answers to, as a number.
    package enum Code {
        package static let event: Int32 = 0, start: Int32 = 1, eventless: Int32 = 2, finish: Int32 = 3
        package static let raised: Int32 = 4, completion: Int32 = 5, choice: Int32 = 6, failure: Int32 = 7
    }

    /// The microsteps of the step under way.
    fileprivate var words = Words()
    /// A hash table of records, so that a step that did what an earlier one did shares its record. Of two steps with
    /// the same hash the last one is kept.
    private var known: [(words: ContiguousArray<Int32>, content: StepContent)?] = []

    /// Numbers, one behind the other.
    ///
    /// A microstep: what it answers to (`Code`, the vertex, the number of its text), how many transitions, preempted
    /// transitions, exits, effects and entries there are, then those. A transition: its source, its kind (0 external, 1
    /// local, 2 internal), the number of its guards' text, how many targets, the targets. Texts stand apart; -1 stands
    /// for none.
    package struct Words {
        package fileprivate(set) var numbers: ContiguousArray<Int32> = []
        package fileprivate(set) var texts: [String] = []

        fileprivate mutating func add(_ text: String?) {
            guard let text else { return numbers.append(-1) }
            numbers.append(Int32(texts.count))
            texts.append(text)
        }

        /// Adds a microstep whose answers are listed.
        mutating func add(
            _ cause: MicrostepTrigger, _ text: String?, _ answers: AnswerRow,
            preempted: FlatStack<Engine.Answer>?, _ passed: FlatStack<Engine.Passed>?
        ) {
            numbers.append(cause.code)
            numbers.append(cause.vertex)
            add(text)
            let counts = numbers.count
            for _ in 0..<5 { numbers.append(0) }
            for part in 0..<answers.count where answers[part].isFirst {
                let targets = add(answers[part], passed)
                numbers[counts] += 1
                for next in part + 1..<answers.count {
                    guard answers[next].isContinued else { break }
                    addTargets(of: answers[next], countedAt: targets)
                }
            }
            if let preempted {
                for part in 0..<preempted.count where preempted[part].isFirst {
                    let targets = add(preempted[part], passed)
                    numbers[counts + 1] += 1
                    for next in part + 1..<preempted.count {
                        guard preempted[next].isContinued else { break }
                        addTargets(of: preempted[next], countedAt: targets)
                    }
                }
            }
            for part in (0..<answers.count).reversed() {
                guard let plan = answers[part].plan else { continue }
                plan.exits.forEach { numbers.append($0.node) }
                numbers[counts + 2] += plan.exits.count
            }
            for part in 0..<answers.count {
                addEffect(answers[part].reaction.hasEffect, answers[part].source, countedAt: counts + 3)
                guard let passed else { continue }
                for place in answers[part].passed {
                    addEffect(passed[place].reaction.hasEffect, passed[place].source, countedAt: counts + 3)
                }
            }
            for part in 0..<answers.count {
                guard let plan = answers[part].plan else { continue }
                plan.entries.forEach { numbers.append($0.node) }
                numbers[counts + 4] += plan.entries.count
            }
        }

        private mutating func addEffect(_ hasEffect: Bool, _ source: Int32, countedAt count: Int) {
            guard hasEffect else { return }
            numbers.append(source)
            numbers[count] += 1
        }

        /// Adds a transition. Answers where its targets are counted, for those of the answers that continue it.
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

        /// The texts of the guards on the way, as one.
        private static func guardText(
            _ answer: borrowing Engine.Answer, _ passed: FlatStack<Engine.Passed>?
        ) -> String? {
            var texts = answer.reaction.guardText.map { [$0.text] } ?? []
            if let passed {
                for place in answer.passed {
                    if let guardText = passed[place].reaction.guardText { texts.append(guardText.text) }
                }
            }
            return texts.isEmpty ? nil : texts.joined(separator: " and ")
        }
    }

    // MARK: The engine's

    /// The content of the record of the step that is over: a new one, or that of an earlier step that did the same.
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

    /// The place in the table for these numbers.
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

/// Reads the numbers of steps; no records are made then.
package protocol StepLogReader: AnyObject {
    /// Called after every step, before the log forgets it.
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
        case StepLog.Code.event: return .event
        case StepLog.Code.start: return .start
        case StepLog.Code.eventless: return .eventless
        case StepLog.Code.finish: return .finish
        case StepLog.Code.raised: return .raised(texts[text])
        case StepLog.Code.completion: return .completion(id)
        case StepLog.Code.choice: return .choice(id)
        case _: return .failure(id, texts[text])
        }
    }
}

extension MicrostepTrigger {
    fileprivate var code: Int32 {
        switch self {
        case .event: StepLog.Code.event
        case .start: StepLog.Code.start
        case .eventless: StepLog.Code.eventless
        case .finish: StepLog.Code.finish
        case .raised: StepLog.Code.raised
        case .completion: StepLog.Code.completion
        case .choice: StepLog.Code.choice
        case .failure: StepLog.Code.failure
        }
    }

    fileprivate var vertex: Int32 {
        switch self {
        case .event, .start, .eventless, .finish, .raised: -1
        case .completion(let vertex), .choice(let vertex), .failure(let vertex): vertex
        }
    }

    /// True if a text belongs to it, see `ColdState.causeText`.
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
    /// Adds the microstep that was performed to the log.
    @inline(never)
    func logMicrostep() { note(step.value.cause, in: &cold.log.words) }

    /// The record of the transition that begins with an answer, without the text of its guards.
    func transition(of first: Int32) -> Microstep.Transition {
        var words = StepLog.Words()
        let targets = words.add(answers[first])
        for next in parts(of: first).dropFirst() { words.addTargets(of: answers[next], countedAt: targets) }
        return words.transition(at: 0, in: topology)
    }

    /// Adds the microstep whose answers are listed to some words.
    func note(_ cause: MicrostepTrigger, in words: inout StepLog.Words) {
        let scratch = takenScratch
        words.add(
            cause, cause.hasText ? cold.causeText : nil, answers, preempted: scratch?.preempted, scratch?.passed)
    }

    /// Hands the step that is over to the log reader, or its record to the observer, and forgets it.
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
