extension ChartGraph {
    /// Adds the transitions of recorded steps, taken or preempted.
    ///
    /// What has no vertex of the same path here, such as steps of another chart, is left out.
    /// - Parameters:
    ///   - steps: as ``Machine/steps`` or ``Interpreter/step(_:)`` give them.
    ///   - origin: how the transitions are said to have been learnt.
    ///   - label: the text for an event; by default its case without the payload, see ``eventName(_:)``.
    public mutating func learn<Event>(
        from steps: some Sequence<Macrostep<Event>>, origin: Origin = .recorded,
        label: (Event) -> String = { ChartGraph.eventName("\($0)") }
    ) {
        var places: [String: Int] = [:]
        for vertex in vertices where places[vertex.path] == nil { places[vertex.path] = vertex.id }
        for step in steps {
            let event = Self.text(of: step.trigger, label)
            if let event, let state = step.deferredBy.flatMap({ places[$0.path] }) {
                learn(Deferral(state: state, event: event))
            }
            for microstep in step.microsteps {
                let trigger = Self.trigger(of: microstep.trigger, event)
                for transition in microstep.transitions + microstep.preempted {
                    learn(transition, trigger, origin, places)
                }
            }
        }
    }

    private mutating func learn(
        _ transition: Microstep.Transition, _ trigger: Trigger, _ origin: Origin, _ places: [String: Int]
    ) {
        guard let source = places[transition.source.path] else { return }
        let targets = transition.targets.compactMap { places[$0.path] }
        guard targets.count == transition.targets.count else { return }
        learn(
            Transition(
                source: source, targets: targets, kind: .init(transition.kind),
                trigger: vertices[source].kind.isState ? trigger : .branch, guardText: transition.guardText,
                origins: [origin]))
    }

    /// The name of the event that set a step off, also of one inside a submachine; `nil` if it was something else.
    package static func text<Event>(
        of trigger: Macrostep<Event>.Trigger, _ label: (Event) -> String = { ChartGraph.eventName("\($0)") }
    ) -> String? {
        switch trigger {
        case .event(let event), .recalled(let event): label(event)
        case .eventInside(let event), .recalledInside(let event): eventName(event)
        case .start, .activity, .changed, .stop: nil
        }
    }

    private static func trigger(of trigger: Microstep.Trigger, _ event: String?) -> Trigger {
        switch trigger {
        case .event: event.map { .event($0) } ?? .completion
        case .raised(let event): .event(eventName(event))
        case .completion: .completion
        case .choice: .branch
        case .failure: .failure
        case .eventless, .start, .finish: .eventless
        }
    }

    /// Returns the name of an event in drawings: its case, without the payload. `add(40)` is `add`.
    ///
    /// Text that does not look like a case is returned unchanged.
    public static func eventName(_ description: String) -> String {
        guard let end = description.firstIndex(of: "("), description.hasSuffix(")"), end > description.startIndex,
            description[..<end].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" })
        else { return description }
        return String(description[..<end])
    }
}

extension ChartGraph.Transition.Kind {
    init(_ kind: Microstep.Transition.Kind) {
        switch kind {
        case .external: self = .external
        case .local: self = .local
        case .internal: self = .internal
        }
    }
}
