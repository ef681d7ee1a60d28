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

private final class Worker: TopState<Int> {
    let busy = Busy()
    override func configure() { substates(busy) }
    final class Busy: State<Worker, Worker> {
        override func entry() { run { while !Task.isCancelled { await Task.yield() } } }
    }
}

/// Opens when it is told to.
private final class Gate: Sendable {
    private let (opened, opening) = AsyncStream.makeStream(of: Void.self)
    func open() { opening.finish() }
    func wait() async { for await _ in opened {} }
}

//   Stuck
//   ┌──────────────────────────────────────────────────────────────┐
//   │ ●──▶ Waiting ──[go] effect: waits──▶ Done                    │
//   │      entry, exit: wait                                       │
//   └──────────────────────────────────────────────────────────────┘
private final class Stuck: TopState<Stuck.Event> {
    enum Event: Sendable { case go }
    let waiting = Waiting(), done = Done()
    let gates: [String: Gate]
    init(_ gates: [String: Gate]) { self.gates = gates }
    override func configure() { substates(waiting, done) }
    final class Waiting: State<Stuck, Stuck> {
        override func entry() async { await top.gates["entry"]?.wait() }
        override func exit() async { await top.gates["exit"]?.wait() }
        override func handle(_ event: Event) -> Reaction {
            .to(superior.done) { await self.top.gates["effect"]?.wait() }
        }
    }
    final class Done: State<Stuck, Stuck> {}
}

/// Waits of the kit that would hang tell who waits for what. Nothing that is waited for here ever comes, so that a short patience changes no outcome.
@Suite struct UnendingWaitTests {
    private let kept = Kept()

    private func clock() -> (ManualClock, line: Int) {
        (ManualClock(failures: kept.report, patience: .milliseconds(20)), #line)
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
                let one of them stop, or wait for the clock to be moved
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
                let one of them stop, or wait for the clock to be moved
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
                waiting for the clock to be moved would never end: at 0.0 seconds timers are armed and due again and again
                pending on the clock:
                  Armed: now at 0.0 seconds
                arm a timer for later than at once
                """
            ])
        #expect(clock.now == .init(offset: .zero))
        try await machine.stop()
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

    @Test(arguments: [
        ("entry", "the entry action of Waiting"), ("exit", "the exit action of Waiting"),
        ("effect", "an effect of a transition from Waiting"),
    ])
    func `an action of a chart that does not come back is named`(_ kind: String, _ name: String) async throws {
        let gate = Gate(), kept = kept
        let report = FailureReport {
            kept.note($0)
            // Otherwise the test would wait on.
            gate.open()
        }
        let line = #line + 1
        let test = TestMachine(Stuck([kind: gate]), failures: report, patience: .milliseconds(20))
        try await test.start()
        await test.send(.go, .partial) { $0.enters(\.done) }
        test.finish()
        #expect(
            kept.messages == [
                """
                waiting for \(name) may never end: what it awaits has not come for 0.02 seconds of real time
                the action runs in the task of the test, which waits for it; let what it awaits answer at once, or be answered by another task
                """
            ])
        #expect(kept.lines == [line])
    }

    @Test func `exploring a chart whose action does not come back ends the program with its name`() async {
        let exit = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            var explorer = Explorer(events: [.go]) { Stuck(["entry": Gate()]) }
            explorer.patience = .milliseconds(20)
            _ = try await explorer.explore()
        }
        let text = String(decoding: exit?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("waiting for the entry action of Waiting may never end"))
    }
}
