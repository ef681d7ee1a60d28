import Statecharts

/// The places of a chart's vertices by path.
struct Places: Sendable, Hashable {
    private let numbers: [String: Int]

    init(_ graph: ChartGraph) {
        numbers = Dictionary(graph.vertices.map { ($0.path, $0.id) }) { first, _ in first }
    }

    subscript(_ state: StateID) -> Int? { numbers[state.path] }
}

extension Recording {
    /// The texts of a step, made of the user's values.
    struct Note {
        let trigger: String
        let failure: String?
        /// The event as JSON, if its type can be written.
        let event: String?
        let answers: [Answer]
        /// The numbers of the secrets in them.
        let secrets: [Int]

        init<Event>(_ step: Macrostep<Event>, _ input: RecordedInput?, _ numbers: SecretNumbers) {
            trigger = "\(step.trigger)"
            failure = step.failure.map { "\($0)" }
            let scribe = SecretScribe(numbers)
            event =
                if let value = (step.event ?? input?.inside?.event) as? any Encodable {
                    JSONText.of(value, secrets: .numbered(scribe))
                } else { nil }
            answers = (input?.answers ?? []).map { answer in
                switch answer {
                case .failure(let text): Answer(value: nil, error: text)
                case .value(let value):
                    Answer(
                        value: (value as? any Encodable).flatMap { JSONText.of($0, secrets: .numbered(scribe)) },
                        error: nil)
                }
            }
            secrets = scribe.written
        }
    }
}

extension Recording.Step {
    init<Event>(
        _ note: Recording.Note, _ step: Macrostep<Event>, _ input: RecordedInput?, of machine: Int, _ places: Places,
        _ time: Double, _ date: String, _ data: String?
    ) {
        self.init(
            machine: machine, time: time, date: date, input: Recording.Input(step.trigger), text: note.trigger,
            origin: input?.origin.flatMap { Recording.Origin($0, places) },
            inside: input?.inside.flatMap { places[$0.chart] }, event: note.event, outcome: "\(step.outcome)",
            deferredBy: step.deferredBy.flatMap { places[$0] },
            microsteps: step.microsteps.map { Recording.Microstep($0, places) },
            leaves: step.configuration.leaves.compactMap { places[$0] },
            active: step.configuration.states.compactMap { places[$0] }, failure: note.failure, data: data,
            secrets: note.secrets.isEmpty ? nil : note.secrets,
            answers: note.answers.isEmpty ? nil : note.answers, seesMachines: input?.seesMachines == true ? true : nil)
    }
}

extension Recording.Input {
    init<Event>(_ trigger: Macrostep<Event>.Trigger) {
        switch trigger {
        case .start: self = .start
        case .event, .eventInside: self = .event
        case .recalled, .recalledInside: self = .recalled
        case .activity: self = .activity
        case .changed: self = .changed
        case .stop: self = .stop
        }
    }
}

extension Recording.Microstep {
    init(_ microstep: Microstep, _ places: Places) {
        func transition(_ transition: Microstep.Transition) -> Recording.Transition? {
            guard let source = places[transition.source] else { return nil }
            let type: ChartGraph.Transition.Kind =
                switch transition.kind {
                case .external: .external
                case .local: .local
                case .internal: .internal
                }
            return Recording.Transition(
                source: source, targets: transition.targets.compactMap { places[$0] }, type: type,
                guardText: transition.guardText)
        }
        self.init(
            trigger: "\(microstep.trigger)", transitions: microstep.transitions.compactMap(transition),
            preempted: microstep.preempted.compactMap(transition), exits: microstep.exits.compactMap { places[$0] },
            effects: microstep.effects.compactMap { places[$0] }, entries: microstep.entries.compactMap { places[$0] })
    }
}

extension Recording.Origin {
    /// The same by a place in the chart's graph.
    init?(_ origin: InputOrigin, _ places: Places) {
        guard let state = places[origin.state] else { return nil }
        self.init(
            state: state, kind: .init(rawValue: origin.kind.rawValue) ?? .timer, rank: origin.rank, error: origin.error,
            child: origin.child)
    }
}

extension Recording.Step {
    /// Everything but when it happened, what the data were, and where the input came from: what a replay compares.
    var consequences: Recording.Step {
        Recording.Step(
            machine: machine, time: 0, date: "", input: input, text: text, origin: nil, inside: nil, event: nil,
            outcome: outcome,
            deferredBy: nil, microsteps: microsteps, leaves: leaves, active: active, failure: failure, data: nil,
            secrets: nil, answers: nil, seesMachines: nil)
    }

    /// The timer or activity that the input came from, as a graph has it; a record knows no interval.
    var work: ChartGraph.Work? {
        guard let origin else { return nil }
        let child = origin.child.map { EntrySlot.property(of: $0) }
        switch origin.kind {
        case .timer: return .init(state: origin.state, kind: .timer, event: ChartGraph.eventName(text))
        case .sent, .result, .failed:
            return .init(state: origin.state, kind: .activity, event: ChartGraph.eventName(text), child: child)
        case .silent, .error: return .init(state: origin.state, kind: .activity, child: child)
        }
    }

    /// Whether the machine has come to its end.
    var isLast: Bool { failure != nil || input == .stop || microsteps.contains { $0.trigger == "finish" } }

    /// The event that it deferred, as a graph has it.
    var deferral: ChartGraph.Deferral? {
        guard outcome == "deferred", let deferredBy, input == .event || input == .recalled else { return nil }
        let event = input == .recalled ? String(text.dropFirst("recalled ".count)) : text
        return .init(state: deferredBy, event: ChartGraph.eventName(event))
    }

    /// The transitions of the step, as a graph has them.
    func learnt(in graph: ChartGraph) -> [ChartGraph.Transition] {
        let event: String? =
            switch input {
            case .event: ChartGraph.eventName(text)
            case .recalled: ChartGraph.eventName(String(text.dropFirst("recalled ".count)))
            case .start, .activity, .changed, .stop: nil
            }
        return microsteps.flatMap { microstep in
            let trigger = microstep.trigger(event)
            return (microstep.transitions + microstep.preempted).map { transition in
                ChartGraph.Transition(
                    source: transition.source, targets: transition.targets, kind: transition.type,
                    trigger: graph.vertices[transition.source].kind.isState ? trigger : .branch,
                    guardText: transition.guardText, origins: [.recorded])
            }
        }
    }
}

extension Recording.Microstep {
    /// What the text of ``trigger`` says.
    fileprivate func trigger(_ event: String?) -> ChartGraph.Trigger {
        if trigger == "event" { return event.map { .event($0) } ?? .completion }
        if trigger.hasPrefix("raised ") {
            return .event(ChartGraph.eventName(String(trigger.dropFirst("raised ".count))))
        }
        if trigger.hasPrefix("completion of ") { return .completion }
        if trigger.hasPrefix("choice ") { return .branch }
        if trigger.hasPrefix("failure of ") { return .failure }
        return .eventless
    }
}
