import StatechartsTesting
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Where a state may arm a timer, by what the step under way leaves.
@Suite struct ArmingTests {
    @Test func `an exit action can arm a timer on a superior that stays, whatever was left in earlier steps`()
        async throws
    {
        let clock = ManualClock()
        let machine = Machine(Yard(), clock: clock)
        try await machine.start()
        for event in ["come", "swing"] { #expect(try await machine.send(event) == .handled) }
        await clock.advance(by: .seconds(1))
        #expect(await machine.configuration.description == "(West.Gate.Shut, East.Night)")
        #expect(
            try await machine.withTop { $0.notes } == [
                "+Yard", "+West", "+West.Away", "+East", "+East.Day",
                "-West.Away", "+West.Gate", "+West.Gate.Open",
                "-East.Day", "-West.Gate.Open", "+West.Gate.Shut", "+East.Night",
                "!Yard",
            ])
    }

    @Test(arguments: [
        ("step", "(Post.Awake, Lamp.Dark)"), ("rattle", "(Post.Awake, Lamp.Dark)"), ("noise", "(Post.Awake, Lamp.Lit)"),
    ])
    func `a timer that is armed while states are asked ends with its state when their answers leave it`(
        event: String, configuration: String
    ) async throws {
        let clock = ManualClock()
        let machine = Machine(Sentry(), clock: clock)
        try await machine.start()
        #expect(try await machine.send(event) == .handled)
        #expect(await machine.configuration.description == configuration)
        #expect(await clock.pending.isEmpty)
        await clock.advance(by: .seconds(1_001))
        #expect(try await machine.withTop { $0.notes }.contains("!Sentry") == false)

        // On a clock that nobody moves, the first timer makes the machine one that has timers.
        let other = Machine(Sentry())
        try await other.start()
        #expect(try await other.send(event) == .handled)
        #expect(await other.configuration.description == configuration)
        #expect(try await other.withTop { top in top.timer.map { top.cancel($0) } } == false)
    }

    @Test func `no timer of a state is armed before the state is entered, also if there have been timers before`()
        async throws
    {
        let clock = ManualClock()
        let machine = Machine(Hasty(), clock: clock)
        try await machine.start()
        try await machine.send("go")
        #expect(await clock.pending.isEmpty)
        try await machine.send("wait")
        #expect(await clock.pending.count == 1)
        try await machine.send("go")
        #expect(await clock.pending.count == 1)
        #expect(try await machine.withTop { $0.codes } == [.notActive, .notActive])
        try await machine.stop()
    }
}

//  ● ──▶ Waiting ──go──▶ Outer (● ──▶ Inner) ──wait──▶ Waiting, which arms a timer
private final class Hasty: TopState<String> {
    let waiting = Waiting(), outer = Outer()
    var codes: [StepError.Code] = []
    override func configure() { substates(waiting, outer) }
    override func failed(_ error: any Error) -> Reaction {
        .handled { self.codes += [(error as? StepError)?.code].compactMap(\.self) }
    }

    final class Waiting: State<Hasty, Hasty> {
        override func handle(_ event: String) -> Reaction { event == "go" ? .to(superior.outer) : .unhandled }
    }

    final class Outer: State<Hasty, Hasty> {
        let inner = Inner()
        override func configure() { substates(inner) }
        override func entry() { inner.after(.seconds(1), send: "late") }
        override func handle(_ event: String) -> Reaction {
            event == "wait" ? .to(superior.waiting) { top.after(.seconds(1), send: "nothing") } : .unhandled
        }
    }

    final class Inner: State<Outer, Hasty> {}
}
