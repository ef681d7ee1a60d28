public import Statecharts

/// What happened in machines and between them, as a value that can be written, read and looked at.
///
///     try recorder.recording.html(title: "Lights").write(toFile: "lights.html", atomically: true, encoding: .utf8)
///
/// Entries are in the order in which they happened. Events and messages are kept as text.
public struct Recording: Sendable, Hashable, Codable {
    /// The format that this version writes.
    public static let version = 1

    /// A machine of the recording.
    public struct Machine: Sendable, Hashable, Codable {
        /// What people call it.
        public let name: String
        /// Its chart, with the transitions of all recorded steps.
        public internal(set) var graph: ChartGraph

        /// The name of its chart's class.
        public var chart: String { graph.vertices.first?.name ?? "" }

        /// Made of the graph when the machine is added.
        var places: Places

        init(name: String, graph: ChartGraph) {
            self.name = name
            self.graph = graph
            places = Places(graph)
        }

        private enum CodingKeys: String, CodingKey {
            case name, graph
        }

        /// Reads a machine.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                name: try container.decode(String.self, forKey: .name),
                graph: try container.decode(ChartGraph.self, forKey: .graph))
        }
    }

    /// A transition in a step, by places in the chart's graph.
    public struct Transition: Sendable, Hashable, Codable {
        /// The vertex that reacted.
        public let source: Int
        /// Where it led.
        public let targets: [Int]
        /// External, local or internal.
        public let type: ChartGraph.Transition.Kind
    }

    /// A microstep, by places in the chart's graph.
    public struct Microstep: Sendable, Hashable, Codable {
        /// What enabled the transitions, as text.
        public let trigger: String
        /// The transitions taken.
        public let transitions: [Transition]
        /// The transitions that another one excluded.
        public let preempted: [Transition]
        /// What was left, in order.
        public let exits: [Int]
        /// The sources of the effects that ran, in order.
        public let effects: [Int]
        /// What was entered, in order.
        public let entries: [Int]
    }

    /// What set a step off: the rest of a step follows from it.
    public enum Input: String, Sendable, Hashable, Codable {
        /// The start of the machine.
        case start
        /// An event from outside, a timer, an activity or a port.
        case event
        /// An event that had been deferred.
        case recalled
        /// The end of an activity.
        case activity
        /// A change of data from outside.
        case changed
        /// A call to stop.
        case stop
    }

    /// A step of a machine.
    public struct Step: Sendable, Hashable, Codable {
        /// The machine, by its place in ``Recording/machines``.
        public let machine: Int
        /// Seconds since the recording began, by the recorder's clock.
        public let time: Double
        /// The wall clock, as ISO 8601 writes it; empty if none was read.
        public let date: String
        /// What set it off.
        public let input: Input
        /// The event or what else set it off, as text.
        public let text: String
        /// `handled`, `deferred`, `unhandled` or `finished`.
        public let outcome: String
        /// What happened.
        public let microsteps: [Microstep]
        /// The innermost active states afterwards.
        public let leaves: [Int]
        /// All active states afterwards.
        public let active: [Int]
        /// The error with which the machine failed, as text.
        public let failure: String?
        /// The top's data afterwards as text, if the recorder was asked for it.
        public let data: String?
    }

    /// A message between ports.
    public struct Message: Sendable, Hashable, Codable {
        /// Its number in the system.
        public let id: UInt64
        /// The number of the message that caused it.
        public let cause: UInt64?
        /// Seconds since the recording began.
        public let time: Double
        /// The wall clock, as ISO 8601 writes it; empty if none was read.
        public let date: String
        /// The port that it left.
        public let sender: String
        /// The ports that it arrived at.
        public let receivers: [String]
        /// The type of the message.
        public let type: String
        /// The message as text.
        public let text: String
    }

    /// A step or a message.
    public enum Entry: Sendable, Hashable {
        /// A step of a machine.
        case step(Step)
        /// A message between ports.
        case message(Message)
    }

    /// The machines, in the order in which they were added.
    public private(set) var machines: [Machine] = []
    /// What happened, in order.
    public private(set) var entries: [Entry] = []
    /// The system that was recorded, if one was.
    public var system: SystemDrawing?
    /// How many entries were dropped because ``limit`` was reached.
    public internal(set) var droppedCount = 0
    /// The most entries that are kept, the newest ones; `nil` for all.
    public let limit: Int?

    /// Makes an empty recording.
    /// - Parameter limit: the most entries that are kept; older ones are dropped for newer ones, in portions. At least 1.
    public init(limit: Int? = nil) { self.limit = limit.map { max(1, $0) } }

    /// Adds a machine.
    /// - Parameters:
    ///   - name: what people call it.
    ///   - vertices: of its chart, as `Machine.vertices` has them after the start.
    /// - Returns: its place in ``machines``, for ``append(_:of:time:date:data:)``.
    public mutating func add(_ name: String, _ vertices: [StateID]) -> Int {
        machines.append(Machine(name: name, graph: ChartGraph(vertices)))
        return machines.count - 1
    }

    /// Adds a machine with its graph as it is.
    mutating func add(_ machine: Machine) { machines.append(machine) }

    /// Adds a step of a machine.
    /// - Parameters:
    ///   - step: its record.
    ///   - machine: the machine's place in ``machines``.
    ///   - time: seconds since the recording began.
    ///   - date: the wall clock, as text.
    ///   - data: the top's data afterwards, a line for each value.
    public mutating func append<Event>(
        _ step: Macrostep<Event>, of machine: Int, time: Double, date: String = "", data: String? = nil
    ) {
        append(Note(step), step, of: machine, time: time, date: date, data: data)
    }

    /// The texts of a step, made of the user's values.
    struct Note {
        let trigger: String
        let event: String
        let failure: String?

        init<Event>(_ step: Macrostep<Event>) {
            trigger = "\(step.trigger)"
            event = step.event.map { "\($0)" } ?? ""
            failure = step.failure.map { "\($0)" }
        }
    }

    mutating func append<Event>(
        _ note: Note, _ step: Macrostep<Event>, of machine: Int, time: Double, date: String, data: String?
    ) {
        guard machines.indices.contains(machine) else { return }
        let name = ChartGraph.eventName(note.event)
        machines[machine].graph.learn(from: [step]) { _ in name }
        let places = machines[machine].places
        append(
            .step(
                Step(
                    machine: machine, time: time, date: date, input: Input(step.trigger), text: note.trigger,
                    outcome: "\(step.outcome)", microsteps: step.microsteps.map { Microstep($0, places) },
                    leaves: step.configuration.leaves.compactMap { places[$0] },
                    active: step.configuration.states.compactMap { places[$0] },
                    failure: note.failure, data: data)))
    }

    /// Adds a message.
    public mutating func append(_ record: MessageRecord, time: Double, date: String = "") {
        append(.message(Message(record, time: time, date: date)))
    }

    mutating func append(_ entry: Entry) {
        entries.append(entry)
        // A tenth at a time, so that dropping costs nothing worth speaking of.
        guard let limit, entries.count > limit + max(1, limit / 10) else { return }
        droppedCount += entries.count - limit
        entries.removeFirst(entries.count - limit)
    }

    /// The steps of one machine, in order.
    public func steps(of machine: Int) -> [Step] {
        entries.compactMap { entry in
            switch entry {
            case .step(let step): step.machine == machine ? step : nil
            case .message: nil
            }
        }
    }
}

/// The places of a chart's vertices by path.
struct Places: Sendable, Hashable {
    private let numbers: [String: Int]

    init(_ graph: ChartGraph) {
        numbers = Dictionary(graph.vertices.map { ($0.path, $0.id) }) { first, _ in first }
    }

    subscript(_ state: StateID) -> Int? { numbers[state.path] }
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
                source: source, targets: transition.targets.compactMap { places[$0] }, type: type)
        }
        self.init(
            trigger: "\(microstep.trigger)", transitions: microstep.transitions.compactMap(transition),
            preempted: microstep.preempted.compactMap(transition), exits: microstep.exits.compactMap { places[$0] },
            effects: microstep.effects.compactMap { places[$0] }, entries: microstep.entries.compactMap { places[$0] })
    }
}

extension Recording.Message {
    init(_ record: MessageRecord, time: Double, date: String) {
        self.init(
            id: record.id.number, cause: record.cause?.number, time: time, date: date,
            sender: record.sender.description, receivers: record.receivers.map(\.description), type: record.type,
            text: "\(record.message)")
    }
}

extension Recording.Entry: Codable {
    private enum Key: String, CodingKey {
        case kind
    }

    /// Reads an entry, whose `kind` says what it is.
    public init(from decoder: any Decoder) throws {
        let kind = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .kind)
        switch kind {
        case "step": self = .step(try Recording.Step(from: decoder))
        case "message": self = .message(try Recording.Message(from: decoder))
        default:
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath, debugDescription: "an entry is a step or a message, not '\(kind)'"))
        }
    }

    /// Writes the entry beside its `kind`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .step(let step):
            try container.encode("step", forKey: .kind)
            try step.encode(to: encoder)
        case .message(let message):
            try container.encode("message", forKey: .kind)
            try message.encode(to: encoder)
        }
    }
}
