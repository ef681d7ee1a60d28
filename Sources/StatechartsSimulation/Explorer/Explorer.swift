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
/// turn, activities end as they are told to, and nothing takes time: the chart runs without a machine, where
/// ``explore()`` is called.
///
/// A *situation* is a configuration, that is the states that are active, with everything else that decides what can
/// come next: two are the same if the same states are active and remembered as histories, and the same events are
/// deferred, timers armed and activities under way, the same messages wait in ports, and if the data are the same:
/// those of `Snapshotting` states and of `@Scoped` properties, the keys of lists of child machines, the current values
/// of output ports, and what ``fingerprint(_:_:)`` makes of the chart.
///
/// Other stored properties of states and of the top do not tell situations apart. They are looked at all the same: if
/// one differs when a situation is met again, not everything was explored, and ``Exploration/gaps`` says so. Of what
/// cannot be compared, closures and objects, ``Exploration/hints`` has the names. What is no property of the chart
/// nobody sees: globals, files, and what handlers change, which are to change nothing.
public struct Explorer<Top: Statechart> {
    /// The chart's events.
    public typealias Event = Top.Event

    /// Which of several armed timers can be next.
    public enum TimerOrder: Sendable, Hashable, CaseIterable {
        /// The one that is due first, as on a clock; how long timers are to go tells situations apart.
        ///
        /// No time passes while something waits in a mailbox of the world, or a child machine has yet to begin.
        /// The time goes on only to when a timer is due. So all else comes at the start, or just after a timer was due,
        /// and never between: what depends on that, such as whether a timer that an event arms is due before one that
        /// is armed already, is found by ``any``.
        case earliest
        /// Any of them, whatever their durations: what holds then does not depend on how long anything takes.
        case any
        /// None: timers never fire.
        case none
    }

    /// How the chart gets back to a situation from which it goes on another way.
    public enum Return: Sendable, Hashable, CaseIterable {
        /// By ``placing`` if everything that the chart remembers is known to be put back, otherwise by ``replaying``:
        /// from the first situation on whose data hold an object, as all paths would share it.
        case automatic
        /// States, timers, activities, scoped values and data of `Snapshotting` states are put back; other properties
        /// stay as they are, and so do objects in what is put back. Charts that have child machines, or output ports
        /// with a current value, are replayed all the same, and so is every chart from where a question is kept open.
        case placing
        /// A new chart takes the shortest path to it.
        case replaying
    }

    /// What a fingerprint is beside the chart's own data.
    public enum FingerprintRole: Sendable, Hashable, CaseIterable {
        /// More than these: situations differ if either does.
        case added
        /// Instead of these: situations with equal fingerprints are the same, whatever scoped and saved data are.
        ///
        /// What differed in situations that were taken for one is among ``Exploration/hints``.
        case alone
    }

    /// Where exploring stops, with a word about it.
    public struct Limits: Sendable, Hashable {
        /// The most situations: configurations, each counted as often as it was met with other data, timers, activities
        /// or deferred events, as ``Exploration/situationCount`` counts them.
        public var configurations: Int
        /// The longest path.
        public var depth: Int
        /// The most steps, with those that lead back to a situation from which the chart goes on another way.
        public var steps: Int
        /// The most events that are deferred at a time, in the chart or in one of the child machines that run beside
        /// it: nothing is tried in situations with more, as events that wait may have no end.
        public var deferred: Int
        /// The most that waits in one mailbox, where child machines run beside the chart: as for ``deferred``.
        public var waiting: Int
        /// The longest time, in real time; `nil` for any. What is found until then depends on the machine.
        public var duration: Duration?

        /// Makes limits; by default 100,000 situations of any depth, 20,000,000 steps and 4 deferred events, and 4 that
        /// wait, so that what has no end comes to one with a word, and always to the same.
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
    /// How long, in real time, a suspending action of the chart or of a helper may take, work that is really done, and
    /// each step of a system that is driven beside.
    public var patience: Duration = .seconds(60)
    /// Told, with a text that names it, of what takes longer. Work is cancelled then and does not end; everything else
    /// is waited for on, because nobody can let it go. Without this the program ends with the text. Tests let it be a
    /// failure: `tellUnendingWaits(to: .issues)`.
    public var onUnendingWait: (@Sendable (String) -> Void)?
    /// How the chart gets back to where it was.
    public var returning = Return.automatic
    /// Whether it is all right that a chart stands still or goes round by itself, as long as that is where it is meant
    /// to end.
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
    /// - Parameter chart: called once or, for replaying, often; what it makes shares nothing that changes.
    public init(_ chart: @escaping () -> Top) { makeChart = chart }

    /// Explores charts that `chart` makes, each as new as the first one, with these events.
    /// - Parameters:
    ///   - events: what may come at any time; an event with values once for each value that matters.
    ///   - chart: called once or, for replaying, often; what it makes shares nothing that changes.
    public init(events: [Event], _ chart: @escaping () -> Top) {
        makeChart = chart
        for event in events { samples.add(event) }
    }

    /// Explores charts that `chart` makes, each as new as the first one, with all events, where they can be listed.
    /// - Parameter chart: called once or, for replaying, often; what it makes shares nothing that changes.
    public init(_ chart: @escaping () -> Top) where Top.Event: CaseIterable {
        makeChart = chart
        for event in Top.Event.allCases { samples.add(event) }
    }

    // MARK: What can happen

    /// Adds events that can come from outside, several with different values if the chart looks at these.
    public mutating func events(_ events: Event...) { for event in events { samples.add(event) } }

    /// Adds events that depend on where the chart is: `make` is asked in each situation.
    public mutating func events(seeing make: @escaping (Top) -> [Event]) { samples.generators.append(make) }

    /// Adds messages that can come through an input port of the chart; of one that it receives in some states only
    /// (`receive(_:while:as:)`) while one of these is active, as they wait until then.
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

    /// Adds a question that can be asked; that its reply is dropped is a problem, in its own step or later.
    public mutating func question<Value: Sendable>(_ make: @escaping (Reply<Value>) -> Event) {
        samples.questions.append { () -> (Event, ReplyProbe) in
            let (reply, probe) = ReplyProbe.reply(of: Value.self)
            return (make(reply), probe)
        }
    }

    /// Says how activities can end whose work returns a `Result`, or what a sequence of such elements can bring.
    ///
    /// Without this, work that returns nothing can return, and any work can throw. That it goes on is always possible,
    /// and sequences can end.
    public mutating func outcomes<Result: Sendable>(
        of type: Result.Type, returns results: Result..., throws errors: any Error...
    ) {
        samples.outcomes[ObjectIdentifier(type)] = .init(type: type, values: results, errors: errors)
    }

    /// Says which events of the chart work can send on its way, by the handle that it gets.
    public mutating func workSends(_ events: Event...) { samples.sent += events }

    /// Has the work of activities really done whose result is a `Result`, when it is their turn to end: for work that
    /// takes no time and always does the same.
    public mutating func performWork(of type: any Sendable.Type) { samples.performed[ObjectIdentifier(type)] = type }

    /// Says what tells situations apart besides states, timers, activities, what is deferred, and scoped and saved
    /// data: `fingerprint { $0.wrongs }` for a property of the chart that a guard looks at.
    ///
    /// The fewer values it has, the sooner everything is explored; it should have those that guards look at. Said
    /// again, it takes the place of what was said before.
    /// - Parameters:
    ///   - role: whether scoped and saved data count as well, as they do unless this says ``FingerprintRole/alone``.
    ///   - value: what is made of the chart in each situation, also where it has ended; it changes nothing.
    public mutating func fingerprint<Value: Hashable>(
        _ role: FingerprintRole = .added, _ value: @escaping (Top) -> Value
    ) {
        dataMatter = role == .added
        fingerprint = { top in
            let made = value(top), key = AnyHashable(made)
            // A number that is none is not equal to itself.
            return key == key ? key : ValueReader().key(of: made)
        }
    }

    /// Says that nothing the chart does depends on some of its properties, such as a log: that they differ is no gap of
    /// an exploration then. What a `Snapshotting` chart saves, what is scoped, and the current value of a
    /// port tell situations apart all the same: ``fingerprint(_:_:)`` that stands ``FingerprintRole/alone`` leaves them
    /// out.
    /// - Parameter properties: their names, as ``Exploration/gaps`` has them: `"Door.log"`. A name that no property has
    ///   is among ``Exploration/hints``, and so is a property of a `Snapshotting` state of which nothing was left out.
    public mutating func disregard(_ properties: String...) { disregarded += properties }

    // MARK: Exploring

    /// Explores the chart.
    ///
    /// Returns when everything that can be reached has been, or a limit is. Cancelling the task ends it early, as a
    /// limit does.
    /// - Throws: `ChartError` if the chart cannot start.
    public func explore() async throws -> Exploration<Top> {
        var walk = try await Walk(self)
        try await walk.run()
        return await Exploration(self, walk.found)
    }
}
