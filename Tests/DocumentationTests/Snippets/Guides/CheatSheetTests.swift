import Statecharts
import StatechartsTesting
import Testing

/// What the article *Cheat sheet* shows runs.
@Suite struct CheatSheetTests {
    private typealias Chart = CheatSheet.Chart

    @Test func `a machine is started, asked, looked at, kept and stopped`() async throws {
        let clock = ManualClock()
        // snippet: machine
        let chart = Chart(), outputs = chart.outputs.stream()
        let inputs = OutputPort<Int>("source")
        connect(inputs, to: chart.inputs)
        let machine = Machine(chart, clock: clock)

        try await machine.start()  // throws a ChartError with all mistakes at once
        machine.post(.value(4))  // returns at once; from anywhere
        let outcome = try await machine.send(.go)  // when the step is complete: .handled
        let total = try await machine.ask { .total(reply: $0) }  // 5
        let isOn = await machine.isActive(\.one)  // true
        let active = await machine.configuration  // One
        let mayGoOn = try await machine.accepts(.both)  // true: what would happen; nothing does
        let same = try await machine.withTop { $0.total }  // between two steps
        inputs.send(1)  // a message of a port is an event
        try await machine.stop()  // takes what was accepted, exits all states
        for await number in outputs { print(number); break }  // 4: what One has sent at its exit
        // end snippet
        #expect(outcome == .handled)
        #expect(total == 5 && same == 5)
        #expect(isOn && mayGoOn)
        #expect(active.description == "One")
    }

    @Test func `regions go on side by side and are joined, work ends with a value`() async throws {
        let clock = ManualClock(), machine = Machine(Chart(), clock: clock)
        try await machine.start()
        try await machine.send(.both)
        #expect(await machine.configuration.description == "(Both.left.Busy, Both.right.Busy)")
        try await machine.send(.tick)
        #expect(await machine.configuration.description == "One")
        // Both regions have raised `go`, which One has taken, one after the other.
        #expect(try await machine.withTop { $0.total } == 2)
        try await machine.send(.value(11))
        try await machine.send(.go)
        await clock.settle()
        #expect(await machine.configuration.description == "One")
        #expect(try await machine.withTop { $0.total } == 28)
    }
}
