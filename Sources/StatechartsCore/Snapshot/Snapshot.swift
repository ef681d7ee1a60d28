/// A machine between two steps as a value: what is needed to continue as if it had never stopped.
///
///     let snapshot = try await machine.snapshot()
///     try JSONEncoder().encode(snapshot).write(to: file)
///
///     // Later, in this program or another one:
///     let saved = try JSONDecoder().decode(Snapshot.self, from: Data(contentsOf: file))
///     let restored = Machine(restoring: saved, Player())
///     try await restored.start()  // enters nothing, and continues
///
/// What runs cannot be in it, only that there is something: a state that has an activity under way begins it again in
/// ``StateNode/restored()``, or else its ``ActivityPolicy`` says what becomes of it. Child machines are in it, with
/// their children: each is made again by the closure of its declaration, and continues.
///
/// All of it is plain data by state path, so that it can be read, compared and migrated. The path of a state is as in
/// ``StateID/path``; the empty path is the chart's top state.
public struct Snapshot: Codable, Sendable, Hashable {
    /// The format that this version of the framework writes and reads.
    public static let currentFormat = 2

    /// A state of the chart, for recognising it.
    public struct State: Codable, Sendable, Hashable {
        /// The names from below the top down to it, with dots between; empty for the top.
        public var path: String
        /// What it is: `top`, `state`, `composite`, `orthogonal`, `submachine` or `final`.
        public var kind: String

        /// Makes a description of a state, for migrations.
        public init(path: String, kind: String) {
            self.path = path
            self.kind = kind
        }
    }

    /// What a state remembers of its inside as it was when it was last left.
    public struct History: Codable, Sendable, Hashable {
        /// The path of the composite or orthogonal state.
        public var state: String
        /// The path of the direct substate; `nil` if there is nothing to resume but ``leaves``.
        public var substate: String?
        /// The paths of the innermost states.
        public var leaves: [String]

        /// Makes a history, for migrations.
        public init(state: String, substate: String?, leaves: [String]) {
            self.state = state
            self.substate = substate
            self.leaves = leaves
        }
    }

    /// An event that waits.
    public struct Event: Codable, Sendable, Hashable {
        /// The path of the submachine that it waits in; empty for the chart itself.
        public var chart: String
        /// The event, as its own `encode(to:)` writes it.
        public var event: SnapshotValue

        /// The path of the state with which a deferred event goes, because one of its timers or activities has sent it;
        /// `nil` for others.
        public var owner: String?

        /// Makes an event that waits, for migrations.
        public init(chart: String = "", event: SnapshotValue, owner: String? = nil) {
            self.chart = chart
            self.event = event
            self.owner = owner
        }
    }

    /// An armed timer.
    public struct Timer: Codable, Sendable, Hashable {
        /// What letters refer to it by; the same for no two. 0 if none does.
        public var number: UInt64
        /// The path of the state that armed it.
        public var state: String
        /// The event that it sends.
        public var event: SnapshotValue
        /// What remained when the snapshot was taken; zero if it was due.
        public var remaining: Duration
        /// The delay or period it was armed with.
        public var interval: Duration
        /// Whether it fires again and again.
        public var repeats: Bool
        /// What becomes of it when the machine continues.
        public var policy: TimerPolicy
        /// Its deadline as an instant of the machine's clock, if those are `Codable`. Without it,
        /// ``TimerPolicy/keepDeadline`` means ``TimerPolicy/resumeRemaining``.
        ///
        /// Instants of the continuous clock mean the same until the computer is started again. A deadline that is
        /// further away than what remained counts as none: the clock has begun anew.
        public var deadline: SnapshotValue?

        package init(
            number: UInt64, state: String, event: SnapshotValue, remaining: Duration, interval: Duration, repeats: Bool,
            policy: TimerPolicy, deadline: SnapshotValue?
        ) {
            self.number = number
            self.state = state
            self.event = event
            self.remaining = remaining
            self.interval = interval
            self.repeats = repeats
            self.policy = policy
            self.deadline = deadline
        }
    }

    /// A value that a snapshot does not hold: when a machine continues, it is the initial one.
    public struct Omission: Codable, Sendable, Hashable {
        /// The path of the active state whose ``Scoped`` property it is; empty for the chart's top state and its ports.
        public var state: String
        /// The name of the property; `ports.prices` for a port in a struct.
        public var property: String
        /// The type of the value.
        public var type: String

        /// Makes an omission, for migrations.
        public init(state: String, property: String, type: String) {
            self.state = state
            self.property = property
            self.type = type
        }
    }

    /// The format of the snapshot.
    public var format = Snapshot.currentFormat
    /// The name of the top state's class, without its module and its generic arguments.
    public var chart: String
    /// The version of the chart; see ``Snapshotting/snapshotVersion``.
    public var version: Int
    /// All states of the chart in document order, the top first.
    public var states: [State]
    /// The paths of the innermost active states in document order.
    public var configuration: [String]
    /// Recorded histories, in document order of their states.
    public var history: [History]
    /// Events raised and not yet taken, in order; only an ``Interpreter`` can be at rest with some.
    public var raised: [Event]
    /// Deferred events, in order.
    public var deferred: [Event]
    /// What waits in the mailbox, in order: events, and what timers and activities have brought.
    public var queued: [Waiting]
    /// Armed timers, in the order of their deadlines; also those whose event waits.
    public var timers: [Timer]
    /// The activities of states, in document order.
    public var activations: [Activation]
    /// The last number that was given to a timer or an activity.
    public var lastNumber: UInt64
    /// The data of states that conform to ``Snapshotting``, by path.
    public var data: [String: SnapshotValue]
    /// The `Codable` ``Scoped`` properties of active states, by path and name: each that is not in ``omitted``.
    public var scoped: [String: [String: SnapshotValue]]
    /// The current values of ``OutputPort``s that the chart stores in properties, not in structs, by property; of a
    /// port for changes, the whole. Made current again before `restored()`: receivers that are connected by then get
    /// them too.
    public var outputs: [String: SnapshotValue] = [:]
    /// What waits in ``InputPort``s that the chart stores in properties, by property: of ports that are received in
    /// some states only, that are bounded, or that an activity reads; of an ``Interpreter``, which receives nothing, of
    /// all.
    ///
    /// A port in a struct that a property holds is not among them: such ports are those of a component, and outlive its
    /// machine. What waits there stays in the port, and is lost where a machine continues with another one. It is in
    /// ``omitted``, unless it is of a child machine that has not begun.
    public var inputs: [String: [SnapshotValue]] = [:]
    /// What is not in the snapshot: ``Scoped`` values of active states and current values of outputs whose types are
    /// not `Codable` or that have a ``Secret``, the whole of an output for changes that another thread was changing
    /// just then, what is said to be ``ScopedPersistence/transient``, and inputs in structs in which messages wait. A
    /// migration adds a ``Scoped`` property that is to have its initial value.
    public var omitted: [Omission] = []

    /// A chart in a configuration, without anything else.
    package init(chart: String, version: Int, states: [State], configuration: [String]) {
        self.chart = chart
        self.version = version
        self.states = states
        self.configuration = configuration
        (history, raised, deferred, queued, timers, activations) = ([], [], [], [], [], [])
        lastNumber = 0
        (data, scoped) = ([:], [:])
    }
}

// Written as the compiler would, and read with what format 1 does not have.

extension Snapshot {
    /// Reads a snapshot; one of format 1 becomes one of the present format. One of another format is read as far as
    /// that is possible, and refused when a machine starts from it, unless it is migrated.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        format = try container.decode(Int.self, forKey: .format)
        chart = try container.decode(String.self, forKey: .chart)
        version = try container.decode(Int.self, forKey: .version)
        states = try container.decode([State].self, forKey: .states)
        configuration = try container.decode([String].self, forKey: .configuration)
        history = try container.decode([History].self, forKey: .history)
        raised = try container.decode([Event].self, forKey: .raised)
        deferred = try container.decode([Event].self, forKey: .deferred)
        timers = try container.decode([Timer].self, forKey: .timers)
        data = try container.decode([String: SnapshotValue].self, forKey: .data)
        scoped = try container.decode([String: [String: SnapshotValue]].self, forKey: .scoped)
        outputs = try container.decodeIfPresent([String: SnapshotValue].self, forKey: .outputs) ?? [:]
        inputs = try container.decodeIfPresent([String: [SnapshotValue]].self, forKey: .inputs) ?? [:]
        omitted = try container.decodeIfPresent([Omission].self, forKey: .omitted) ?? []
        if format == 1 {
            queued = try container.decode([SnapshotValue].self, forKey: .queued).map { .event($0) }
            (activations, lastNumber) = ([], 0)
            format = Self.currentFormat
        } else {
            queued = try container.decode([Waiting].self, forKey: .queued)
            activations = try container.decode([Activation].self, forKey: .activations)
            lastNumber = try container.decode(UInt64.self, forKey: .lastNumber)
        }
    }
}

extension Snapshot.Timer {
    /// Reads a timer; in format 1 they have no numbers.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        number = try container.decodeIfPresent(UInt64.self, forKey: .number) ?? 0
        state = try container.decode(String.self, forKey: .state)
        event = try container.decode(SnapshotValue.self, forKey: .event)
        remaining = try container.decode(Duration.self, forKey: .remaining)
        interval = try container.decode(Duration.self, forKey: .interval)
        repeats = try container.decode(Bool.self, forKey: .repeats)
        policy = try container.decode(TimerPolicy.self, forKey: .policy)
        deadline = try container.decodeIfPresent(SnapshotValue.self, forKey: .deadline)
    }
}
