import Statecharts
import StatechartsTesting
import Testing

//    ┌ Oven ─────────────────────────────────────────────────────────────────┐
//    │      ┌ Baking: Timer ─────────────────────────┐                         │
//    │ ●→   │ ●→ Running ──ding, after 3 s──► Rung ──over──► ◉ │ ──completed──► Cold │
//    │      │    tick every 1 s                        │ ──open──► Cold          │
//    │      └────────────────────────────────────────┘                         │
//    └───────────────────────────────────────────────────────────────────────┘
private final class Oven: TopState<Oven.Event> {
    enum Event: Sendable, Equatable { case open, hold(Gate) }
    var failures: [String] = []
    let baking = Baking(), cold = Cold()
    override func configure() { substates(baking, cold) }
    override func handle(_ event: Event) -> Reaction {
        if case .hold(let gate) = event { return .handled { await gate.wait() } }
        return .unhandled
    }
    override func failed(_ error: any Error) -> Reaction { .to(cold) { self.failures.append("\(error)") } }

    final class Baking: Submachine<Oven, Oven, Timer> {
        init() { super.init(Timer()) { _ in nil } }
        override func handle(_ event: Event) -> Reaction { event == .open ? .to(superior.cold) : .unhandled }
        override func completed() -> Reaction { .to(superior.cold) }
    }
    final class Cold: State<Oven, Oven> {}
}

private final class Timer: TopState<Timer.Event> {
    enum Event: Sendable, Equatable { case tick, ding, over, found(Int) }
    var ticks = 0
    var found: [Int] = []
    var work: (@Sendable () async throws -> Int)?
    let running = Running(), rung = Rung(), over = FinalState<Timer, Timer>()
    override func configure() { substates(running, rung, over) }

    final class Running: State<Timer, Timer> {
        override func entry() {
            every(.seconds(1), send: .tick)
            after(.seconds(3), send: .ding)
            if let work = top.work { run(work, done: { .found($0) }) }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .handled { self.top.ticks += 1 }
            case .ding: .to(superior.rung)
            case .found(let number): .handled { self.top.found.append(number) }
            case .over: .unhandled
            }
        }
    }
    final class Rung: State<Timer, Timer> {
        override func entry() { after(.seconds(1), send: .over) }
        override func handle(_ event: Event) -> Reaction { event == .over ? .to(superior.over) : .unhandled }
    }
}

@Suite struct SubmachineTimeTests {
    let clock = ManualClock()

    private func oven(_ work: (@Sendable () async throws -> Int)? = nil) async throws -> Machine<Oven> {
        let chart = Oven()
        chart.baking.chart.work = work
        let machine = Machine(chart, clock: clock)
        try await machine.start()
        return machine
    }

    @Test func `timers of an embedded chart send its events, in steps of their own`() async throws {
        let machine = try await oven()
        let steps = machine.steps
        #expect(
            await clock.pending.map(\.description) == [
                "Baking.Timer.Running: tick at 1.0 seconds, every 1.0 seconds",
                "Baking.Timer.Running: ding at 3.0 seconds",
            ])
        await clock.advance(by: .seconds(10))
        #expect(try await machine.withTop { $0.baking.chart.ticks } == 2)
        try await machine.stop()
        var record: [String] = []
        for await step in steps { record.append(step.description) }
        #expect(
            record == [
                "tick: handled → Baking.Timer.Running\n  event, Baking.Timer.Running ↺, effects Baking.Timer.Running",
                "tick: handled → Baking.Timer.Running\n  event, Baking.Timer.Running ↺, effects Baking.Timer.Running",
                """
                ding: handled → Baking.Timer.Rung
                  event, Baking.Timer.Running → Baking.Timer.Rung, exits Baking.Timer.Running, entries Baking.Timer.Rung
                """,
                """
                over: handled → Cold
                  event, Baking.Timer.Rung → Baking.Timer.over, exits Baking.Timer.Rung, entries Baking.Timer.over
                  completion of Baking, Baking → Cold, exits Baking.Timer.over Baking.Timer Baking, entries Cold
                """,
                "stop: handled → Cold\n  finish, exits Cold Oven",
            ])
    }

    @Test(arguments: [false, true])
    func `leaving the submachine ends the timers inside, also those in the mailbox`(isQueued: Bool) async throws {
        let machine = try await oven()
        let gate = Gate()
        if isQueued {
            machine.post(.hold(gate))
            await gate.reached()
            machine.post(.open)
            await clock.advance(by: .seconds(9))
            gate.open()
        } else {
            try await machine.send(.open)
        }
        await clock.advance(by: .seconds(9))
        #expect(await machine.isActive(\.cold))
        #expect(try await machine.withTop { $0.baking.chart.ticks } == 0)
        #expect(await clock.pending.isEmpty)
    }

    @Test func `activities of an embedded chart send its events, and end with the submachine`() async throws {
        let gate = Gate()
        let first = try await oven { 7 }
        await clock.settle()
        #expect(try await first.withTop { $0.baking.chart.found } == [7])
        let second = try await oven {
            await gate.wait()
            return Task.isCancelled ? 1 : 0
        }
        await gate.reached()
        try await second.send(.open)
        gate.open()
        await clock.settle()
        #expect(try await second.withTop { $0.baking.chart.found } == [])
        #expect(await second.isActive(\.cold))
    }

    @Test func `an error of an activity inside is offered inside first, then to the host`() async throws {
        let machine = try await oven { throw Unavailable() }
        await clock.settle()
        #expect(await machine.isActive(\.cold))
        #expect(try await machine.withTop { $0.failures } == ["Unavailable()"])
        #expect(await clock.pending.isEmpty)
    }
}
