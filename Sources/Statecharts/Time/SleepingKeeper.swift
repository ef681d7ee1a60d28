import Synchronization

/// Keeps the time of a clock that can be slept on, with one sleeping task for all alarms.
///
/// Setting an alarm disturbs the sleeper only if it becomes the earliest; one that is taken back does not, the
/// sleeper then wakes for nothing and goes to sleep again.
///
/// On the system's clocks nobody who sleeps is ever disturbed: the system keeps the memory of a sleep that was
/// cancelled until it would have ended. For an earlier alarm another task sleeps beside the first; it ends when
/// somebody else's sleep is the next to end.
final class SleepingKeeper<C: Clock>: TimeKeeper where C.Duration == Duration {
    private let clock: C
    private let beginning: C.Instant
    private let state = Guarded(Sleep())
    private let sequence = Atomic<UInt64>(0)
    /// The time since the beginning.
    private let reading: @Sendable () -> Duration
    /// Whether sleepers are left alone when they are not needed any more.
    private let letsSleep: Bool

    /// - Parameters:
    ///   - letsSleep: whether sleepers are left alone when they are not needed any more.
    ///   - reading: reads the clock, without looking up what kind of clock it is.
    init(_ clock: C, from beginning: C.Instant, letsSleep: Bool, reading: @escaping @Sendable () -> Duration) {
        self.clock = clock
        self.beginning = beginning
        self.letsSleep = letsSleep
        self.reading = reading
    }

    convenience init(_ clock: C) {
        let beginning = clock.now
        self.init(clock, from: beginning, letsSleep: false) { beginning.duration(to: clock.now) }
    }

    deinit { end(state.withLock { $0.takeSleepers() }) }

    var now: Duration { reading() }
    var letsTimersRunOn: Bool { true }
    var lastSequence: UInt64 { sequence.load(ordering: .relaxed) }
    var executor: (any TaskExecutor)? { nil }
    var wantsEveryMachine: Bool { false }
    func join(_ alarm: any Alarm) {}
    func instant(at time: Duration) -> SnapshotValue? {
        (try? DynamicCoding.tree(of: beginning.advanced(by: time))) ?? nil
    }
    /// A hundred years in seconds, which fit into 64 bits as nanoseconds.
    private static var farthest: Int { 100 * 366 * 24 * 60 * 60 }
    func time(of instant: SnapshotValue) -> Duration? {
        guard let instant = (try? DynamicCoding.value(C.Instant.self, from: instant)) ?? nil else { return nil }
        // Further away it can only be a mistake, and the way there might be too long for a duration. Going on from the
        // earlier of the two, nothing is asked of the clock that its instants may have no room for.
        let (first, last) = instant < beginning ? (instant, beginning) : (beginning, instant)
        guard last <= first.advanced(by: .seconds(Self.farthest)) else { return nil }
        return beginning.duration(to: instant)
    }
    func nextSequence() -> UInt64 { sequence.add(1, ordering: .relaxed).newValue }

    func set(_ alarm: any Alarm, to key: TimerKey?) {
        let outdated = state.withLock { state -> [Sleeper] in
            guard let key else {
                state.alarms.remove(alarm)
                return []
            }
            state.alarms.set(alarm, to: key)
            guard let first = state.alarms.first?.deadline, state.wakesTooLate(for: first) else { return [] }
            let outdated = letsSleep ? [] : state.takeSleepers()
            state.lastSleeper += 1
            state.sleepers.append(sleeper(state.lastSleeper, until: first))
            return outdated
        }
        end(outdated)
    }

    func discard(_ alarm: any Alarm) {
        let outdated = state.withLock { state -> [Sleeper] in
            state.alarms.remove(alarm)
            return letsSleep || state.alarms.first != nil ? [] : state.takeSleepers()
        }
        end(outdated)
    }

    /// Never inside the lock: what a cancelled sleep does is the clock's own.
    private func end(_ sleepers: [Sleeper]) {
        callingOut()
        for sleeper in sleepers { sleeper.task.cancel() }
    }

    /// Makes a task that sleeps until then, rings what is due, and goes on as long as it is the one to wake next.
    private func sleeper(_ number: UInt64, until deadline: Duration) -> Sleeper {
        let (clock, beginning) = (clock, beginning)
        let task = Task.detached { [weak self] in
            var next: Duration? = deadline
            var patience = Patience()
            while let until = next, !Task.isCancelled {
                // A sleep that fails for another reason than to be cancelled is one that ended too early.
                try? await clock.sleep(until: beginning.advanced(by: until), tolerance: nil)
                let isEarly = beginning.duration(to: clock.now) < until
                next = self?.awake(number, until)
                await patience.wait(isEarly)
            }
        }
        return Sleeper(number: number, until: deadline, task: task)
    }

    /// Rings what is due and answers until when to sleep next, if the sleeper is still needed.
    private func awake(_ number: UInt64, _ until: Duration) -> Duration? {
        let now = now
        let (due, next) = state.withLock { state -> ([any Alarm], Duration?) in
            // A sleeper that was replaced while it woke leaves everything to its successor.
            guard let place = state.sleepers.lastIndex(where: { $0.number == number }) else { return ([], nil) }
            let sleeper = state.sleepers.remove(at: place)
            var due: [any Alarm] = []
            while let first = state.alarms.first, first.deadline <= now, let alarm = state.alarms.takeFirst() {
                due.append(alarm)
            }
            guard let first = state.alarms.first?.deadline, state.wakesTooLate(for: first) else {
                return (due, nil)
            }
            state.sleepers.append(Sleeper(number: number, until: first, task: sleeper.task))
            return (due, first)
        }
        // What is armed from here on is not due yet, though the clock may stand.
        let limit = TimerKey(deadline: now, sequence: lastSequence)
        for alarm in due { alarm.ring(limit) }
        return next
    }
}

/// What is set, and who sleeps until then. Of no type that depends on the clock: that would be looked up each time.
private struct Sleep: ~Copyable {
    var alarms = AlarmTable()
    /// Who sleeps; each ends before the one in front of it.
    var sleepers: [Sleeper] = []
    var lastSleeper: UInt64 = 0

    func wakesTooLate(for deadline: Duration) -> Bool { sleepers.last.map { deadline < $0.until } ?? true }

    mutating func takeSleepers() -> [Sleeper] {
        defer { sleepers = [] }
        return sleepers
    }
}

private struct Sleeper {
    let number: UInt64
    let until: Duration
    let task: Task<Void, Never>
}

/// Keeps a clock whose sleeps fail, or end too early, from taking a thread: it is asked again after longer and longer
/// pauses, by the system's clock.
private struct Patience {
    private var early = 0
    private static let shortest = Duration.milliseconds(1)
    private static let longest = Duration.milliseconds(100)

    /// Waits before the next sleep, if that is the second one in a row to end too early.
    mutating func wait(_ isEarly: Bool) async {
        guard isEarly else { return early = 0 }
        early += 1
        guard early > 1 else { return }
        let pause = early > 7 ? Self.longest : min(Self.longest, Self.shortest * (1 << (early - 2)))
        try? await ContinuousClock().sleep(until: .now.advanced(by: pause), tolerance: nil)
    }
}
