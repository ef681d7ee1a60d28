public import Statecharts

/// A reaction of a state: a transition that exploring has found.
public struct FoundReaction: Sendable, Hashable, CustomStringConvertible {
    /// What a state reacts to.
    public enum Trigger: Sendable, Hashable, CustomStringConvertible {
        /// Something from outside the step.
        case stimulus(Stimulus)
        /// The event of a timer.
        case timer(Stimulus, interval: Duration, repeats: Bool)
        /// An event that was raised inside, as text.
        case raised(String)
        /// That the state is complete.
        case completion
        /// A condition: `always()`, or a join.
        case eventless
        /// That a choice was reached.
        case choice
        /// An error of an action or activity, as text.
        case failure(String)

        /// What it is, in a few words.
        public var description: String {
            switch self {
            case .stimulus(let stimulus), .timer(let stimulus, _, _): "\(stimulus)"
            case .raised(let event): "raised \(event)"
            case .completion: "completion"
            case .eventless: "eventless"
            case .choice: "choice"
            case .failure(let error): "failure \(error)"
            }
        }
    }

    /// The vertex that reacts.
    public let source: StateID
    /// The event or timer that its source has reacted to, or that none was needed.
    public let trigger: Trigger
    /// Where that leads, after junctions, forks, entry and exit points; empty for an internal transition.
    public let targets: [StateID]
    /// Whether the source is left.
    public let kind: Microstep.Transition.Kind
    /// The words for its guard, as `Reaction.when(_:)` gave them.
    public let guardText: String?
    /// Whether another region's transition always excluded it.
    public let isPreempted: Bool
    /// How often it was taken, or for a preempted one enabled, in all steps of the exploration.
    public let count: Int
    /// How often the source, asked about an event of the same case, decided otherwise, by another answer or by none:
    /// that is how often a guard did not hold.
    ///
    /// For an eventless transition this includes how often a step came to rest in its source without it. Of raised
    /// events, completions and failures only other answers are known, because records do not say which state left them
    /// to its superior.
    public let declined: Int

    /// The name of the event that the stimulus brought, if it is not in the stimulus itself.
    let eventName: String?

    /// The event as text with its values; empty if there is none.
    public var event: String {
        switch trigger {
        case .stimulus(let stimulus), .timer(let stimulus, _, _): stimulus.text
        case .raised(let event): event
        case .completion, .eventless, .choice, .failure: ""
        }
    }

    /// `Lights.Red: timerTick → Lights.Green, 12 times, once not`.
    public var description: String {
        let arrow = kind == .external ? "→" : kind == .local ? "⇢" : "↺"
        let words = guardText.map { ["[\($0)]"] } ?? []
        let way = ([arrow] + targets.map(\.path) + words).joined(separator: " ")
        let not = declined == 0 ? "" : ", \(Self.times(declined)) not"
        return "\(source): \(trigger) \(way), \(isPreempted ? "preempted " : "")\(Self.times(count))\(not)"
    }

    private static func times(_ count: Int) -> String { count == 1 ? "once" : "\(count) times" }

    var graphTrigger: ChartGraph.Trigger {
        switch trigger {
        case .stimulus(let stimulus), .timer(let stimulus, _, _): .event(eventName ?? stimulus.name)
        case .raised(let event): .event(ChartGraph.eventName(event))
        case .completion: .completion
        case .eventless: .eventless
        case .choice: .branch
        case .failure: .failure
        }
    }
}

extension Exploration {
    /// All transitions that were found, in the document order of their sources, those of one source in the order in
    /// which they were found.
    public var reactions: [FoundReaction] {
        let answers = answers
        return (0..<Int32(found.transitions.count)).compactMap { number in
            reaction(number, answers).map { (number, $0) }
        }
        .sorted { ($0.1.source.index, $0.0) < ($1.1.source.index, $1.0) }.map(\.1)
    }

    /// How each state answered each case of a trigger.
    struct Answers {
        struct Key: Hashable {
            let trigger: Int32
            let source: Int32
        }

        var counts: [Key: Int] = [:]
        var declined: [Key: Int] = [:]
        let cases: [Int32]

        func key(_ trigger: Int32, _ source: Int32) -> Key {
            Key(trigger: trigger >= 0 ? cases[Int(trigger)] : trigger, source: source)
        }
    }

    var answers: Answers {
        var answers = Answers(cases: found.cases)
        for number in 0..<Int32(found.transitions.count) {
            let row = found.transitions[number]
            answers.counts[answers.key(row[row.startIndex], row[row.startIndex + 1]), default: 0] +=
                found.counts[Int(number)]
        }
        for (place, count) in found.declined.enumerated() where count > 0 {
            let (stimulus, state) = place.quotientAndRemainder(dividingBy: found.vertices.count)
            answers.declined[answers.key(Int32(stimulus), Int32(state)), default: 0] += Int(count)
        }
        for (state, count) in found.watched.enumerated() where count > 0 {
            answers.declined[answers.key(TriggerCode.eventless, Int32(state))] = Int(count)
        }
        return answers
    }

    func reaction(_ number: Int32, _ answers: Answers) -> FoundReaction? {
        let row = Array(found.transitions[number])
        guard row.count >= 5, row[0] != TriggerCode.start, row[0] != TriggerCode.finish else { return nil }
        let count = found.counts[Int(number)]
        let key = answers.key(row[0], row[1])
        // Declined by leaving the event to others, or by answering with another transition.
        let declined = (answers.declined[key] ?? 0) + (answers.counts[key] ?? count) - count
        return FoundReaction(
            source: found.vertices[Int(row[1])], trigger: trigger(row[0]),
            targets: row.dropFirst(5).map { found.vertices[Int($0)] },
            kind: row[2] == 0 ? .external : row[2] == 1 ? .local : .internal,
            guardText: row[4] < 0 ? nil : found.texts[Int(row[4])], isPreempted: row[3] == 1, count: count,
            declined: declined, eventName: found.eventNames[row[0]])
    }

    private func trigger(_ code: Int32) -> FoundReaction.Trigger {
        if code >= 0 {
            let stimulus = found.stimuli[Int(code)]
            guard stimulus.kind == .timer, let facts = found.timers[code] else { return .stimulus(stimulus) }
            return .timer(stimulus, interval: facts.interval, repeats: facts.repeats)
        }
        switch code {
        case TriggerCode.completion: return .completion
        case TriggerCode.choice: return .choice
        case TriggerCode.eventless: return .eventless
        case _:
            let place = TriggerCode.texts - code
            let text = found.texts[Int(place / 2)]
            return place % 2 == 0 ? .raised(text) : .failure(text)
        }
    }
}
