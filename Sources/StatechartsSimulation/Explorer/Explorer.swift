public import Statecharts

/// Finds out what a chart can do, by doing it: every configuration that can be reached, and what every event means
/// there.
///
///     var explorer = Explorer(events: [.play, .stop]) { Jukebox { "unused" } }
///     explorer.outcomes(of: String.self, returns: "Yesterday", throws: Offline())
///     explorer.fingerprint { $0.song }  // what the top remembers
///     explorer.never(\.loading, with: \.playing)
///     let found = try await explorer.explore()
///     #expect(found.problems.isEmpty && found.isComplete, "\(found)")
///
/// Charts are explored breadth first, so that each path that is shown is a shortest one. Timers fire when it is their
/// turn, activities end as the explorer is told, and nothing takes time: the chart runs without a machine, where
/// ``explore()`` is called.
///
/// A *situation* is a configuration, that is, the active states, with everything else that decides what can come next.
/// Two situations are the same if the same states are active and remembered as histories, the same events deferred, the
/// same timers armed and activities under way, the same messages waiting in ports, and if the data are the same: those
/// of `Snapshotting` states and of `@Scoped` properties, the keys of lists of child machines, the current values of
/// output ports, and what ``fingerprint(_:_:)`` makes of the chart.
///
/// Other stored properties of states and of the top do not tell situations apart, but they are looked at: if one
/// differs when a situation is met again, not everything was explored, and ``Exploration/gaps`` says so.
/// ``Exploration/hints`` has the names of what cannot be compared, closures and objects. What is not a property of the
/// chart is not seen: globals, files, and what handlers change, although they should change nothing.
public struct Explorer<Top: Statechart> {
    /// The chart's events.
    public typealias Event = Top.Event

    /// Which of several armed timers can be next.
    public enum TimerOrder: Sendable, Hashable, CaseIterable {
        /// The one that is due first, as on a clock; how long timers still have to run tells situations apart.
        ///
        /// No time passes while something waits in a mailbox of the world, or a child machine has yet to begin. Time
        /// moves only to the moments when a timer is due. So everything else happens at the start, or just after a
        /// timer was due, and never in between: what depends on that, such as whether a timer that an event arms is due
        /// before one that is armed already, is found by ``any``.
        case earliest
        /// Any of them, whatever their durations: what holds then does not depend on how long anything takes.
        case any
        /// None: timers never fire.
        case none
    }

    /// How the chart gets back to a situation, to go on from there in another way.
    public enum Return: Sendable, Hashable, CaseIterable {
        /// By ``placing`` if everything that the chart remembers is known to be put back, otherwise by ``replaying``:
        /// beginning with the first situation whose data hold an object, because all paths would share it.
        case automatic
        /// States, timers, activities, scoped values and data of `Snapshotting` states are put back; other properties
        /// stay as they are, and so do objects in what is put back. Charts that have child machines, or output ports
        /// with a current value, are replayed nevertheless, and so is every chart from where a question is kept open.
        case placing
        /// A new chart takes the shortest path to it.
        case replaying
    }

    /// How a fingerprint relates to the chart's own data.
    public enum FingerprintRole: Sendable, Hashable, CaseIterable {
        /// In addition to these: situations differ if either does.
        case added
        /// Instead of these: situations with equal fingerprints are the same, whatever scoped and saved data are.
        ///
        /// What differed in situations that were taken for one is among ``Exploration/hints``.
        case alone
    }

    /// The limits at which exploring stops, and says so.
    public struct Limits: Sendable, Hashable {
        /// The most situations: configurations, each counted as often as it was met with other data, timers, activities
        /// or deferred events, as ``Exploration/situationCount`` counts them.
        public var configurations: Int
        /// The longest path.
        public var depth: Int
        /// The most steps, including those that lead back to a situation, to go on from there in another way.
        public var steps: Int
        /// The most events that are deferred at a time, in the chart or in one of the child machines that run beside
        /// it: nothing is tried in situations with more, because deferred events may pile up without end.
        public var deferred: Int
        /// The most that may wait in one mailbox, where child machines run beside the chart: as for ``deferred``.
        public var waiting: Int
        /// The longest time, in real time; `nil` for any. What is found until then depends on the computer.
        public var duration: Duration?

        /// Makes limits; by default 100,000 situations of any depth, 20,000,000 steps and 4 deferred events, and 4 that
        /// wait, so that what has no end is stopped, with a message, and always at the same point.
        public init(
            configurations: Int = 100_000, depth: Int = .max, steps: Int = 20_000_000, deferred: Int = 4,
            waiting: Int = 4, duration: Duration? = nil
        ) {
            self.waiting = waiting
            self.deferred = deferred
            self.configurations = configurations
            self.depth = depth
            self.steps = steps
            self.duration = duration
        }
    }

    /// Which timer can be next.
    public var timers = TimerOrder.earliest
    /// Where exploring stops.
    public var limits = Limits()
    /// How long, in real time, a suspending action of the chart or of a helper, real work, or a step of a system that
    /// is driven beside the chart may take. Time in which the process has other tasks to run counts a tenth.
    public var patience: Duration = .seconds(60)
    /// Called, with a text that names it, if something takes longer. Work is then cancelled and does not end; for
    /// everything else the wait goes on, because it cannot be broken off. Without this the program ends with the text.
    /// Tests make it a failure: `tellUnendingWaits(to: .issues)`.
    public var onUnendingWait: (@Sendable (String) -> Void)?
    /// Called, while the chart is explored, each time a thousand more situations are done, with a line that says how
    /// far it is: `2000 of 3120 situations, 9876 steps`. Without this nothing is seen before the end.
    public var onProgress: (@Sendable (String) -> Void)?
    /// How the chart gets back to where it was.
    public var returning = Return.automatic
    /// Whether a chart may stand still or go round by itself, as long as that is where it is meant to end.
    public var allowsDeadEnds = false

    /// Makes a chart, as new as the first one.
    public let makeChart: () -> Top
    var samples = Samples<Top>()
    var fingerprint: ((Top) -> AnyHashable)?
    /// Whether scoped and saved data tell situations apart.
    var dataMatter = true
    /// The names of properties that nobody wants to be compared.
    var disregarded: [String] = []
    var oracles: [() -> Oracle<Top>] = []
    var conditions: [Condition<Top>] = []
    var temporals: [Temporal] = []
    /// What is said of child machines that run, by the classes of their charts.
    var children: [ObjectIdentifier: any ChildExplorer] = [:]
    var companions: [(goal: Exploration<Top>.Goal, make: () -> any Companion<Top>)] = []

    /// Explores charts that `chart` makes, each as new as the first one.
    /// - Parameter chart: called once or, for replaying, often; what it makes shares no state that changes.
    public init(_ chart: @escaping () -> Top) { makeChart = chart }

    /// Explores charts that `chart` makes, each as new as the first one, with these events.
    /// - Parameters:
    ///   - events: what may come at any time; an event with values once for each value that matters.
    ///   - chart: called once or, for replaying, often; what it makes shares no state that changes.
    public init(events: [Event], _ chart: @escaping () -> Top) {
        makeChart = chart
        for event in events { samples.add(event) }
    }

    /// Explores charts that `chart` makes, each as new as the first one, with all events of a type that can list them.
    /// - Parameter chart: called once or, for replaying, often; what it makes shares no state that changes.
    public init(_ chart: @escaping () -> Top) where Top.Event: CaseIterable {
        self.init(events: Array(Top.Event.allCases), chart)
    }

    // MARK: What can happen

    /// Adds events that can come from outside, several with different values if the chart looks at these.
    public mutating func events(_ events: Event...) { for event in events { samples.add(event) } }

    /// Adds events that depend on where the chart is: `make` is called in each situation.
    public mutating func events(seeing make: @escaping (Top) -> [Event]) { samples.generators.append(make) }

    /// Adds messages that can come through an input port of the chart.
    ///
    /// Through a port that it receives only in some states (`receive(_:while:as:)`) they come while one of these is
    /// active, because they wait until then.
    public mutating func messages<Message>(
        _ port: KeyPath<Top, InputPort<Message>>, _ messages: Message...
    ) {
        for message in messages {
            samples.add(
                .init(
                    stimulus: Stimulus(kind: .message, place: Samples<Top>.name(of: port), text: ValueText.of(message)),
                    isPossible: { $0.takes($0.top[keyPath: port]) }, send: { top in top[keyPath: port].send(message) }))
        }
    }

    /// Adds a question that can be asked; it is a problem if its reply is dropped, in its own step or later.
    public mutating func question<Value: Sendable>(_ make: @escaping (Reply<Value>) -> Event) {
        samples.questions.append { () -> (Event, ReplyProbe) in
            let (reply, probe) = ReplyProbe.reply(of: Value.self)
            return (make(reply), probe)
        }
    }

    /// Says how activities can end whose work returns a `Result`, or what a sequence of such elements can deliver.
    ///
    /// Without this, work that returns nothing can return, and any work can throw. It is always possible that work goes
    /// on, and that sequences end.
    public mutating func outcomes<Result: Sendable>(
        of type: Result.Type, returns results: Result..., throws errors: any Error...
    ) {
        samples.outcomes[ObjectIdentifier(type)] = .init(type: type, values: results, errors: errors)
    }

    /// Says which events of the chart work can send while it runs, by its handle.
    public mutating func workSends(_ events: Event...) { samples.sent += events }

    /// Has activities with results of this type do their real work, when it is their turn to end: for work that takes
    /// no time and always does the same.
    public mutating func performWork(of type: any Sendable.Type) { samples.performed[ObjectIdentifier(type)] = type }

    /// Says what tells situations apart besides states, timers, activities, what is deferred, and scoped and saved
    /// data: `fingerprint { $0.wrongs }` for a property of the chart that a guard looks at.
    ///
    /// The fewer values it has, the sooner everything is explored; it should have those that guards look at. A later
    /// call replaces an earlier one.
    /// - Parameters:
    ///   - role: whether scoped and saved data count as well, as they do unless this says ``FingerprintRole/alone``.
    ///   - value: makes the fingerprint of the chart in each situation, even where it has ended; it changes nothing.
    public mutating func fingerprint<Value: Hashable>(
        _ role: FingerprintRole = .added, _ value: @escaping (Top) -> Value
    ) {
        dataMatter = role == .added
        fingerprint = { top in
            let made = value(top), key = AnyHashable(made)
            // `nan` is not equal to itself.
            return key == key ? key : ValueReader().key(of: made)
        }
    }

    /// Says that nothing the chart does depends on some of its properties, such as a log: if they differ, that is no
    /// gap of an exploration.
    ///
    /// What a `Snapshotting` chart saves, what is scoped, and the current value of a port still tell situations apart:
    /// ``fingerprint(_:_:)`` with ``FingerprintRole/alone`` leaves them out.
    /// - Parameter properties: their names, as ``Exploration/gaps`` has them: `"Door.log"`. A name that no property has
    ///   is among ``Exploration/hints``, and so is a property of a `Snapshotting` state of which nothing was left out.
    public mutating func disregard(_ properties: String...) { disregarded += properties }

    // MARK: Exploring

    /// Explores the chart.
    ///
    /// Returns when everything that can be reached has been reached, or a limit is. Cancelling the task ends it early,
    /// as a limit does.
    /// - Throws: `ChartError` if the chart cannot start.
    public func explore() async throws -> Exploration<Top> {
        var walk = try await Walk(self)
        try await walk.run()
        return await Exploration(self, walk.found)
    }
}
