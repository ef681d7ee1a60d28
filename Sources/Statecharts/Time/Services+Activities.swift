/// What a state has begun with `run` or `listen`, from then until its end was taken out of the mailbox.
final class Activity {
    typealias Work = @Sendable (_ send: @escaping @Sendable (any Sendable) -> Bool) async -> ActivityEnd

    /// What an activity brings, to recognise it by when its state is restored.
    enum Kind {
        case run(Any.Type)
        case listen(Any.Type)
        /// That of an activity in a snapshot.
        case saved(String)

        var text: String {
            switch self {
            case .run(let result): result == Void.self ? "run" : "run \(result)"
            case .listen(let element): "listen \(element)"
            case .saved(let text): text
            }
        }
    }

    let kind: Kind
    private let givenName: String?
    let policy: ActivityPolicy
    /// Makes the event of an error, if there is one.
    let failure: (@Sendable (any Error) -> any Sendable)?
    /// What a ``Simulation`` knows of it, which does not begin it.
    var simulated: SimulatedWork?
    /// What to do, until it is begun.
    var work: Work?
    /// What was being handled when it was asked for, while a system watches.
    var cause: TraceContext?
    /// Who does it.
    var task: Task<Void, Never>?
    /// Whether it was under way when the snapshot was taken that the machine continues from, and was not begun again.
    var isInterrupted: Bool

    /// The class of its chart, if it is a child machine.
    let chart: StateNode.Type?
    /// True if its state is complete without its end.
    let isDetached: Bool
    /// Its number, if whoever asks for it has chosen one.
    let number: UInt64
    /// What it does, if that is awaited at the end of the machine.
    var awaited: (any AwaitedWork)?
    /// Where it is, if it is a child machine.
    let child: (any ChildPlace)?

    init(
        kind: Kind, name: String?, policy: ActivityPolicy, failure: (@Sendable (any Error) -> any Sendable)?,
        simulated: SimulatedWork? = nil, work: Work? = nil, isInterrupted: Bool = false, chart: StateNode.Type? = nil,
        isDetached: Bool = false, number: UInt64 = 0, child: (any ChildPlace)? = nil
    ) {
        self.kind = kind
        givenName = name
        self.policy = policy
        self.failure = failure
        self.simulated = simulated
        self.work = work
        self.isInterrupted = isInterrupted
        self.chart = chart
        self.isDetached = isDetached
        self.number = number
        self.child = child
    }

    /// Its state is left, or its machine has come to its end.
    /// - Parameter isEnd: true if whatever is awaited is ended afterwards, one after the other.
    func cancel(at isEnd: Bool) {
        child?.stops()
        guard let awaited else { task?.cancel(); return }
        if isEnd { awaited.isLeft() } else { awaited.stop() }
    }

    /// What its state calls it, if anything.
    var name: String? { child?.title ?? givenName }

    /// The name, if it has one, and the kind, for messages.
    var label: String { ActivityLabel.text(name, kind.text) }
}

/// An activity in a ``Simulation``.
final class SimulatedWork {
    /// How its outcome becomes an event; `nil` for a child that runs beside it, and says itself how it ends.
    var face: ActivityFace?
    /// Which it is of those of its name that go on in its state: the first free number.
    var ordinal = 1
    /// The restarts of a child machine that count at present.
    var restarts: (() -> Snapshot.Child.Restarts?)?

    init(_ face: ActivityFace) { self.face = face }
}

/// What follows the end of an activity.
enum ActivitySuccession {
    /// It has ended, for its state like this.
    case ends(ActivityEnd)
    /// Another one takes its place, of which its state may be told.
    case follows(Activity, event: (any Sendable)?)
}

// Activities begin when the macrostep is over, for states that are active then (SCXML 6.4). What a transition that
// follows at once would cancel again is not begun at all.

extension Services {
    /// Has an activity of an active state begin at the end of the macrostep. Until it has ended, the state is not
    /// complete.
    func run(_ node: Int32, _ activity: Activity) {
        if hasTimersOnly {
            // A child machine has been made for it, which nobody else ends.
            activity.cancel(at: false)
            return engine.fail(
                StepError(
                    .needsMachine, path: engine.topology.path(of: node),
                    "began an activity (\(activity.label)) in the chart of a contract",
                    fix: "let timers and messages be all that the contract goes by"))
        }
        begin(node)
        var number: UInt64? = activity.number
        if activity.number == 0 {
            number = engine.coldState?.isRestoring == true ? numberBegunAgain(node, activity) : nextNumber()
        }
        guard let number else { return }
        // In place of one that has failed. Not so what restored() takes up, nor what the state is complete without.
        if hasEnded(number, of: node), !activity.isDetached, activations[node].failures > 0 {
            activations[node].failures -= 1
        }
        if isSimulated { activity.simulated?.ordinal = freeOrdinal(node, activity.name) }
        activity.cause = Tracing.present
        keep(activity, number, of: node)
        if activity.isDetached { detached[node, default: 0] += 1 }
        beginning.append((node, number))
        engine.pending.insert(.work)
        // Between steps nothing else would begin it.
        if !engine.willClose { _ = deliver(.work) }
    }

    /// The first number that no activity of this name has which goes on in the state: numbers stay small, however often
    /// activities are begun, so that situations can be the same.
    private func freeOrdinal(_ node: Int32, _ name: String?) -> Int {
        let taken = Set(
            (activities[node]?.values ?? []).compactMap { other -> Int? in
                guard let simulated = other.simulated, simulated.face != nil else { return nil }
                return other.name == name ? simulated.ordinal : nil
            })
        return (1...taken.count + 1).first { !taken.contains($0) } ?? 1
    }

    func beginActivity(_ node: Int32, _ number: UInt64) {
        // A simulation is told how the activity ends.
        guard !isSimulated, let activity = activity(number, of: node) else { return }
        if let awaited = activity.awaited { return awaited.begin() }
        guard let work = activity.work.take() else { return }
        let contact = ActivityContact(of: number, in: node, self, cause: activity.cause)
        activity.task = contact.begin { contact.end(await work { contact.send($0) }) }
    }

    /// An activity of an active state has ended. Answers whether that leaves the state without any, all having done
    /// what they should.
    func end(_ activity: UInt64, of node: Int32, _ end: ActivityEnd) -> Bool {
        if remove(activity, of: node)?.isDetached == true { return false }
        switch end {
        case .silently, .event: return !hasUnfinishedWork(node)
        case .failed, .failure:
            activations[node].failures += 1
            return false
        }
    }

    private func remove(_ activity: UInt64, of node: Int32) -> Activity? {
        let removed = activities[node]?.remove(activity)
        if removed?.isDetached == true { detached[node, default: 1] -= 1 }
        return removed
    }

    /// Ends one activity of an active state: nothing of it arrives any more.
    func cancel(_ activity: UInt64, of node: Int32) {
        guard let cancelled = remove(activity, of: node) else { return }
        cancelled.cancel(at: false)
        if !cancelled.isDetached, !hasUnfinishedWork(node) { engine.didEndActivities(node) }
    }

    /// Decides what follows the end of an activity. If another one does, it has taken its place in the state.
    func follow(_ number: UInt64, of node: Int32, _ end: ActivityEnd) -> ActivitySuccession {
        guard let succession = activity(number, of: node)?.child?.succession(after: end) else { return .ends(end) }
        if case .follows(let next, _) = succession {
            // As one that has failed, in place of which the next one is begun.
            if remove(number, of: node)?.isDetached == false { activations[node].failures += 1 }
            run(node, next)
        }
        return succession
    }

    /// The activities of a state in the order of their beginning.
    func activitiesInOrder(_ node: Int32) -> [(number: UInt64, activity: Activity)] {
        activities[node]?.all.map { (number: $0.number, activity: $0.value) } ?? []
    }
}

/// The way of an activity to its machine, which it does not keep alive. An object: many tasks and closures have it.
final class ActivityContact: Sendable {
    private let number: UInt64
    /// Its state, and the activation of it.
    private let node: Int32
    private let activation: UInt64
    private let cause: TraceContext?
    private let context: ActivityContext
    let deliver: @Sendable (ResourceMessage) -> Bool
    let executor: (any TaskExecutor)?

    /// - Parameter cause: what was being handled when it was asked for, while a system watches.
    init(of number: UInt64, in node: Int32, _ services: Services, cause: TraceContext?) {
        self.number = number
        self.node = node
        activation = services.activations[node].number
        self.cause = cause
        context = ActivityContext(path: services.engine.topology.path(of: node), alarm: services.alarm)
        deliver = services.deliver
        executor = services.keeper.executor
    }

    /// Begins a task. Of the step's task-local values it gets only the framework's own.
    func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        Task.detached(preferring: executor, priority: Task.currentPriority) {
            await Tracing.caused(by: self.cause) {
                await ActivityContext.$present.withValue(self.context) { await work() }
            }
        }
    }

    /// Does something that such a task would do, here and now.
    func perform(_ work: () -> Void) {
        Tracing.caused(by: cause) { ActivityContext.$present.withValue(context, operation: work) }
    }

    func send(_ event: any Sendable) -> Bool {
        deliver(.event(event, activity: 0, node: node, activation: activation, cause: Tracing.present))
    }

    func end(_ end: ActivityEnd) { _ = deliver(message(end)) }

    func message(_ end: ActivityEnd) -> ResourceMessage {
        .ended(end, activity: number, node: node, activation: activation, cause: Tracing.isActive ? cause : nil)
    }

    /// An event that is dropped if the activity is over when its turn comes.
    func message(event: any Sendable) -> ResourceMessage {
        .event(event, activity: number, node: node, activation: activation, cause: Tracing.present)
    }
}
