import StatechartsTesting
import Testing

@testable import Statecharts

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
        await clock.advance(by: .seconds(2))
        #expect(try await machine.withTop { $0.notes }.contains("!Sentry") == false)
    }
}
