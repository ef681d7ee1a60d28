/// Gives the states of one chart timers that stand still, and notes their work.
final class SimulationHost: ServiceHost {
    let time = SimulatedTime()
    /// The chart's states that have data, once looked for.
    var snapshotting: [any Snapshotting]?

    func makeServices(for engine: Engine) -> Services {
        let services = Services(engine: engine, keeper: time, alarm: Alarm(ring: { _ in }), deliver: { _ in false })
        services.isSimulated = true
        return services
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
    func set(_ alarm: Alarm, to key: TimerKey?) {}
    func join(_ alarm: Alarm) {}
    func discard(_ alarm: Alarm) {}
    func hold() {}
    func release() {}
}
