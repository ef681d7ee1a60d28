// The layout of the log: written and read in this file only.
//
// A microstep: its trigger, as a kind, a vertex and the place of a text; then lists of its transitions, preempted
// transitions, exits, effects and entries. A transition: its source, its kind, the place of the text of its guards, the
// list of its targets. A list: how many numbers it has, then those. -1 stands for no vertex or text. The kinds of
// transitions are numbered: external, local, internal.

extension StepLog {
    /// Microsteps as numbers, one behind the other, and the texts that they have.
    package struct Words {
        package internal(set) var numbers: ContiguousArray<Int32> = []
        package internal(set) var texts: [String] = []

        package init() {}

        /// Adds the microsteps of another log. The places of their texts are counted from the first of those.
        package mutating func append(_ other: Words) {
            numbers += other.numbers
            if !other.texts.isEmpty { texts += other.texts }
        }

        package mutating func removeAll() {
            numbers.removeAll(keepingCapacity: true)
            if !texts.isEmpty { texts = [] }
        }
    }
}

// MARK: Reading

extension StepLog.Words {
    /// A microstep that was read: its cause, and where its parts are in `numbers`.
    package struct MicrostepPlaces {
        package let kind: MicrostepTrigger.Kind
        fileprivate let vertex: VertexIndex
        /// The place of its text, -1 without one.
        package let text: Int
        package let transitions: Range<Int>
        package let preempted: Range<Int>
        package let exits: Range<Int>
        package let effects: Range<Int>
        package let entries: Range<Int>
    }

    /// A transition that was read.
    package struct TransitionPlaces {
        package let source: VertexIndex
        package let kind: Int32
        /// The place of the text of its guards, -1 without one.
        package let text: Int
        package let targets: Range<Int>
    }

    /// Reads the microstep that begins at a place, and goes on to what is behind it.
    package func microstep(at place: inout Int) -> MicrostepPlaces {
        guard let kind = MicrostepTrigger.Kind(rawValue: numbers[place]) else {
            trap("a log of steps has an unknown trigger", "please report this as a bug")
        }
        let (vertex, text) = (numbers[place + 1], Int(numbers[place + 2]))
        place += 3
        return MicrostepPlaces(
            kind: kind, vertex: vertex, text: text, transitions: list(at: &place), preempted: list(at: &place),
            exits: list(at: &place), effects: list(at: &place), entries: list(at: &place))
    }

    /// Reads the transition that begins at a place, and goes on to what is behind it.
    package func transition(at place: inout Int) -> TransitionPlaces {
        let (source, kind, text) = (numbers[place], numbers[place + 1], Int(numbers[place + 2]))
        place += 3
        return TransitionPlaces(source: source, kind: kind, text: text, targets: list(at: &place))
    }

    private func list(at place: inout Int) -> Range<Int> {
        let first = place + 1
        place = first + Int(numbers[place])
        return first..<place
    }
}

// MARK: Writing

extension StepLog.Words {
    /// Adds the microstep whose answers an engine has listed, in the order of `Engine.perform`.
    mutating func add(_ cause: MicrostepTrigger, of engine: Engine) {
        let (answers, scratch) = (engine.answers, engine.takenScratch)
        let passed = scratch?.passed
        numbers.append(cause.kind.rawValue)
        numbers.append(cause.vertex)
        add(cause.kind == .raised || cause.kind == .error ? engine.cold.causeText : nil)
        var targets = 0
        addList { words in
            for part in 0..<answers.count { words.add(answers[part], passed, &targets) }
        }
        addList { words in
            guard let preempted = scratch?.preempted else { return }
            for part in 0..<preempted.count { words.add(preempted[part], passed, &targets) }
        }
        addList { words in
            for part in (0..<answers.count).reversed() {
                answers[part].plan?[.exits].forEach { words.numbers.append($0) }
            }
        }
        addList { words in
            for part in 0..<answers.count {
                if answers[part].reaction.hasEffect { words.numbers.append(answers[part].source) }
                guard let passed else { continue }
                for place in answers[part].passed where passed[place].reaction.hasEffect {
                    words.numbers.append(passed[place].source)
                }
            }
        }
        addList { words in
            for part in 0..<answers.count { answers[part].plan?[.entries].forEach { words.numbers.append($0) } }
        }
    }

    private mutating func addList(_ add: (inout Self) -> Void) {
        let place = numbers.count
        numbers.append(0)
        add(&self)
        numbers[place] = Int32(numbers.count - place - 1)
    }

    private mutating func add(_ text: String?) {
        guard let text else { return numbers.append(-1) }
        numbers.append(Int32(texts.count))
        texts.append(text)
    }

    /// Adds an answer: a transition, or more targets of the one before it. Nothing for the start or the end of a chart.
    /// - Parameter targets: the place of the targets of the last transition.
    mutating func add(_ answer: borrowing Engine.Answer, _ passed: FlatList<Engine.Passed>?, _ targets: inout Int) {
        if answer.source < 0 { return }
        if !answer.isContinued {
            numbers.append(answer.source)
            numbers.append(answer.plan.map { $0.has(.local) ? 1 : 0 } ?? 2)
            add(answer.reaction.hasGuard || !answer.passed.isEmpty ? Self.guardText(answer, passed) : nil)
            targets = numbers.count
            numbers.append(0)
        }
        guard let plan = answer.plan else { return }
        plan[.targets].forEach { numbers.append($0) }
        numbers[targets] += plan[.targets].count
    }

    /// The texts of the guards on the way, as one.
    private static func guardText(_ answer: borrowing Engine.Answer, _ passed: FlatList<Engine.Passed>?) -> String? {
        let guards = [answer.reaction.guardText] + answer.passed.map { passed?[$0].reaction.guardText }
        let texts = guards.compactMap { $0?.text }
        return texts.isEmpty ? nil : texts.joined(separator: " and ")
    }
}

// MARK: Records

extension StepLog.Words {
    /// The records of all microsteps.
    func records(in topology: Topology) -> [Microstep] {
        var records: [Microstep] = [], place = 0
        while place < numbers.count {
            let microstep = microstep(at: &place)
            records.append(
                Microstep(
                    trigger: trigger(of: microstep, in: topology),
                    transitions: transitions(microstep.transitions, in: topology),
                    preempted: transitions(microstep.preempted, in: topology),
                    exits: states(microstep.exits, in: topology), effects: states(microstep.effects, in: topology),
                    entries: states(microstep.entries, in: topology)))
        }
        return records
    }

    /// The records of the transitions at some places.
    func transitions(_ places: Range<Int>, in topology: Topology) -> [Microstep.Transition] {
        var records: [Microstep.Transition] = [], place = places.lowerBound
        while place < places.upperBound {
            let transition = transition(at: &place)
            records.append(
                Microstep.Transition(
                    source: StateID(topology: topology, index: transition.source),
                    kind: transition.kind == 0 ? .external : transition.kind == 1 ? .local : .internal,
                    targets: states(transition.targets, in: topology),
                    guardText: transition.text < 0 ? nil : texts[transition.text]))
        }
        return records
    }

    private func states(_ places: Range<Int>, in topology: Topology) -> [StateID] {
        numbers[places].map { StateID(topology: topology, index: $0) }
    }

    private func trigger(of microstep: MicrostepPlaces, in topology: Topology) -> Microstep.Trigger {
        let id = StateID(topology: topology, index: max(microstep.vertex, 0))
        return switch microstep.kind {
        case .event: .event
        case .start: .start
        case .eventless: .eventless
        case .finish: .finish
        case .raised: .raised(texts[microstep.text])
        case .completion: .completion(id)
        case .choice: .choice(id)
        case .error: .failure(id, texts[microstep.text])
        }
    }
}
