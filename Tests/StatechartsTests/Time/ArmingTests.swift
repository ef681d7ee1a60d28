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
}
