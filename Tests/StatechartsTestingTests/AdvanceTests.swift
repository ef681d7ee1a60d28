import Statecharts
import StatechartsTesting
import Testing

//   Relay: a timer begins work, the next timer is armed beside it
//   ┌───────────────────────────────────────────────────────────────┐
//   │          1 s: first            measured                       │
//   │ ●──▶ Idle ─────────▶ Measuring ────────▶ Rest                 │
//   │ 2 s: second, in all states                                    │
//   └───────────────────────────────────────────────────────────────┘
private final class Relay: TopState<Relay.Event> {
    enum Event: Sendable, Equatable { case first, second, measured(Int) }
    let log = OutputPort<String>("log")
    let idle = Idle(), measuring = Measuring(), rest = Rest()
    override func configure() { substates(idle, measuring, rest) }
    override func entry() {
        after(.seconds(1), send: .first)
        after(.seconds(2), send: .second)
    }
    override func handle(_ event: Event) -> Reaction {
        event == .second
            ? .handled { self.log.send("second in \(self.rest.isActive ? "Rest" : "another")") } : .unhandled
    }
    final class Idle: State<Relay, Relay> {
        override func handle(_ event: Event) -> Reaction { event == .first ? .to(superior.measuring) : .unhandled }
    }
    final class Measuring: State<Relay, Relay> {
        override func entry() {
            run {
                0
            } done: {
                .measured($0)
            }
        }
        override func handle(_ event: Event) -> Reaction {
            if case .measured = event { .to(superior.rest) } else { .unhandled }
        }
    }
    final class Rest: State<Relay, Relay> {}
}

//   Restless: ●──▶ Armed ⟲ after 0 s          Ticker: ●──▶ On, every nanosecond
private final class Restless: TopState<Restless.Event> {
    enum Event: Sendable { case now }
    let armed = Armed()
    override func configure() { substates(armed) }
    final class Armed: State<Restless, Restless> {
        override func entry() { after(.zero, send: .now) }
        override func handle(_ event: Event) -> Reaction { .to(superior.armed) }
    }
}

private final class Ticker: TopState<Ticker.Event> {
    enum Event: Sendable { case tick }
    let on = On()
    override func configure() { substates(on) }
    final class On: State<Ticker, Ticker> {
        override func entry() { every(.nanoseconds(1), send: .tick) }
    }
}

/// Beats until it has beaten twice.
private final class Metronome: TopState<Metronome.Event> {
    enum Event: Sendable { case beat }
    private var beats = 0, timer: TimerID?
    override func entry() { timer = every(.seconds(1), send: .beat) }
    override func handle(_ event: Event) -> Reaction {
        .handled {
            self.beats += 1
            if self.beats == 2, let timer = self.timer { self.cancel(timer) }
        }
    }
}

@Suite struct AdvanceTests {
    private let kept = Kept()

    @Test func `what one timer has begun is faked before the next one fires`() async throws {
        let test = TestMachine(Relay())
        test.fake(Int.self) { 7 }
        try await test.start()
        await test.advance(by: .seconds(3)) {
            $0.exits(\.idle, \.measuring)
            $0.enters(\.measuring, \.rest)
            $0.reacts(\.self)
            $0.sends(\.log, "second in Rest")
        }
        test.expect(configuration: \.rest)
        test.finish()
    }

    @Test func `a timer that repeats is disarmed when it is taken back, also in its own step`() async throws {
        let test = TestMachine(Metronome(), failures: kept.report)
        try await test.start {
            $0.enters(\.self)
            $0.arms(.beat, every: .seconds(1))
        }
        await test.advance(by: .seconds(1)) { $0.reacts(\.self) }
        await test.advance(by: .seconds(1)) {
            $0.reacts(\.self)
            $0.disarms(.beat)
        }
        test.finish()
        #expect(kept.messages == [])
    }

    @Test func `a timer that is due again and again at the same time is named, and the test goes on`() async throws {
        let test = TestMachine(Restless(), failures: kept.report)
        try await test.start()
        let line = #line + 1
        await test.advance(by: .seconds(1))
        #expect(
            kept.messages == [
                """
                timers are armed and due again and again: 10000 at 0.0 seconds, the last one was Armed: now
                the chart is in Armed
                arm a timer for later than at once
                """
            ])
        #expect(kept.lines == [line])
    }

    @Test func `a test that is cancelled does not let time pass for ever`() async throws {
        let report = kept.report
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask {
                let test = TestMachine(Ticker(), failures: report)
                try await test.start()
                await test.advance(by: .seconds(1_000_000), .partial)
            }
            try await group.waitForAll()
        }
        #expect(
            kept.messages == [
                """
                the test was cancelled while 1000000.0 seconds passed: 1023 timers have fired, the next one is On: tick, and 999999.999998977 seconds are left
                let less time pass, make the timers longer, or allow more: TestMachine(…, expiries: …)
                """
            ])
    }

    @Test func `timers that take too long altogether are told, by their number`() async throws {
        let test = TestMachine(Ticker(), failures: kept.report, expiries: 2_000)
        try await test.start()
        await test.advance(by: .nanoseconds(2_000), .partial)
        #expect(kept.messages.isEmpty)
        await test.advance(by: .seconds(1), .partial)
        #expect(
            kept.messages == [
                """
                it does not come to an end while 1.0 seconds passed: 2000 timers have fired, the next one is On: tick, and 0.999998 seconds are left
                let less time pass, make the timers longer, or allow more: TestMachine(…, expiries: …)
                """
            ])
    }
}
