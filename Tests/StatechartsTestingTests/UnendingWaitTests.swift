import Statecharts
import StatechartsTesting
import Testing

//   Ping and Pong: each returns the ball       Restless: has its timer armed again at once
//   ┌───────────────┐  ball  ┌───────────────┐  ┌─────────────────────────┐
//   │ ●──▶ Ready    │ ─────▶ │ ●──▶ Ready    │  │ ●──▶ Armed ⟲ after 0 s  │
//   └───────────────┘ ◀───── └───────────────┘  └─────────────────────────┘

private enum Ball: Sendable { case ball }

private class Bat: TopState<Ball> {
    let comes = InputPort<Ball>("comes"), goes = OutputPort<Ball>("goes")
    let ready = Ready()
    override func configure() {
        receive(comes) { $0 }
        substates(ready)
    }
    final class Ready: State<Bat, Bat> {
        override func handle(_ event: Ball) -> Reaction { .handled { self.top.goes.send(.ball) } }
    }
}
private final class Ping: Bat {}
private final class Pong: Bat {}

private final class Restless: TopState<Restless.Event> {
    enum Event: Sendable { case now }
    let armed = Armed()
    override func configure() { substates(armed) }
    final class Armed: State<Restless, Restless> {
        override func entry() { after(.zero, send: .now) }
        override func handle(_ event: Event) -> Reaction { .to(superior.armed) }
    }
}

private final class Nanoseconds: TopState<Nanoseconds.Event> {
    enum Event: Sendable { case tick }
    let on = On()
    override func configure() { substates(on) }
    final class On: State<Nanoseconds, Nanoseconds> {
        override func entry() { every(.nanoseconds(1), send: .tick) }
        override func handle(_ event: Event) -> Reaction { .handled }
    }
}

private final class Dozer: TopState<Int> {
    let on = On()
    let clock: ManualClock
    init(_ clock: ManualClock) { self.clock = clock }
    override func configure() { substates(on) }
    final class On: State<Dozer, Dozer> {
        override func entry() {
            let clock = top.clock
            run { while !Task.isCancelled { try await clock.sleep(for: .nanoseconds(1)) } }
        }
    }
}

private final class Napper: TopState<Napper.Event> {
    enum Event: Sendable { case nap, ask(Reply<Int>) }
    let awake = Awake(), asleep = Asleep()
    let clock: ManualClock
    var visits = 0
    init(_ clock: ManualClock) { self.clock = clock }
    override func configure() { substates(awake, asleep) }
    final class Awake: State<Napper, Napper> {
        override func handle(_ event: Event) -> Reaction {
            if case .nap = event { .to(superior.asleep) } else { .unhandled }
        }
    }
    final class Asleep: State<Napper, Napper> {
        override func entry() async throws { try await top.clock.sleep(for: .seconds(5)) }
        override func exit() async throws { try await top.clock.sleep(for: .seconds(5)) }
        override func handle(_ event: Event) -> Reaction {
            if case .ask(let reply) = event { .handled { reply.answer(1) } } else { .unhandled }
        }
    }
}

private final class Worker: TopState<Int> {
    let busy = Busy()
    override func configure() { substates(busy) }
    final class Busy: State<Worker, Worker> {
        override func entry() { run { while !Task.isCancelled { await Task.yield() } } }
    }
}

//   Silent: ●──▶ Quiet, keeps replies; 1 s: tick
private final class Silent: TopState<Silent.Event> {
    enum Event: Sendable { case ask(Reply<Int>), tick }
    let quiet = Quiet()
    private var kept: [Reply<Int>] = []
    override func configure() { substates(quiet) }
    final class Quiet: State<Silent, Silent> {
        override func entry() { after(.seconds(1), send: .tick) }
        override func handle(_ event: Event) -> Reaction {
            guard case .ask(let reply) = event else { return .unhandled }
            return .handled { self.top.kept.append(reply) }
        }
    }
}

/// Waits of the kit that would hang tell who waits for what. Nothing that is waited for here ever comes, so that a short
/// patience changes no outcome.
@Suite struct UnendingWaitTests {
    private let kept = Kept()

    private func clock() -> (ManualClock, line: Int) {
        let limits = ManualClock.Limits(expiries: 1_000, steps: 2_000)
        return (ManualClock(failures: kept.report, patience: .milliseconds(20), limits: limits), #line)
    }

    @Test func `machines that keep each other busy are named`() async throws {
        let (clock, line) = clock()
        let ping = Ping(), pong = Pong()
        connect(ping.goes, to: pong.comes)
        connect(pong.goes, to: ping.comes)
        let first = Machine(ping, clock: clock), second = Machine(pong, clock: clock)
        try await first.start()
        try await second.start()
        first.post(.ball)
        await clock.settle()
        try await first.stop()
        try await second.stop()
        #expect(
            kept.messages == [
                """
                waiting for everything to come to rest would never end: at 0.0 seconds Ping and Pong go on and on
                pending on the clock:
                  nothing
                let one of them stop, or wait for the clock to be moved; if they do stop, allow more: ManualClock(limits: .init(steps: …))
                """
            ])
        #expect(kept.lines == [line])
    }

    @Test func `work that never waits is told`() async throws {
        let (clock, _) = clock()
        let worker = Machine(Worker(), clock: clock)
        try await worker.start()
        await clock.advance(by: .seconds(1))
        try await worker.stop()
        #expect(
            kept.messages == [
                """
                waiting for everything to come to rest would never end: at 0.0 seconds activities or suspended actions go on and on
                pending on the clock:
                  nothing
                let one of them stop, or wait for the clock to be moved; if they do stop, allow more: ManualClock(limits: .init(steps: …))
                """
            ])
    }

    @Test func `timers that are due again and again are named by their states`() async throws {
        let (clock, _) = clock()
        let machine = Machine(Restless(), clock: clock)
        try await machine.start()
        await clock.advance(by: .seconds(1))
        #expect(
            kept.messages == [
                """
                waiting for the clock to be moved would never end: at 0.0 seconds timers are armed and due again and again: 1001 timers have fired
                pending on the clock:
                  Armed: now at 0.0 seconds
                arm a timer for later than at once
                """
            ])
        #expect(clock.now == .init(offset: .zero))
        try await machine.stop()
    }

    @Test func `timers that are much shorter than the time that passes are told, and where the clock stands`()
        async throws
    {
        let (clock, _) = clock()
        let machine = Machine(Nanoseconds(), clock: clock)
        try await machine.start()
        await clock.advance(by: .nanoseconds(1_000))
        #expect(kept.messages.isEmpty)
        await clock.advance(by: .seconds(1))
        #expect(
            kept.messages == [
                """
                waiting for the clock to be moved would never end: at 2.001e-06 seconds 1001 timers have fired, and 0.999998999 seconds are left
                pending on the clock:
                  On: tick at 2.002e-06 seconds, every 1e-09 seconds
                move the clock less far, make the timers longer, or allow more: ManualClock(limits: .init(expiries: …))
                """
            ])
        #expect(clock.now == .init(offset: .nanoseconds(2_001)))
        try await machine.stop()
    }

    @Test func `work that sleeps for a nanosecond again and again is told too`() async throws {
        let (clock, _) = clock()
        let machine = Machine(Dozer(clock), clock: clock)
        try await machine.start()
        await clock.advance(by: .seconds(1))
        try await machine.stop()
        #expect(
            kept.messages == [
                """
                waiting for the clock to be moved would never end: at 1.001e-06 seconds 1001 timers have fired, and 0.999998999 seconds are left
                pending on the clock:
                  On: asleep until 1.002e-06 seconds
                move the clock less far, make the timers longer, or allow more: ManualClock(limits: .init(expiries: …))
                """
            ])
    }

    @Test func `sleepers that do not come are counted, and those that are there are named`() async throws {
        let (clock, _) = clock()
        let sleeper = Task { try await clock.sleep(for: .seconds(3)) }
        await clock.waitForSleepers(1)
        await clock.waitForSleepers(2)
        #expect(
            kept.messages == [
                """
                waiting for 2 sleepers would never end: at 0.0 seconds there is 1, and nobody else has come for 0.02 seconds
                pending on the clock:
                  asleep until 3.0 seconds
                let the others sleep on this clock, or wait for fewer
                """
            ])
        await clock.advance(by: .seconds(3))
        try await sleeper.value
    }

    @Test func `an answer that does not come on a manual clock is an error with who was asked`() async throws {
        let (clock, _) = clock()
        let silent = Machine(Silent(), clock: clock)
        try await silent.start()
        let error = await #expect(throws: UnendingWait.self) { try await silent.question { .ask($0) }.value }
        #expect(
            error?.description == """
                waiting for the answer to ask, asked of Silent would never end: at 0.0 seconds no answer has come for 0.02 seconds of real time
                pending on the clock:
                  Quiet: tick at 1.0 seconds
                answer the question, or move the clock on
                """)
        let waiting = Task { try await silent.question { .ask($0) }.value }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        let other = await #expect(throws: UnendingWait.self) { try await silent.ask { .ask($0) } }
        #expect(other?.awaited == "the answer to ask, asked of Silent")
        try await silent.stop()
    }

    @Test func `a step that waits for a manual clock is not waited for for ever, and goes on`() async throws {
        let (clock, _) = clock()
        let napper = Machine(Napper(clock), clock: clock)
        try await napper.start()
        let error = await #expect(throws: UnendingWait.self) { try await napper.send(.nap) }
        #expect(
            error?.description == """
                waiting for the step of nap of Napper would never end: at 0.0 seconds it has not come to its end for 0.02 seconds of real time
                pending on the clock:
                  asleep until 5.0 seconds
                move the clock on in another task meanwhile, or post the event and move the clock then
                """)
        let others = [
            await #expect(throws: UnendingWait.self) { try await napper.send(.nap) },
            await #expect(throws: UnendingWait.self) { try await napper.withTop { $0.visits += 1 } },
            await #expect(throws: UnendingWait.self) { try await napper.ask { .ask($0) } },
        ]
        #expect(
            others.map { $0?.awaited } == [
                "the step of nap of Napper", "the step under way of Napper", "the answer to ask, asked of Napper",
            ])
        #expect(await napper.isActive(\.asleep))
        await clock.advance(by: .seconds(5))
        #expect(try await napper.ask { .ask($0) } == 1)
        #expect(try await napper.withTop { $0.visits } == 0)
        let stopped = await #expect(throws: UnendingWait.self) { try await napper.stop() }
        #expect(stopped?.awaited == "the end of Napper")
        await clock.advance(by: .seconds(5))
        try await napper.finished
    }

    @Test func `who runs a machine waits for its end as long as it takes`() async throws {
        let (clock, _) = clock()
        let napper = Machine(Napper(clock), clock: clock)
        let running = Task { try await napper.run() }
        await clock.settle()
        napper.post(.nap)
        await clock.waitForSleepers(1)
        await clock.advance(by: .seconds(5))
        running.cancel()
        await clock.waitForSleepers(1)
        // This one gives up later than a wait for the end would have.
        await clock.waitForSleepers(2)
        #expect(kept.messages.count == 1)
        #expect(await napper.status == .running)
        await clock.advance(by: .seconds(5))
        try await running.value
    }
}
