import Statecharts

/// What can happen to a chart, by what its explorer was told.
struct Samples<Top: Statechart> {
    struct Message {
        let stimulus: Stimulus
        let send: (Top) -> Void
    }

    struct Outcomes {
        let values: [any Sendable]
        let errors: [any Error]
    }

    var events: [(stimulus: Stimulus, event: Top.Event)] = []
    var generators: [(Top) -> [Top.Event]] = []
    var messages: [Message] = []
    var questions: [() -> (Top.Event, ReplyProbe)] = []
    var outcomes: [ObjectIdentifier: Outcomes] = [:]
    /// The types of results whose work is really done.
    var performed: Set<ObjectIdentifier> = []
    /// What work can send on its way.
    var sent: [Top.Event] = []

    mutating func add(_ event: Top.Event) {
        let stimulus = Stimulus(kind: .event, place: "", text: "\(event)")
        // A second sample of the same text would be the same step of every path.
        guard !events.contains(where: { $0.stimulus == stimulus }) else { return }
        events.append((stimulus, event))
    }

    mutating func add(_ message: Message) { messages.append(message) }

    /// How an activity can go on: what it is called, and what comes of it; `nil` if the work is to be done.
    func outcomes(of activity: SimulatedActivity) -> [(text: String, outcome: Simulation<Top>.ActivityOutcome?)] {
        let type = ObjectIdentifier(activity.valueType)
        if performed.contains(type) { return [("is done", nil)] }
        let known = outcomes[type]
        var possible: [(text: String, outcome: Simulation<Top>.ActivityOutcome?)] = []
        for value in known?.values ?? [] {
            possible.append(
                activity.isSequence ? ("brings \(value)", .element(value)) : ("returns \(value)", .result(value)))
        }
        if !activity.isSequence { for event in sent { possible.append(("sends \(event)", .event(event))) } }
        if activity.isSequence { possible.append(("ends", .result(()))) }
        if activity.valueType == Void.self, known == nil { possible.append(("returns", .result(()))) }
        for error in known?.errors ?? [SampleError()] { possible.append(("throws \(error)", .failure(error))) }
        return possible
    }

    /// `orders` for `\Kitchen.orders`.
    static func name<Value>(of path: KeyPath<Top, Value>) -> String {
        let text = "\(path)"
        return String(text.drop { $0 != "." }.dropFirst())
    }
}

/// An error that stands for any that work can throw.
struct SampleError: Error, CustomStringConvertible {
    var description: String { "an error" }
}
