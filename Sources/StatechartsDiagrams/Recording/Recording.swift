public import Statecharts

/// What happened in machines and between them, as a value that can be written, read and looked at.
///
///     try recorder.recording.html(title: "Lights").write(toFile: "lights.html", atomically: true, encoding: .utf8)
///
/// Entries are in the order in which they happened. Messages are kept as text. So are events; those whose type is
/// `Codable` are also kept as JSON, so that ``replay(_:secrets:errors:patience:isolation:_:)`` can feed them to a fresh
/// chart; ``warnings`` says for which machines it cannot. Of a `Secret` only the number is kept, such as `secret 1`, the
/// same for equal ones, and not the value.
public struct Recording: Sendable, Hashable, Codable {
    /// The format that this version writes.
    public static let version = 2

    /// Whose child a machine is.
    public struct Owner: Sendable, Hashable, Codable {
        /// The name of the machine that owns it.
        public let machine: String
        /// The property that declares it, after the state that has it: `Playing/player`, `Playing/rows`; without the
        /// state for one of the top.
        public let place: String
    }

    /// A machine whose steps were recorded, with the picture of its chart.
    public struct Machine: Sendable, Hashable, Codable {
        /// The name of the machine.
        public let name: String
        /// Its chart, with the transitions of all recorded steps.
        public internal(set) var graph: ChartGraph
        /// Whether its events can be written and read, so that its steps can be replayed.
        public let isReplayable: Bool
        /// Whose child it is; `nil` for a machine that no state owns.
        public let owner: Owner?

        /// The name of its chart's class.
        public var chart: String { graph.vertices.first?.name ?? "" }

        /// Made of the graph when the machine is added.
        var places: Places

        init(name: String, graph: ChartGraph, isReplayable: Bool = false, owner: Owner? = nil) {
            self.owner = owner
            self.name = name
            self.graph = graph
            self.isReplayable = isReplayable
            places = Places(graph)
        }

        private enum CodingKeys: String, CodingKey {
            case name, graph, isReplayable, owner
        }

        /// Reads a machine.
        public init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self.init(
                name: try container.decode(String.self, forKey: .name),
                graph: try container.decode(ChartGraph.self, forKey: .graph),
                isReplayable: try container.decode(Bool.self, forKey: .isReplayable),
                owner: try container.decodeIfPresent(Owner.self, forKey: .owner))
        }
    }

    /// The machines, in the order in which they were added.
    public private(set) var machines: [Machine] = []
    /// What happened, in order.
    public private(set) var entries: [Entry] = []
    /// The system that was recorded, if one was.
    public var system: SystemDrawing?
    /// How many entries were dropped because ``limit`` was reached.
    public internal(set) var droppedCount = 0
    /// The most entries that are kept, the newest ones; up to a tenth more, at least one, are kept until the oldest are
    /// dropped. `nil` for all.
    public let limit: Int?

    /// Where the entries stood in the text that they were read from: no part of what the recording is.
    var places = LineNumbers()

    /// Whether more had happened than could be read.
    var isCut: Bool { places.isCut }

    /// What numbers its secrets have. All copies of a recording go on with the same ones.
    let secrets = KnownSecrets()

    /// The numbers of the secrets that a replay has to be given, in order.
    public var secretNumbers: [Int] {
        var numbers: Set<Int> = []
        for case .step(let step) in entries { numbers.formUnion(step.secrets ?? []) }
        return numbers.sorted()
    }

    /// Makes an empty recording.
    /// - Parameter limit: the most entries that are kept, at least 1; older ones are dropped for newer ones, as
    ///   ``limit`` says.
    public init(limit: Int? = nil) { self.limit = limit.map { max(1, $0) } }

    /// Adds a machine.
    /// - Parameters:
    ///   - name: the name of the machine.
    ///   - vertices: the vertices of its chart, as `Machine.vertices` has them after the start.
    ///   - isReplayable: whether its events are written, see ``append(_:of:time:date:data:)``.
    /// - Returns: its place in ``machines``, for ``append(_:of:time:date:data:)``.
    public mutating func add(_ name: String, _ vertices: [StateID], isReplayable: Bool = false) -> Int {
        add(name, vertices, isReplayable: isReplayable, of: nil)
    }

    mutating func add(_ name: String, _ vertices: [StateID], isReplayable: Bool, of owner: Owner?) -> Int {
        machines.append(Machine(name: name, graph: ChartGraph(vertices), isReplayable: isReplayable, owner: owner))
        return machines.count - 1
    }

    /// Adds a machine with its graph as it is.
    mutating func add(_ machine: Machine) { machines.append(machine) }

    /// Adds the transitions of a step to its machine's graph.
    mutating func learn(_ step: Step) { machines[step.machine].learn(step) }

    /// Adds a step of a machine. Its event is written beside its text if its type is `Encodable`.
    /// - Parameters:
    ///   - step: its record.
    ///   - machine: the machine's place in ``machines``.
    ///   - time: seconds since the recording began.
    ///   - date: the wall clock, as text.
    ///   - data: the top's data afterwards, a line for each value.
    public mutating func append<Event>(
        _ step: Macrostep<Event>, of machine: Int, time: Double, date: String = "", data: String? = nil
    ) {
        guard machines.indices.contains(machine) else { return }
        let note = Note(step, nil, secrets.numbers)
        append(Step(note, step, nil, of: machine, machines[machine].places, time, date, data))
    }

    /// Adds a step of a machine that there is, and its transitions.
    /// - Returns: the entries that were dropped for it.
    @discardableResult
    mutating func append(_ step: Step) -> [Entry] {
        learn(step)
        return append(.step(step))
    }

    /// Adds a message.
    public mutating func append(_ record: MessageRecord, time: Double, date: String = "") {
        append(.message(Message(record, time: time, date: date)))
    }

    /// - Returns: the entries that were dropped for it.
    @discardableResult
    mutating func append(_ entry: Entry) -> [Entry] {
        entries.append(entry)
        // A tenth at a time, so that dropping costs nothing worth speaking of.
        guard let limit, entries.count - limit > max(1, limit / 10) else { return [] }
        let old = Array(entries.prefix(entries.count - limit))
        droppedCount += old.count
        entries.removeFirst(old.count)
        places.lines.removeFirst(min(old.count, places.lines.count))
        return old
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

extension Recording.Machine {
    mutating func learn(_ step: Recording.Step) {
        for transition in step.learnt(in: graph) { graph.learn(transition) }
        if let work = step.work { graph.learn(work) }
        if let deferral = step.deferral { graph.learn(deferral) }
    }
}

/// The secrets of a recording, which are no part of what it is: nobody sees, compares or writes them.
struct KnownSecrets: Sendable, Hashable, CustomReflectable {
    let numbers = SecretNumbers()
    var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
    static func == (_: Self, _: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

/// Numbers of lines; all are equal, because they say nothing of what happened.
struct LineNumbers: Sendable, Hashable {
    var lines: [Int] = []
    /// Whether a last line was left out, because it was half.
    var isCut = false
    static func == (_: Self, _: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
