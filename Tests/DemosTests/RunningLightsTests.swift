import DemoSupport
import Statecharts
import StatechartsTesting
import TestSupport
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

    /// In real time the timer of the lights would have put in ticks of its own by then, but on the fastest machines.
    @Test func `a long script has exactly the ticks that it says`() async throws {
        let ticks = amount(39_999, long: 99_999)
        var last = "", lines = 0
        try await Script(Array(repeating: "tick", count: ticks).joined(separator: ",")).run {
            (last, lines) = ($0, lines + 1)
        }
        #expect(lines == ticks + 1)
        #expect(last == "tick\tLights.Red")
    }

    @Test func `an empty script only starts`() async throws {
        var lines: [String] = []
        try await Script("").run { lines.append($0) }
        #expect(lines == ["start\tLights.Red"])
    }

    @Test(arguments: [
        ("tick,TAP", "'TAP'; did you mean tap? (help lists all)"), ("tick,,tap", "''; there are tick and tap"),
        ("tick tap", "'tick tap'; there are tick and tap"), (",", "''; there are tick and tap"),
    ])
    func `a script with an unknown event is refused as a whole`(list: String, message: String) {
        #expect(throws: UsageError("unknown event \(message)")) { try Script(list) }
    }

    private let clock = ManualClock(), board = LampBoard()

    private func lights() async throws -> Machine<RunningLights> {
        let machine = Machine(RunningLights(leds: board), clock: clock)
        try await machine.start()
        return machine
    }

    @Test func `exactly the lamp of the active state is lit, and none while paused`() async throws {
        let lights = try await lights()
        var lit = [board.lit]
        for event in [.timerTick, .buttonTap, .timerTick, .buttonTap, .timerTick, .timerTick] as [RunningLights.Event] {
            try await lights.send(event)
            lit.append(board.lit)
        }
        #expect(lit == [[.red], [.green], [], [], [.green], [.blue], [.red]])
    }

    @Test func `the lights go on by themselves every half second`() async throws {
        let lights = try await lights()
        #expect(await clock.pending.map(\.description) == ["Lights: timerTick at 0.5 seconds, every 0.5 seconds"])
        var seen: [String] = []
        for _ in 1...8 {
            await clock.advance(by: .milliseconds(250))
            seen.append("\(await lights.configuration)")
        }
        #expect(
            seen == [
                "Lights.Red", "Lights.Green", "Lights.Green", "Lights.Blue", "Lights.Blue", "Lights.Red", "Lights.Red",
                "Lights.Green",
            ])
    }

    @Test func `while paused there is no timer, and afterwards a whole period begins`() async throws {
        let lights = try await lights()
        await clock.advance(by: .milliseconds(750))
        try await lights.send(.buttonTap)
        #expect(await clock.pending.isEmpty)
        await clock.advance(by: .seconds(10))
        #expect("\(await lights.configuration)" == "Paused")
        try await lights.send(.buttonTap)
        #expect("\(await lights.configuration)" == "Lights.Green")
        #expect(await clock.pending.map(\.description) == ["Lights: timerTick at 11.25 seconds, every 0.5 seconds"])
    }

    @Test func `the screen shows the lamps with the active configuration beside them`() async throws {
        let lights = try await lights()
        #expect(
            Screen.lines(.init(lit: board.lit, configuration: await lights.configuration), columns: 80) == [
                "",
                "   \u{1B}[31;1m●\u{1B}[0m  \u{1B}[90m○\u{1B}[0m  \u{1B}[90m○\u{1B}[0m     \u{1B}[1mLights.Red\u{1B}[0m",
                "",
                "   \u{1B}[2mspace or return taps the button, h helps, q ends\u{1B}[0m",
            ])
        let narrow = Screen.lines(.init(lit: board.lit, configuration: await lights.configuration), columns: 40)
        #expect(
            narrow.dropFirst(3) == [
                "   \u{1B}[2mspace or return taps the button, h\u{1B}[0m", "   \u{1B}[2mhelps, q ends\u{1B}[0m",
            ])
    }

    @Test @MainActor func `the terminal is told of each change of what it shows`() async throws {
        let machine = Machine(RunningLights(leds: board), on: MainActor.shared, clock: clock)
        let board = board
        let view = MachineView(machine, initially: Screen.Panel()) { _, configuration in
            Screen.Panel(lit: board.lit, configuration: configuration)
        }
        var changes = Changes.of { view.value }.makeAsyncIterator()
        try await machine.start()
        _ = await changes.next()
        #expect("\(view.value.configuration)" == "Lights.Red" && view.value.lit == [.red])
        view.post(.buttonTap)
        _ = await changes.next()
        #expect("\(view.value.configuration)" == "Paused" && view.value.lit == [])
        try await machine.stop()
    }

    @Test @MainActor func `the terminal asks no more when nobody follows the changes`() async throws {
        let machine = Machine(RunningLights(leds: board), on: MainActor.shared, clock: clock)
        let view = MachineView(machine, initially: "") { _, configuration in configuration.description }
        var looks = 0
        var changes: AsyncStream<Void>? = Changes.of {
            looks += 1
            return view.value
        }
        #expect(changes != nil && looks == 1)
        changes = nil
        try await machine.start()
        for state in ["Paused", "Lights.Red", "Paused"] {
            view.post(.buttonTap)
            try await eventually { view.value == state }
        }
        // What a change has set off comes in tasks of the main actor.
        await clock.settle()
        #expect(looks == 1)
        try await machine.stop()
    }
}
