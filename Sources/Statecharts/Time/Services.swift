/// What the states of one machine have under way outside its steps: timers and activities.
///
/// Made when the first state arms or runs something. Everything belongs to one activation of one state, named by a
/// number that is never used again: what arrives under a number that is over is dropped, whichever way the state was
/// left.
///
/// - Isolation: the machine's, like the engine's.
@usableFromInline
final class Services: StateResources {
    /// What a state has under way from one entry to the next exit.
    struct Activation: BitwiseCopyable {
        /// 0 for nothing.
        var number: UInt64 = 0
        /// The first of its timers in the queue, -1 without.
        var timers: Int32 = -1
        /// How many activities have failed in place of which no other was begun.
        var failures: Int32 = 0
    }

    unowned let engine: Engine
    let keeper: any TimeKeeper
    let alarm: any Alarm
    /// How an activity's message reaches the machine, from anywhere.
    let deliver: @Sendable (ResourceMessage) -> Bool
    let queue = TimerQueue()
    /// By the number of the state.
    let activations: FlatArray<Activation>
    private(set) var activities: [Int32: NumberedEntries<Activity>] = [:]
    /// Whether activities are only noted, see ``Simulation``.
    var isSimulated = false
    /// Whether there is nobody who would run activities: the chart of a contract has timers only.
    var hasTimersOnly = false
    /// Activities that begin when the macrostep is over.
    var beginning: [(node: Int32, activity: UInt64)] = []
    /// The sequence of the key that the keeper was last told, 0 for none.
    var announced: UInt64 = 0
    /// How far timers are taken for the message under way.
    var limit: TimerKey?
    /// The stores that keep events of timers, and whether any of them has to be told which are not needed any more.
    var stores: [EventStore] = []
    var eventsNeedDropping = false
    /// Where the last step came from that a timer or an activity set off.
    var input: NotedInput?
    /// What children have answered to the actions of a step; made when somebody records it.
    var childAnswers: ChildAnswers?
    /// How many of a state's activities its completion does not wait for.
    var detached: [Int32: Int] = [:]
    /// What is awaited at the end of the machine, also of states that were left; known from the first child machine on.
    var works: (any AwaitedWorks)?
    private(set) var isEnding = false
    private(set) var lastNumber: UInt64 = 0
    /// What waits in the mailbox of a machine that is being restored.
    var waiting = WaitingNumbers()
    /// What `restored()` can begin again, by the number of the state.
    var resumable: [Int32: ResumableActivities] = [:]
    /// What was not begun again.
    var interrupted: [InterruptedActivity] = []

    init(
        engine: Engine, keeper: any TimeKeeper, alarm: any Alarm, deliver: @escaping @Sendable (ResourceMessage) -> Bool
    ) {
        self.engine = engine
        self.keeper = keeper
        self.alarm = alarm
        self.deliver = deliver
        activations = FlatArray(repeating: Activation(), count: engine.topology.count)
    }

    deinit {
        cancelActivities()
        dropEvents()
        keeper.discard(alarm)
        activations.free()
    }

    private func cancelActivities() {
        let ended = activities.values.flatMap(\.all)
        activities = [:]
        beginning = []
        detached = [:]
        cancel(ended.sorted { $0.number < $1.number }, at: isEnding)
    }

    /// Ends activities, the last one first, as at the end of a machine.
    private func cancel(_ ended: [(number: UInt64, value: Activity)], at isEnd: Bool) {
        for (_, activity) in ended.reversed() { activity.cancel(at: isEnd) }
    }

    private func dropEvents() {
        let stores = stores
        self.stores = []
        for store in stores { store.dropAllTimed() }
    }

    /// Grows with everything that is armed or begun.
    var lastMark: UInt64 { lastNumber }

    func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Before what a snapshot has under way is taken over.
    func prepareRestoring(_ waiting: WaitingNumbers) {
        self.waiting = waiting
        lastNumber = max(lastNumber, waiting.last)
    }

    /// Begins the activation of a state if it had nothing under way yet.
    @inline(__always)
    func begin(_ node: Int32) { if activations[node].number == 0 { activations[node].number = nextNumber() } }

    func isOver(_ node: Int32, _ number: UInt64) -> Bool { activations[node].number != number }

    func activity(_ number: UInt64, of node: Int32) -> Activity? { activities[node]?[number] }

    /// Notes that a state has an activity.
    func keep(_ activity: Activity, _ number: UInt64, of node: Int32) {
        if let known = activities[node] { return known[number] = activity }
        let made = NumberedEntries<Activity>()
        made[number] = activity
        activities[node] = made
    }

    /// True if the state has no such activity any more; 0 is the number of none.
    func hasEnded(_ number: UInt64, of node: Int32) -> Bool {
        number != 0 && activity(number, of: node) == nil
    }

    /// Ends everything that a state has under way, before its exit action (UML 2.5.1, 14.2.3.4.6: the do activity is
    /// aborted first).
    func leave(_ node: Int32) {
        let activation = activations[node]
        guard activation.number != 0 else { return }
        activations[node] = Activation()
        if let ended = activities.removeValue(forKey: node) {
            if !detached.isEmpty { detached[node] = nil }
            cancel(ended.all, at: engine.isExitingChart)
        }
        if activation.timers >= 0 {
            queue.removeAll(chain: activation.timers) { slot in if eventsNeedDropping { drop(slot, node) } }
            tellKeeper()
        }
    }

    /// Ends everything: the chart has come to its end. The machine still has to tell those who wait for that, and calls
    /// ``leaveClock()`` then.
    func leaveAll() {
        isEnding = works?.hasAny ?? false
        cancelActivities()
        for node in 0..<Int32(engine.topology.count) { activations[node] = Activation() }
        queue.removeAll()
        dropEvents()
        announced = 0
    }

    /// Begins what the states have asked for that are still active.
    func beginWork() {
        engine.pending.remove(.work)
        // Nothing begins anything meanwhile: a task runs later.
        for (node, number) in beginning { beginActivity(node, number) }
        beginning.removeAll(keepingCapacity: beginning.count < 16)
    }

    /// Whether a state has work under way, or work that has failed and that it has not begun anew.
    func hasUnfinishedWork(_ node: Int32) -> Bool {
        if activations[node].failures > 0 { return true }
        guard let activities = activities[node] else { return false }
        return activities.count > (detached.isEmpty ? 0 : detached[node] ?? 0)
    }

    func adopt(_ store: EventStore) {
        guard !stores.contains(where: { $0 === store }) else { return }
        stores.append(store)
        if store.eventsNeedDropping { eventsNeedDropping = true }
    }

    /// Ends what is awaited, the last one first, each when the one before has ended.
    func awaitEnd() async {
        for work in works?.lastFirst ?? [] {
            work.stop()
            await work.ended()
        }
        isEnding = false
    }

    /// Makes the machine unknown to its clock. Not before it has told everybody of its end: a clock that nobody waits
    /// for believes itself at rest.
    func leaveClock() { keeper.discard(alarm) }
}

/// A message from a timer or an activity to its machine.
@usableFromInline
enum ResourceMessage: Sendable {
    /// Timers up to this key are due.
    case due(TimerKey)
    /// A timer's turn has come that had fired before the machine was restored.
    case expired(UInt64, node: Int32)
    /// A state has begun an activity while no step was under way.
    case work
    /// An activity sends an event; its number is 0 if that does not matter.
    indirect case event(
        any Sendable, activity: UInt64, node: Int32, activation: UInt64, cause: TraceContext?)
    /// An activity has ended, with an event, an error or neither.
    indirect case ended(
        ActivityEnd, activity: UInt64, node: Int32, activation: UInt64, cause: TraceContext?)

    /// What the activity was handling, while a system watches. A timer's cause is kept with the timer.
    var cause: TraceContext? {
        switch self {
        case .due, .expired, .work: nil
        case .event(_, _, _, _, let cause), .ended(_, _, _, _, let cause): cause
        }
    }
}

@usableFromInline
enum ActivityEnd: Sendable {
    case silently
    /// With the event for its result.
    case event(any Sendable)
    /// By an error for which there is an event.
    case failed(any Sendable)
    /// By an error that is to be offered to the states.
    case failure(any Error)
}

/// Whoever runs an engine and can give its states a clock and tasks; an interpreter cannot.
protocol ServiceHost: AnyObject {
    nonisolated func makeServices(for engine: Engine) -> Services
    /// The actor on whose executor the machine's children run.
    nonisolated var lane: (any Actor)? { get }
}

extension ServiceHost {
    nonisolated var lane: (any Actor)? { nil }
}
