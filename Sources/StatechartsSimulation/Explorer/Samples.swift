import Statecharts

/// What can happen to a chart, by what its explorer was told.
struct Samples<Top: Statechart> {
    struct Message {
        let stimulus: Stimulus
        /// False where the chart takes none through the port: then it waits, and comes later.
        let isPossible: (Simulation<Top>) -> Bool
        let send: (Top) -> Void
    }

    struct Outcomes {
        let type: any Any.Type
        let values: [any Sendable]
        let errors: [any Error]
    }

    struct Event {
        let stimulus: Stimulus
        let event: Top.Event
        /// What the event is as text, which several may be: made once, as it takes long.
        let text: String
    }

    var events: [Event] = []
    var generators: [(Top) -> [Top.Event]] = []
    var messages: [Message] = []
    var questions: [() -> (Top.Event, ReplyProbe)] = []
    var outcomes: [ObjectIdentifier: Outcomes] = [:]
    /// The types of results whose work is really done.
    var performed: [ObjectIdentifier: any Any.Type] = [:]
    /// What work can send on its way.
    var sent: [Top.Event] = []

    mutating func add(_ event: Top.Event) {
        if events.contains(where: { Self.areEqual($0.event, event) == true }) { return }
        let text = ValueText.of(event)
        let same = events.count { $0.text == text }
        let stimulus = Stimulus(kind: .event, place: "", text: Self.numbered(text, same))
        events.append(Event(stimulus: stimulus, event: event, text: text))
    }

    /// Whether two events are equal; `nil` if that cannot be told.
    private static func areEqual(_ a: Top.Event, _ b: Top.Event) -> Bool? {
        func isEqual<Value: Equatable>(_ value: Value) -> Bool { value == b as? Value }
        return (a as? any Equatable).map { isEqual($0) }
    }

    /// The events of the generators where the chart is now, those that are always possible left out.
    func generated(_ top: Top) -> [Event] {
        if generators.isEmpty { return [] }
        var own = self
        for generator in generators { for event in generator(top) { own.add(event) } }
        return Array(own.events.dropFirst(events.count))
    }

    /// Adds a message; several with the same text are numbered.
    mutating func add(_ message: Message) {
        let same = messages.count {
            $0.stimulus.place == message.stimulus.place && Self.isNumbered($0.stimulus.text, message.stimulus.text)
        }
        let text = Self.numbered(message.stimulus.text, same)
        messages.append(
            Message(
                stimulus: Stimulus(kind: .message, place: message.stimulus.place, text: text),
                isPossible: message.isPossible, send: message.send))
    }

    static func numbered(_ text: String, _ same: Int) -> String { same == 0 ? text : "\(text) #\(same + 1)" }

    /// Whether a text is another one, with a number or without.
    private static func isNumbered(_ text: String, _ other: String) -> Bool {
        text == other || text.hasPrefix(other + " #")
    }

    /// How an activity can go on: what it is called, and what comes of it; `nil` if the work is to be done.
    func outcomes(of activity: SimulatedActivity) -> [(text: String, outcome: Simulation<Top>.ActivityOutcome?)] {
        let type = ObjectIdentifier(activity.valueType)
        if performed[type] != nil { return [("is done", nil)] }
        let known = outcomes[type]
        var possible: [(text: String, outcome: Simulation<Top>.ActivityOutcome?)] = []
        for value in known?.values ?? [] {
            let text = ValueText.of(value)
            possible.append(
                activity.isSequence ? ("brings \(text)", .element(value)) : ("returns \(text)", .result(value)))
        }
        if !activity.isSequence {
            for event in sent { possible.append(("sends \(ValueText.of(event))", .event(event))) }
        }
        if activity.isSequence { possible.append(("ends", .result(()))) }
        if activity.valueType == Void.self, known == nil { possible.append(("returns", .result(()))) }
        for error in known?.errors ?? [SampleError()] { possible.append(("throws \(error)", .failure(error))) }
        for place in possible.indices {
            let same = possible[..<place].count { Self.isNumbered($0.text, possible[place].text) }
            possible[place].text = Self.numbered(possible[place].text, same)
        }
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
