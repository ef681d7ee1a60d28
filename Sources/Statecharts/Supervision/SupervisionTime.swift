/// The clock of a supervisor, without its type.
struct SupervisionTime: Sendable {
    /// The time since the supervisor was made.
    let now: @Sendable () -> Duration
    /// Sleeps until that time.
    let sleep: @Sendable (Duration) async throws -> Void
    /// A clock that wants to know when the supervisor's tasks come to rest.
    let keeper: (any TimeKeeper)?
    let calls = OpenCalls()
    /// Tells such a clock when the supervisor runs for the first time.
    let firstRun = FirstRun()
    /// Where the supervisor's tasks run, if the clock is such a one.
    var executor: (any TaskExecutor)? { keeper?.executor }

    /// When something is due that is begun now, so much later: as far ahead as a timer at most.
    func instant(in time: Duration) -> Duration { now().later(by: min(max(time, .zero), Services.longest)) }

    init<C: Clock>(_ clock: C) where C.Duration == Duration {
        keeper = (clock as? any SchedulingClock)?.keeper
        keeper?.expect(firstRun)
        let beginning = clock.now
        now = { beginning.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: beginning.advanced(by: $0), tolerance: nil) }
    }
}
