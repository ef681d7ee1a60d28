/// What the steps of an engine did, as numbers: written while somebody listens, and made into records for who reads.
final class StepLog {
    /// The microsteps of the step under way.
    fileprivate var words = Words()
    /// What was recorded before, so that the same step makes no new record.
    private var known: [(words: ContiguousArray<Int32>, content: StepContent)?] = Array(repeating: nil, count: 256)

    /// Numbers, one behind the other.
    ///
    /// A microstep: what it answers to (`MicrostepTrigger.code`, the vertex, the number of its text), how many
    /// transitions, preempted transitions, exits, effects and entries there are, then those. A transition: its source,
    /// its kind (0 external, 1 local, 2 internal), the number of its guards' text, how many targets, the targets. Texts
    /// stand apart; -1 stands for none.
    struct Words {
        fileprivate(set) var numbers: ContiguousArray<Int32> = []
        fileprivate(set) var texts: [String] = []

        fileprivate mutating func add(_ text: String?) {
            guard let text else { return numbers.append(-1) }
            numbers.append(Int32(texts.count))
            texts.append(text)
        }

        /// Adds a microstep that was listed.
        mutating func add(
            _ cause: MicrostepTrigger, _ text: String?, _ answers: AnswerRow, preempted: [StepEngine.Answer],
            _ passed: FlatStack<StepEngine.Passed>?
        ) {
            numbers.append(cause.code)
            numbers.append(cause.vertex)
            add(text)
            let counts = numbers.count
            for _ in 0..<5 { numbers.append(0) }
            addTransitions(0..<answers.count, { answers[$0] }, passed, countedAt: counts)
            addTransitions(0..<Int32(preempted.count), { preempted[Int($0)] }, passed, countedAt: counts + 1)
            for position in 0..<answers.count {
                answers[answers.count - 1 - position].plan?.exits.forEach {
                    numbers.append($0.node)
                    numbers[counts + 2] += 1
                }
            }
            for position in 0..<answers.count {
                func addEffect(_ reaction: borrowing RawReaction, _ source: Int32) {
                    guard reaction.hasEffect else { return }
                    numbers.append(source)
                    numbers[counts + 3] += 1
                }
                addEffect(answers[position].reaction, answers[position].source)
                guard let passed else { continue }
                for place in answers[position].passed { addEffect(passed[place].reaction, passed[place].source) }
            }
            for position in 0..<answers.count {
                answers[position].plan?.entries.forEach {
                    numbers.append($0.node)
                    numbers[counts + 4] += 1
                }
            }
        }

        private mutating func addTransitions(
            _ positions: Range<Int32>, _ answer: (Int32) -> StepEngine.Answer, _ passed: FlatStack<StepEngine.Passed>?,
            countedAt count: Int
        ) {
            for position in positions {
                let first = answer(position)
                guard first.source >= 0, !first.isContinued else { continue }
                let parts = (position + 1..<positions.upperBound).prefix { answer($0).isContinued }
                add(first, continuedBy: parts.map(answer), words: Self.guardText(first, passed))
                numbers[count] += 1
            }
        }

        /// Adds a transition, which may be listed as several answers.
        mutating func add(
            _ answer: StepEngine.Answer, continuedBy others: [StepEngine.Answer] = [], words: String? = nil
        ) {
            numbers.append(answer.source)
            numbers.append(answer.plan.map { $0.has(.local) ? 1 : 0 } ?? 2)
            add(words)
            let count = numbers.count
            numbers.append(0)
            for answer in [answer] + others {
                answer.plan?.targets.forEach {
                    numbers.append($0)
                    numbers[count] += 1
                }
            }
        }

        /// The words of the guards on the way.
        private static func guardText(_ answer: StepEngine.Answer, _ passed: FlatStack<StepEngine.Passed>?) -> String? {
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

    fileprivate func content(_ outcome: Outcome, _ configuration: Configuration, _ failure: StepError?) -> StepContent {
        defer {
            words.numbers.removeAll(keepingCapacity: true)
            if !words.texts.isEmpty { words.texts = [] }
        }
        guard words.texts.isEmpty, failure == nil, let topology = configuration.topology else {
            return StepContent(outcome, microsteps(configuration.topology), configuration, failure)
        }
        let end = words.numbers.count
        words.numbers.append(outcome.code)
        words.numbers += configuration.leafIndices
        let hash = words.numbers.reduce(into: UInt32(17)) { $0 = ($0 ^ UInt32(bitPattern: $1)) &* 0x0100_0193 }
        let place = Int(hash >> 24)
        if let known = known[place], known.words == words.numbers, known.content.configuration.topology === topology {
            return known.content
        }
        let key = words.numbers
        words.numbers.removeLast(words.numbers.count - end)
        let content = StepContent(outcome, microsteps(topology), configuration)
        known[place] = (key, content)
        return content
    }

    /// The records of the microsteps.
    private func microsteps(_ topology: Topology?) -> [Microstep] { topology.map { words.microsteps(in: $0) } ?? [] }
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

extension StepEngine {
    /// Writes down the microstep that was performed.
    @inline(never)
    func logMicrostep() { note(step.value.cause, in: &cold.log.words) }

    func note(_ cause: MicrostepTrigger, in words: inout StepLog.Words) {
        let scratch = takenScratch
        words.add(
            cause, cause.hasText ? cold.causeText : nil, answers, preempted: scratch?.preempted.elements ?? [],
            scratch?.passed)
    }

    /// Tells the observer of the macrostep that is over.
    func closeLog() {
        let trigger = step.value.trigger
        let isIdle = trigger == .changed && cold.log.words.numbers.isEmpty && status != .failed
        if isIdle { return }
        let content = cold.log.content(step.value.outcome, configuration, failure)
        observer?(RawMacrostep(trigger: trigger, content: content))
    }
}
