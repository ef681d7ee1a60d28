// The layout of the log: written and read in this file only.
//
// A microstep: its trigger, as a kind, a vertex and the place of a text; how many numbers stand for transitions,
// preempted transitions, exits, effects and entries; then those. A transition: its source, its kind, the place of the
// text of its guards, the number of its targets; then those. -1 stands for no vertex or text. The kinds of transitions
// are numbered: external, local, internal.

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
        package var allTransitions: Range<Int> { transitions.lowerBound..<preempted.upperBound }
        package let exits: Range<Int>
        package let effects: Range<Int>
        package let entries: Range<Int>
        /// Where the next microstep begins.
        package var end: Int { entries.upperBound }
    }

    /// A transition that was read.
    package struct TransitionPlaces {
        package let source: VertexIndex
        package let kind: Int32
        /// The place of the text of its guards, -1 without one.
        package let text: Int
        package let targets: Range<Int>
        /// Where the next transition begins, if there is one.
        package var end: Int { targets.upperBound }
    }

    /// Reads the microstep that begins at a place.
    package func microstep(at place: Int) -> MicrostepPlaces {
        guard let kind = MicrostepTrigger.Kind(rawValue: numbers[place]) else {
            trap("a log of steps has an unknown trigger", "please report this as a bug")
        }
        var end = place + 8
        func list(_ number: Int) -> Range<Int> {
            let start = end
            end += Int(numbers[place + 3 + number])
            return start..<end
        }
        return MicrostepPlaces(
            kind: kind, vertex: numbers[place + 1], text: Int(numbers[place + 2]), transitions: list(0),
            preempted: list(1), exits: list(2), effects: list(3), entries: list(4))
    }

    /// Reads the transition that begins at a place.
    package func transition(at place: Int) -> TransitionPlaces {
        let targets = place + 4
        return TransitionPlaces(
            source: numbers[place], kind: numbers[place + 1], text: Int(numbers[place + 2]),
            targets: targets..<targets + Int(numbers[place + 3]))
    }
}

// MARK: Writing

extension StepLog.Words {
    /// Adds a microstep whose answers are listed, in the order of `Engine.perform`.
    mutating func add(
        _ cause: MicrostepTrigger, _ text: String?, _ answers: FixedList<Engine.Answer>,
        preempted: FlatList<Engine.Answer>?, _ passed: FlatList<Engine.Passed>?
    ) {
        numbers.append(cause.kind.rawValue)
        numbers.append(cause.vertex)
        add(text)
        var length = numbers.count
        for _ in 0..<5 { numbers.append(0) }
        var start = numbers.count, targets = 0
        for part in 0..<answers.count { add(answers[part], passed, &targets) }
        endList(&length, &start)
        if let preempted {
            for part in 0..<preempted.count { add(preempted[part], passed, &targets) }
        }
        endList(&length, &start)
        for part in (0..<answers.count).reversed() { answers[part].plan?[.exits].forEach { numbers.append($0) } }
        endList(&length, &start)
        for part in 0..<answers.count {
            if answers[part].reaction.hasEffect { numbers.append(answers[part].source) }
            guard let passed else { continue }
            for place in answers[part].passed where passed[place].reaction.hasEffect {
                numbers.append(passed[place].source)
            }
        }
        endList(&length, &start)
        for part in 0..<answers.count { answers[part].plan?[.entries].forEach { numbers.append($0) } }
        endList(&length, &start)
    }

    /// Writes the length of the list that was added, to where it is kept. The next list has both places behind.
    private mutating func endList(_ length: inout Int, _ start: inout Int) {
        numbers[length] = Int32(numbers.count - start)
        length += 1
        start = numbers.count
    }

    private mutating func add(_ text: String?) {
        guard let text else { return numbers.append(-1) }
        numbers.append(Int32(texts.count))
        texts.append(text)
    }

    /// Adds an answer: a transition, or more targets of the one before it. Nothing for the start or the end of a chart.
    /// - Parameter targets: where the targets of the last transition are counted.
    mutating func add(_ answer: borrowing Engine.Answer, _ passed: FlatList<Engine.Passed>?, _ targets: inout Int) {
        if answer.isFirst {
            numbers.append(answer.source)
            numbers.append(answer.plan.map { $0.has(.local) ? 1 : 0 } ?? 2)
            add(passed == nil && !answer.reaction.hasGuard ? nil : Self.guardText(answer, passed))
            targets = numbers.count
            numbers.append(0)
        } else if !answer.isContinued {
            return
        }
        guard let plan = answer.plan else { return }
        plan[.targets].forEach { numbers.append($0) }
        numbers[targets] += plan[.targets].count
    }

    /// The texts of the guards on the way, as one.
    private static func guardText(_ answer: borrowing Engine.Answer, _ passed: FlatList<Engine.Passed>?) -> String? {
        var texts = answer.reaction.guardText.map { [$0.text] } ?? []
        if let passed {
            for place in answer.passed {
                if let guardText = passed[place].reaction.guardText { texts.append(guardText.text) }
            }
        }
        return texts.isEmpty ? nil : texts.joined(separator: " and ")
    }
}

// MARK: Records

extension StepLog.Words {
    /// The records of all microsteps.
    func records(in topology: Topology) -> [Microstep] {
        var records: [Microstep] = []
        var place = 0
        while place < numbers.count {
            let microstep = microstep(at: place)
            records.append(record(of: microstep, in: topology))
            place = microstep.end
        }
        return records
    }

    private func record(of microstep: MicrostepPlaces, in topology: Topology) -> Microstep {
        func transitions(_ places: Range<Int>) -> [Microstep.Transition] {
            var records: [Microstep.Transition] = []
            var place = places.lowerBound
            while place < places.upperBound {
                let transition = transition(at: place)
                records.append(record(of: transition, in: topology))
                place = transition.end
            }
            return records
        }
        return Microstep(
            trigger: trigger(of: microstep, in: topology), transitions: transitions(microstep.transitions),
            preempted: transitions(microstep.preempted), exits: states(microstep.exits, in: topology),
            effects: states(microstep.effects, in: topology), entries: states(microstep.entries, in: topology))
    }

    /// The record of a transition.
    func record(of transition: TransitionPlaces, in topology: Topology) -> Microstep.Transition {
        Microstep.Transition(
            source: StateID(topology: topology, index: transition.source),
            kind: transition.kind == 0 ? .external : transition.kind == 1 ? .local : .internal,
            targets: states(transition.targets, in: topology),
            guardText: transition.text < 0 ? nil : texts[transition.text])
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
