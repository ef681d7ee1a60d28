/// Gives the states of one chart timers that stand still, and notes their work.
final class SimulationHost: ServiceHost {
    /// Where the children of the chart run, if they do.
    let world: SimulatedWorld?
    let time: SimulatedTime
    /// Those that run.
    var children: [any SimulatedChild] = []
    /// How a message of a child reaches the chart.
    var deliver: @Sendable (ResourceMessage) -> Bool = { _ in false }
    /// The chart's states that have data, once looked for.
    var snapshotting: [any Snapshotting]?
    /// Its output ports with a current value, once looked for.
    var currentPorts: [StoredCurrentPort]?
    /// What activities make of what they may bring, by their numbers.
    var answers: [UInt64: AnyHashable] = [:]
    let reader = ValueReader()
    /// The scoped properties and ports that could not be compared, by label.
    var opaqueScoped: [String: (name: String, what: String)] = [:]
    var onMistake: ((StepError) -> Void)?
    var mistakes: [StepError] = []
    /// Told of an event for a child machine, which nobody takes.
    var onChildEvent: ((_ child: String, _ event: any Sendable) -> Void)?
    /// Told of a child machine that was made to run.
    var onChild: ((any SimulatedChild) -> Void)?

    /// In a replay, reads what a child has answered to what an action awaits next.
    var recordedAnswer: ((Any.Type) throws -> Any)?

    init(_ world: SimulatedWorld?) {
        self.world = world
        time = world?.time ?? SimulatedTime()
    }

    func makeServices(for engine: Engine) -> Services {
        let services = Services(engine: engine, keeper: time, alarm: SettlingAlarm { nil }, deliver: deliver)
        services.isSimulated = true
        return services
    }
}

extension SimulationHost: MistakeHost {
    func hear(_ mistake: StepError, inStep: Bool) {
        if !inStep, let onMistake { onMistake(mistake) } else { mistakes.append(mistake) }
    }
}

extension Simulation {
    /// Told of what is wrongly used between two steps; without it that is kept like what is in steps.
    package var onMistake: ((StepError) -> Void)? {
        get { host.onMistake }
        set { host.onMistake = newValue }
    }

    /// Told of each event that the chart has posted or sent to a child machine, which does not run, and where that is:
    /// `Playing/player`.
    package var onChildEvent: ((_ child: String, _ event: any Sendable) -> Void)? {
        get { host.onChildEvent }
        set { host.onChildEvent = newValue }
    }

    /// In a replay, reads what a child has answered to what an action awaits next, as a value of a type.
    package var recordedAnswer: ((Any.Type) throws -> Any)? {
        get { host.recordedAnswer }
        set { host.recordedAnswer = newValue }
    }

    /// Told of each child machine that was made to run beside the chart, before it begins.
    package var onChild: ((any SimulatedChild) -> Void)? {
        get { host.onChild }
        set { host.onChild = newValue }
    }

    /// The mistakes that the code of the chart and of its children has made since this was asked last, also those that
    /// a state has handled.
    package func takeMistakes() -> [StepError] {
        if host.mistakes.isEmpty, children.isEmpty { return [] }
        defer { host.mistakes = [] }
        return host.mistakes + children.flatMap { $0.takeMistakes() }
    }
}

/// A time that moves when a timer is told to fire.
final class SimulatedTime: TimeKeeper {
    private struct State {
        var now = Duration.zero
        var sequence: UInt64 = 0
    }
    private let state = Guarded(State())

    var now: Duration {
        get { state.withLock { $0.now } }
        set { state.withLock { $0.now = newValue } }
    }

    func nextSequence() -> UInt64 {
        state.withLock { state in
            state.sequence += 1
            return state.sequence
        }
    }

    var lastSequence: UInt64 { state.withLock { $0.sequence } }
    var letsTimersRunOn: Bool { false }
    var executor: (any TaskExecutor)? { nil }
    var wantsEveryMachine: Bool { false }
    func set(_ alarm: any Alarm, to key: TimerKey?) {}
    func join(_ alarm: any Alarm) {}
    func discard(_ alarm: any Alarm) {}
}
