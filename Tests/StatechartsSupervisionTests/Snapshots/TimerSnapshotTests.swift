import Statecharts
import StatechartsTesting
import Testing

@Suite struct TimerSnapshotTests {
    @Test(arguments: [
        // After 4 of 10 seconds, and 3 seconds in which no machine ran.
        (TimerPolicy.resumeRemaining, Duration.seconds(6)), (.keepDeadline, .seconds(3)), (.startAnew, .seconds(10)),
    ])
    func `a timer continues as its policy says`(policy: TimerPolicy, wait: Duration) async throws {
        let clock = ManualClock()
        let machine = Machine(Kettle(policy), clock: clock)
        try await machine.start()
        await clock.advance(by: .seconds(4))
        let snapshot = try await machine.snapshot()
        #expect(
            snapshot.timers.map { [$0.remaining, $0.interval] } == [
                [.seconds(1), .seconds(5)], [.seconds(6), .seconds(10)],
            ])
        #expect(snapshot.timers.map(\.state) == ["Heating", "Heating"])
        #expect(snapshot.timers.map(\.repeats) == [true, false])
        #expect(snapshot.timers.map(\.event) == [.object(["tick": .object([:])]), .object(["boiled": .object([:])])])
        try await machine.stop()

        await clock.advance(by: .seconds(3))
        let continued = Machine(restoring: try snapshot.throughJSON(), Kettle(policy), clock: clock)
        try await continued.start()
        await clock.advance(by: wait - .nanoseconds(1))
        #expect(await continued.configuration.description == "Heating")
        await clock.advance(by: .nanoseconds(1))
        #expect(await continued.configuration.description == "Hot")
        #expect(await clock.pending.isEmpty)
        try await continued.stop()
    }

    @Test func `continuing with timers equals never having stopped`() async throws {
        let clock = ManualClock()
        let reference = Machine(Kettle(.resumeRemaining), clock: clock)
        var current = Machine(Kettle(.resumeRemaining), clock: clock)
        try await reference.start()
        try await current.start()
        for step in 0..<8 {
            let snapshot = try await current.snapshot()
            try await current.stop()
            current = Machine(restoring: try snapshot.throughJSON(), Kettle(.resumeRemaining), clock: clock)
            try await current.start()
            await clock.advance(by: .milliseconds(1_300))
            #expect(try await current.snapshot() == reference.snapshot(), "step \(step)")
        }
        // The tick of the tenth second was armed after `boiled`, in the fifth, and so its turn would have come later.
        #expect(try await current.withTop { $0.ticks } == 1)
        #expect(await current.configuration.description == "Hot")
        try await reference.stop()
        try await current.stop()
    }

    @Test func `timers of a supervised machine go on from its failure, not from its last step`() async throws {
        let clock = ManualClock()
        let supervisor = Supervisor(backOff: .exponential(from: .seconds(2), cap: .seconds(2)), clock: clock)
        let child = supervisor.add("kettle", restart: .fromLastSnapshot) {
            Machine(Kettle(.resumeRemaining), clock: clock)
        }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        await clock.advance(by: .seconds(4))
        await #expect(throws: StepError.self) { try await child.send(.spill) }
        _ = await events.next(2)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(2))
        _ = await events.next(1)
        let machine = try #require(child.machine)
        await clock.advance(by: .milliseconds(5_999))
        #expect(await machine.configuration.description == "Heating")
        await clock.advance(by: .milliseconds(1))
        #expect(await machine.configuration.description == "Hot")
        #expect(try await machine.withTop { $0.ticks } == 1)
        run.cancel()
        try await run.value
    }

    @Test func `a deadline on the continuous clock is the same for the next machine`() async throws {
        // Long enough never to be reached here; the rhythm beside it may go on meanwhile.
        let kettle = { Kettle(.keepDeadline, boilsAfter: .seconds(1_000_000)) }
        let machine = Machine(kettle())
        try await machine.start()
        let snapshot = try await machine.snapshot()
        try await machine.stop()
        let deadline = try #require(snapshot.timers.last?.deadline)
        let continued = Machine(restoring: try snapshot.throughJSON(), kettle())
        try await continued.start()
        #expect(try await continued.snapshot().timers.last?.deadline == deadline)
        try await continued.stop()
    }

    @Test func `an interpreter refuses armed timers, and a state that is not active has none`() async throws {
        let clock = ManualClock()
        let machine = Machine(Kettle(.startAnew), clock: clock)
        try await machine.start()
        var snapshot = try await machine.snapshot()
        try await machine.stop()
        let interpreter = Interpreter(restoring: snapshot, Kettle(.startAnew))
        #expect(try #require(throws: SnapshotError.self) { try interpreter.start() }.code == .needsMachine)
        snapshot.timers[1].state = "Hot"
        let wrong = Machine(restoring: snapshot, Kettle(.startAnew), clock: clock)
        let error = try await #require(throws: SnapshotError.self) { try await wrong.start() }
        #expect(error.message == "a timer belongs to the state Hot, which is not active")
    }
}

//  Kettle ┌────────────────────────────────────────────────────────┐
//         │ ●→ Heating: tick every 5 s ──boiled after 10 s──► Hot  │   ticks (saved); spill throws
//         └────────────────────────────────────────────────────────┘

private final class Kettle: TopState<Kettle.Event>, Snapshotting {
    enum Event: Codable, Sendable { case tick, boiled, spill }
    let heating = Heating(), hot = Hot()
    let policy: TimerPolicy
    let delay: Duration
    var ticks = 0
    init(_ policy: TimerPolicy, boilsAfter delay: Duration = .seconds(10)) {
        self.policy = policy
        self.delay = delay
    }
    override func configure() { substates(heating, hot) }
    func save() -> Int { ticks }
    func restore(_ saved: Int) { ticks = saved }

    final class Heating: State<Kettle, Kettle> {
        override func entry() {
            every(.seconds(5), send: .tick, whenRestored: top.policy)
            after(top.delay, send: .boiled, whenRestored: top.policy)
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .handled { self.top.ticks += 1 }
            case .boiled: .to(superior.hot)
            case .spill: .handled { throw Counter.Broken() }
            }
        }
    }
    final class Hot: State<Kettle, Kettle> {}
}
