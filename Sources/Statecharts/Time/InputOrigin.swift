/// The timer or activity of a state that the input of a step came from: for those who record inputs apart from what
/// follows from them.
package struct InputOrigin: Sendable {
    package enum Kind: String, Sendable {
        case timer
        /// An activity sent an event, and goes on.
        case sent
        /// An activity ended: with an event, with one made of an error, without, by an error.
        case result, failed, silent, error
    }

    package let state: StateID
    package let kind: Kind
    /// Which of the state's activities it was, in the order of their beginnings.
    package let rank: Int
    package let error: String?
    /// What the child machine is called that it was: `player`, `rows[3]`; `nil` for work of the state.
    package let child: String?
}

/// What the record of a step does not say of its input, while the step is being published.
package struct RecordedInput: Sendable {
    package let origin: InputOrigin?
    /// The event, if it is one of an embedded chart, and the top of that chart.
    package let inside: (chart: StateID, event: any Sendable)?
    /// What children have answered to the step's actions, in the order in which they were asked.
    package let answers: [ChildAnswers.Answer]
    /// True if the step has looked at the machine of a child.
    package let seesMachines: Bool

    init<Event>(of trigger: Macrostep<Event>.Trigger, _ engine: Engine?) {
        switch trigger {
        case .event, .eventInside, .activity: origin = engine?.services?.inputOrigin
        case .start, .recalled, .recalledInside, .changed, .stop: origin = nil
        }
        inside = engine.flatMap { engine in
            engine.coldState?.inside.map { (engine.id(engine.top(of: $0.scope)), $0.event) }
        }
        let noted = engine.flatMap { $0.services?.childAnswers?.noted(of: $0.stepCount) }
        (answers, seesMachines) = noted ?? ([], false)
    }
}

extension Services {
    /// The origin of the step with this number, see ``Engine/turns``.
    struct NotedInput {
        let turn: UInt64
        let node: Int32
        let kind: InputOrigin.Kind
        var rank = 0
        var error: (any Error)?
        let child: String?
    }

    /// Notes where the step that begins next comes from. To be called before it begins.
    /// - Parameter activity: which it is, if it is a child machine.
    func noteInput(_ node: Int32, _ kind: InputOrigin.Kind, of activity: UInt64 = 0) {
        guard engine.observer != nil else { return }
        input = NotedInput(turn: engine.stepCount &+ 1, node: node, kind: kind, child: child(activity, of: node))
    }

    private func child(_ activity: UInt64, of node: Int32) -> String? {
        guard activity != 0, let child = self.activity(activity, of: node), child.chart != nil else { return nil }
        return child.name
    }

    /// The same for an activity that ends, while it is still known.
    func noteInput(_ node: Int32, _ end: ActivityEnd, of activity: UInt64) {
        guard engine.observer != nil else { return }
        let (kind, error): (InputOrigin.Kind, (any Error)?) =
            switch end {
            case .silently: (.silent, nil)
            case .event: (.result, nil)
            case .failed: (.failed, nil)
            case .failure(let error): (.error, error)
            }
        input = NotedInput(
            turn: engine.stepCount &+ 1, node: node, kind: kind,
            rank: activitiesInOrder(node).firstIndex { $0.number == activity } ?? 0, error: error,
            child: child(activity, of: node))
    }

    /// Where the step under way came from, if it came from a timer or an activity. While the step is being published.
    var inputOrigin: InputOrigin? {
        guard let input, input.turn == engine.stepCount else { return nil }
        return InputOrigin(
            state: engine.id(input.node), kind: input.kind, rank: input.rank, error: input.error.map { "\($0)" },
            child: input.child)
    }
}
