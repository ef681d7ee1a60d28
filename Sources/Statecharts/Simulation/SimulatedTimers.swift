/// An armed timer of a simulated chart.
package struct SimulatedTimer {
    let slot: Int32
    let node: Int32
    /// The state that armed it.
    package let state: StateID
    package let event: any Sendable
    /// How long it is to go.
    package let remaining: Duration
    package let interval: Duration
    package let repeats: Bool
    /// Kept by a ``Placement``, so that its name is still good there.
    let serial: UInt64
    let policy: TimerPolicy
    /// When it is due.
    package let deadline: Duration
    /// Never the same for two armings of a chart.
    package var id: Int { Int(truncatingIfNeeded: serial) }
}

extension Simulation {
    /// The armed timers in the order of their deadlines.
    package var timers: [SimulatedTimer] {
        guard let engine, let services = engine.services else { return [] }
        return services.queue.slotsInOrder.compactMap { timer(at: $0, engine, services) }
    }

    /// The armed timer that is due first, without a look at the others.
    package var firstTimer: SimulatedTimer? {
        guard let engine, let services = engine.services, let first = services.queue.first else { return nil }
        return timer(at: services.queue.firstDue(through: first), engine, services)
    }

    private func timer(at slot: Int32, _ engine: Engine, _ services: Services) -> SimulatedTimer? {
        guard let timer = services.queue.timer(at: slot), let key = services.queue.key(of: slot),
            let event = services.event(of: slot, timer.node)
        else { return nil }
        return SimulatedTimer(
            slot: slot, node: timer.node, state: engine.id(timer.node), event: event,
            remaining: key.deadline - host.time.now, interval: timer.interval, repeats: timer.repeats,
            serial: timer.serial, policy: timer.policy, deadline: key.deadline)
    }

    /// No timer that is armed has a greater ``SimulatedTimer/id``, and all that are armed later have.
    package var lastTimerID: Int { Int(truncatingIfNeeded: engine?.services?.lastMark ?? 0) }

    /// What the name of a timer stands for: the same for timers of a state that bring the same event, once or again and
    /// again, and are due in the same order. `nil` if it is not armed any more.
    func key(of timer: TimerID) -> AnyHashable? {
        let armed = timers
        guard let own = armed.first(where: { $0.serial == timer.serial }) else { return nil }
        let text = ValueText.of(own.event)
        let rank = armed.prefix { $0.serial != own.serial }.count {
            $0.node == own.node && $0.repeats == own.repeats && ValueText.of($0.event) == text
        }
        return AnyHashable(ArmedTimer(node: own.node, event: text, repeats: own.repeats, rank: rank))
    }

    package var hasTimers: Bool { (engine?.services?.queue.count ?? 0) > 0 }

    /// Lets a timer be due, and takes its event. The time moves on to its deadline if `moves`, otherwise it stays,
    /// whatever the timer's duration. Answers `false`, and does nothing, if it is not armed any more.
    package func fire(_ timer: SimulatedTimer, movingTime moves: Bool) async -> Bool {
        guard isRunning, let services = engine?.services,
            let armed = services.queue.timer(at: timer.slot), armed.serial == timer.serial
        else { return false }
        if moves { host.time.now = max(host.time.now, timer.deadline) }
        let step = StepDriver(interpreter).expire(services.due(timer.slot, armed), services)
        if case .refused = step.end { return false }
        await run(from: step.end)
        return true
    }

    /// Where the simulated time stands.
    package var now: Duration {
        get { host.time.now }
        set { host.time.now = newValue }
    }
}

/// What tells an armed timer from others.
private struct ArmedTimer: Hashable {
    let node: Int32
    let event: String
    let repeats: Bool
    /// Its place among those that are alike otherwise.
    let rank: Int
}
