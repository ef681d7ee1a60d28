import DemoSupport
import Statecharts
import Testing

@testable import running_lights

@Suite struct RunningLightsTests {
    @Test func `a script prints the start and every event with the active state`() async throws {
        var lines: [String] = []
        try await Script("tick,tap,tick,tap,tick,tick").run { lines.append($0) }
        #expect(
            lines == [
                "start\tLights.Red", "tick\tLights.Green", "tap\tPaused", "tick\tPaused", "tap\tLights.Green",
                "tick\tLights.Blue", "tick\tLights.Red",
            ])
    }

    @Test func `an empty script only starts`() async throws {
        var lines: [String] = []
        try await Script("").run { lines.append($0) }
        #expect(lines == ["start\tLights.Red"])
    }

    @Test(arguments: [("tick,TAP", "TAP"), ("tick,,tap", ""), ("tick tap", "tick tap"), (",", "")])
    func `a script with an unknown event is refused as a whole`(list: String, name: String) {
        #expect(throws: UsageError("unknown event '\(name)'; accepted are tick, tap")) { try Script(list) }
    }

    @Test func `exactly the lamp of the active state is lit, and none while paused`() throws {
        let board = LampBoard()
        let lights = Interpreter(RunningLights(leds: board))
        try lights.start()
        var lit = [board.lit]
        for event in [.timerTick, .buttonTap, .timerTick, .buttonTap, .timerTick, .timerTick] as [RunningLights.Event] {
            try lights.send(event)
            lit.append(board.lit)
        }
        #expect(lit == [[.red], [.green], [], [], [.green], [.blue], [.red]])
    }

    @Test func `the screen shows the lamps with the active configuration beside them`() throws {
        let board = LampBoard()
        let lights = Interpreter(RunningLights(leds: board))
        try lights.start()
        #expect(
            Screen.lines(lit: board.lit, configuration: lights.configuration) == [
                "",
                "   \u{1B}[31;1m●\u{1B}[0m  \u{1B}[90m○\u{1B}[0m  \u{1B}[90m○\u{1B}[0m     \u{1B}[1mLights.Red\u{1B}[0m",
                "",
                "   \u{1B}[2mspace or return taps the button, q ends\u{1B}[0m",
            ])
    }
}
