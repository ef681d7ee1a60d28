import Statecharts
import StatechartsTesting
import Testing

/// A chart that takes messages of ports inside another one: its ports are the machine's.
@Suite struct EmbeddedPortTests {
    @Test func `an embedded chart takes the messages of its ports in order with everything else`() async throws {
        let hall = Hall()
        let stage = hall.inside.chart
        let words = stage.words, results = stage.left.stream()
        words.send("before")
        let machine = Machine(hall)
        machine.post("posted")
        try await machine.start()
        for number in 0..<100 { words.send("\(number)") }
        #expect(await results.first(102) == ["posted!", "before!"] + (0..<100).map { "\($0)!" })
        try await machine.stop()
        words.send("late")
        #expect(words.undeliveredCount == 1)
    }

    @Test func `the step of a message says that it is one of the inside`() async throws {
        let hall = Hall()
        let words = hall.inside.chart.words
        let machine = Machine(hall)
        let steps = machine.steps
        try await machine.start()
        words.send("word")
        var lines: [String] = []
        for await step in steps.prefix(2) { lines.append(step.description) }
        #expect(
            lines.last == """
                word: handled → inside.Stage.Open
                  event, inside.Stage.Open ↺, effects inside.Stage.Open
                """)
        try await machine.stop()
    }

    @Test func `a bounded port of an embedded chart holds its producer`() async throws {
        let input = InputPort<String>("words", buffering: .waiting(2))
        let hall = Hall(Stage("!", input))
        let results = hall.inside.chart.left.stream()
        let machine = Machine(hall)
        let producer = Task { for number in 0..<50 { try await input.sendWaiting("\(number)") } }
        try await machine.start()
        #expect(await results.first(50) == (0..<50).map { "\($0)!" })
        try await producer.value
        #expect(input.droppedCount == 0)
        try await machine.stop()
    }

    @Test func `while the submachine is not active its messages are the host's, if it understands them`() async throws {
        let hall = Hall()
        let words = hall.inside.chart.words
        let machine = Machine(hall, unhandled: .fail)
        try await machine.start()
        try await machine.send("out")
        words.send("for the host")
        #expect(try await machine.withTop { $0.heard } == ["for the host"])
        words.send("nobody's")
        await #expect(throws: StepError.self) { try await machine.finished }
    }

    @Test func `a system knows the ports of embedded charts by the submachine's name, and what caused their messages`()
        async throws
    {
        let hall = Hall()
        let guest = OutputPort<String>("words"), stage = hall.inside.chart
        let results = stage.left.stream()
        connect(guest, to: stage.words)
        let system = System()
        system.add("Guest", ports: guest)
        let machine = Machine(hall)
        let member = await system.add(machine, named: "Hall")
        #expect(
            member.ports.map(\.label.description) == ["Hall.inside.words", "Hall.inside.left", "Hall.inside.right"])
        try await machine.start()
        let recorder = system.recorder()
        guest.send(".")
        #expect(await results.first(1) == [".!"])
        try await machine.stop()
        let records = recorder.records
        #expect(records.count == 3)
        #expect(records.dropFirst().allSatisfy { $0.cause == records.first?.id })
    }
}
