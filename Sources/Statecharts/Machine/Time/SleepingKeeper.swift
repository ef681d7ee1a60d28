import Synchronization

/// Keeps the time of a clock that can be slept on, with one sleeping task for all alarms.
///
/// Setting an alarm disturbs the sleeper only if it becomes the earliest; one that is taken back does not, the
/// sleeper then wakes for nothing and goes to sleep again.
final class SleepingKeeper<C: Clock>: TimeKeeper where C.Duration == Duration {
    private struct State: ~Copyable {
        var alarms = AlarmTable()
        var sleeper: Task<Void, Never>?
        var sleepsUntil: Duration?
    }

    private let clock: C
    private let beginning: C.Instant
    private let state = Guarded(State())
    private let sequence = Atomic<UInt64>(0)
    /// The time since the beginning.
    private let reading: @Sendable () -> Duration

    /// - Parameter reading: reads the clock, without looking up what kind of clock it is.
    init(_ clock: C, from beginning: C.Instant, reading: @escaping @Sendable () -> Duration) {
        self.clock = clock
        self.beginning = beginning
        self.reading = reading
    }

    convenience init(_ clock: C) {
        let beginning = clock.now
        self.init(clock, from: beginning) { beginning.duration(to: clock.now) }
    }

    deinit { state.withLock { $0.sleeper }?.cancel() }

    var now: Duration { reading() }
    var letsTimersRunOn: Bool { true }
    var lastSequence: UInt64 { sequence.load(ordering: .relaxed) }
    var executor: (any TaskExecutor)? { nil }
    var wantsEveryMachine: Bool { false }
    func join(_ alarm: Alarm) {}
    func hold() {}
    func release() {}
    func instant(at time: Duration) -> SnapshotValue? {
        (try? DynamicCoding.tree(of: beginning.advanced(by: time))) ?? nil
    }
    func time(of instant: SnapshotValue) -> Duration? {
        guard let instant = (try? DynamicCoding.value(C.Instant.self, from: instant)) ?? nil else { return nil }
        // Further away it can only be a mistake, and the way there might be too long for a duration.
        let first = beginning.advanced(by: .zero - Services.longest)
        guard instant >= first, instant <= beginning.advanced(by: Services.longest) else { return nil }
        return beginning.duration(to: instant)
    }
    func nextSequence() -> UInt64 { sequence.add(1, ordering: .relaxed).newValue }

    func set(_ alarm: Alarm, to key: TimerKey?) {
        state.withLock { state in
            guard let key else { return state.alarms.remove(alarm) }
            state.alarms.set(alarm, to: key)
            guard let first = state.alarms.first?.deadline, state.sleepsUntil.map({ first < $0 }) ?? true else {
                return
            }
            state.sleeper?.cancel()
            sleep(until: first, &state)
        }
    }

    func discard(_ alarm: Alarm) {
        state.withLock { state in
            state.alarms.remove(alarm)
            guard state.alarms.first == nil else { return }
            state.sleeper?.cancel()
            state.sleeper = nil
            state.sleepsUntil = nil
        }
    }

    private func sleep(until deadline: Duration, _ state: inout State) {
        let instant = beginning.advanced(by: deadline)
        let clock = clock
        state.sleepsUntil = deadline
        state.sleeper = Task.detached { [weak self] in
            var next: C.Instant? = instant
            while let instant = next {
                do { try await clock.sleep(until: instant, tolerance: nil) } catch { return }
                next = self?.awake()
            }
        }
    }

    /// Rings what is due and answers until when to sleep next.
    private func awake() -> C.Instant? {
        let now = now
        let (due, next) = state.withLock { state -> ([Alarm], Duration?) in
            // A sleeper that was replaced while it woke leaves everything to its successor.
            guard !Task.isCancelled else { return ([], nil) }
            var due: [Alarm] = []
            while let first = state.alarms.first, first.deadline <= now, let alarm = state.alarms.takeFirst() {
                due.append(alarm)
            }
            state.sleepsUntil = state.alarms.first?.deadline
            if state.sleepsUntil == nil { state.sleeper = nil }
            return (due, state.sleepsUntil)
        }
        // What is armed from here on is not due yet, though the clock may stand.
        let limit = TimerKey(deadline: now, sequence: lastSequence)
        for alarm in due { alarm.ring(limit) }
        return next.map { beginning.advanced(by: $0) }
    }
}
