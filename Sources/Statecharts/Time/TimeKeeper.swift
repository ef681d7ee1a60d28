/// What a machine needs of its clock: the time, and being told when its earliest timer is due.
package protocol TimeKeeper: AnyObject, Sendable {
    /// The time since the keeper's beginning.
    var now: Duration { get }
    /// Numbers that grow, so that timers with equal deadlines fire in the order of their arming.
    func nextSequence() -> UInt64
    /// The last one of these numbers.
    var lastSequence: UInt64 { get }
    /// Whether timers that have become due may be taken without the alarm being rung for each; not if the clock stands
    /// still meanwhile.
    var letsTimersRunOn: Bool { get }
    /// Has `alarm` rung at `key`, instead of any earlier wish; `nil` for not at all. An alarm that has rung is
    /// forgotten.
    func set(_ alarm: any Alarm, to key: TimerKey?)
    /// A time as an instant that another machine on this clock understands, maybe in another program; `nil` if there is
    /// none.
    func instant(at time: Duration) -> SnapshotValue?
    /// The time that an instant means on this clock.
    func time(of instant: SnapshotValue) -> Duration?
    /// Makes a machine known that has not set its alarm yet.
    func join(_ alarm: any Alarm)
    /// Makes a supervisor known that has not run yet. It is not kept.
    func expect(_ run: FirstRun)
    /// Forgets an alarm for good.
    func discard(_ alarm: any Alarm)
    /// Where the tasks of machines on this clock run, if the clock wants to know when they come to rest.
    var executor: (any TaskExecutor)? { get }
    /// Whether machines are to make themselves known when they start, not only when they arm something.
    var wantsEveryMachine: Bool { get }
    /// How long to wait for something that may never come, and what to throw then; `nil` where time goes by itself.
    /// - Parameters:
    ///   - reason: what has not come; how long it has not is added.
    ///   - advice: what to do.
    func wait(for awaited: String, reason: String, advice: String) -> LimitedWait?
}

extension TimeKeeper {
    package func expect(_ run: FirstRun) {}
    package func wait(for awaited: String, reason: String, advice: String) -> LimitedWait? { nil }

    /// When something is due that is set now, so much later.
    func key(in time: Duration) -> TimerKey {
        TimerKey(deadline: now.later(by: min(max(time, .zero), Services.longest)), sequence: nextSequence())
    }
}

/// A clock that is told of timers instead of being slept on; `ManualClock` is one.
package protocol SchedulingClock: Clock where Duration == Swift.Duration {
    var keeper: any TimeKeeper { get }
}

/// The keepers of clocks.
enum TimeKeepers {
    static let continuous: SleepingKeeper<ContinuousClock> = {
        let beginning = ContinuousClock.now
        return SleepingKeeper(ContinuousClock(), from: beginning, letsSleep: true) {
            beginning.duration(to: ContinuousClock.now)
        }
    }()
    static let suspending: SleepingKeeper<SuspendingClock> = {
        let beginning = SuspendingClock.now
        return SleepingKeeper(SuspendingClock(), from: beginning, letsSleep: true) {
            beginning.duration(to: SuspendingClock.now)
        }
    }()

    /// The keeper of a clock: one for all machines where the clock's type allows it. `nil` for the continuous clock,
    /// so that machines need not remember it.
    static func keeper<C: Clock>(of clock: C) -> (any TimeKeeper)? where C.Duration == Duration {
        if clock is ContinuousClock { return nil }
        if clock is SuspendingClock { return suspending }
        if let clock = clock as? any SchedulingClock { return clock.keeper }
        return SleepingKeeper(clock)
    }
}
