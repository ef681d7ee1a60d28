import Statecharts
import Testing

/// A reaction is a value: whoever keeps one and answers it later, or twice, gets what it said when it was made.
@Suite struct KeptReactionTests {
    @Test func `reactions with many targets can be kept and answered in any order`() throws {
        let chart = Archive()
        let interpreter = Interpreter(chart)
        try interpreter.start()
        var lines: [String] = []
        interpreter.onStep = { lines.append($0.description) }
        for event in [1, 0, 2, 0, 1, 0, 2] { try interpreter.send(event) }
        func step(_ event: Int) -> String {
            """
            \(event): handled → (All.a.Leaf\(event), All.b.Leaf\(event), All.c.Leaf\(event))
              event, Out → All.a.Leaf\(event), All.b.Leaf\(event), All.c.Leaf\(event), exits Out, effects Out, \
            entries All All.a All.a.Leaf\(event) All.b All.b.Leaf\(event) All.c All.c.Leaf\(event)
            """
        }
        #expect(lines.filter { !$0.hasPrefix("0") } == [1, 2, 1, 2].map(step))
        #expect(chart.effects == ["one", "two", "one", "two"])
    }

    @Test func `a kept reaction with many targets whose effect suspends is awaited each time`() async throws {
        let machine = Machine(Archive())
        try await machine.start()
        for _ in 0..<2 {
            try await machine.send(3)
            #expect(await machine.configuration.description == "(All.a.Leaf1, All.b.Leaf2, All.c.Leaf1)")
            try await machine.send(0)
        }
        #expect(try await machine.withTop { $0.effects } == ["three", "three"])
    }

    @Test func `reactions with many targets of another machine lead nowhere, as the error says`() throws {
        let (chart, other) = (Archive(), Archive())
        let (interpreter, others) = (Interpreter(chart), Interpreter(other))
        try interpreter.start()
        try others.start()
        chart.out.kept = other.out.one
        let error = try #require(throws: StepError.self) { try interpreter.send(9) }
        #expect(error.code == .foreignTarget)
        #expect(error.message == "led to a vertex that belongs to another machine")
        #expect(try others.send(1) == .handled)
    }

    @Test func `a reaction that was made before the start leads nowhere, as the error says`() throws {
        let chart = Archive()
        chart.out.kept = .to(chart.all.a.leaf1, chart.all.b.leaf1, chart.all.c.leaf1)
        let interpreter = Interpreter(chart)
        try interpreter.start()
        let error = try #require(throws: StepError.self) { try interpreter.send(9) }
        #expect(error.message == "led to 3 vertices that do not all belong to this machine")
    }
}
