import Statecharts
import Testing

@Suite struct EventlessTests {
    @Test func `superiors are asked for eventless transitions after the states inside`() throws {
        let interpreter = Interpreter(Spinning(left: 2))
        try interpreter.start()
        let step = try interpreter.step("go")
        #expect(
            step.description == """
                go: handled → Idle
                  event, Idle → Ring, exits Idle, entries Ring Ring.One
                  eventless, Ring.One → Ring.between, exits Ring.One, effects Ring.One
                  choice Ring.between, Ring.between → Ring.Two, entries Ring.Two
                  eventless, Ring.Two → Ring.Three, exits Ring.Two, effects Ring.Two, entries Ring.Three
                  eventless, Ring → Idle, exits Ring.Three Ring, effects Ring, entries Idle
                """)
    }

    @Test func `a thousand microsteps without an event are taken`() throws {
        // Four of three arrows: the choice is one more. The last one leaves the ring.
        let chart = Spinning(left: 749)
        let interpreter = Interpreter(chart)
        try interpreter.start()
        let step = try interpreter.step("go")
        #expect(step.microsteps.count == 1 + 1_000)
        #expect(step.failure == nil)
        #expect(interpreter.configuration.description == "Idle")
    }

    @Test func `one more is an error`() throws {
        let interpreter = Interpreter(Spinning(left: 750))
        try interpreter.start()
        let error = #expect(throws: StepError.self) { try interpreter.send("go") }
        #expect(error?.code == .eventlessCycle)
    }

    @Test func `the error of a cycle names the cycle`() throws {
        let interpreter = Interpreter(Spinning(left: .max))
        try interpreter.start()
        let error = #expect(throws: StepError.self) { try interpreter.send("go") }
        #expect(error?.code == .eventlessCycle)
        #expect(Set(error?.cycle ?? []) == ["Ring.One", "Ring.between", "Ring.Two", "Ring.Three"])
        #expect(error?.cycle.count == 4)
        #expect(error?.message.contains(error?.cycle.joined(separator: " → ") ?? "?") == true)
    }

    @Test func `after an eventless cycle the chart has failed where its last complete microstep left it`() throws {
        let chart = Spinning(left: .max)
        let interpreter = Interpreter(chart)
        try interpreter.start()
        let step = try interpreter.step("go")
        #expect(step.failure?.code == .eventlessCycle)
        #expect(step.microsteps.count == 1 + 1_000)
        // What is printed of it can be read.
        let lines = "\(step)".split(separator: "\n")
        #expect(lines.count == 1 + 10 + 1 + 10 + 1)
        #expect(lines[11] == "  … 981 more …" && lines[1] == "  \(step.microsteps[0])")
        let last = try #require(step.microsteps.last)
        #expect(interpreter.configuration.leaves == last.entries)
        #expect(interpreter.configuration == step.configuration)
        #expect(interpreter.status == .failed)
        #expect(interpreter.failure?.code == .eventlessCycle)
        #expect(!interpreter.isActive(\.ring))
        let again = #expect(throws: StepError.self) { try interpreter.send("go") }
        #expect(again?.code == .eventlessCycle)
        #expect(interpreter.configuration == step.configuration)
        try interpreter.stop()
        #expect(interpreter.status == .failed)
    }

    @Test func `an event starts the count anew`() throws {
        let chart = Spinning(left: 600)
        let interpreter = Interpreter(chart)
        try interpreter.start()
        for _ in 0..<3 {
            chart.left = 600
            try interpreter.send("go")
        }
        #expect(interpreter.status == .running)
    }

    @Test func `changed data enables eventless transitions when the interpreter is told`() throws {
        let run = Run(Guards())
        try run.start()
        try run.quietly("a", "b")
        run.change { $0.top.forced = true }
        try run.settle(
            """
            changed: handled → (A.A2, B.B2, C.C1, D.D2)
              eventless, D.D1 → D.D2, exits D.D1, effects D.D1, entries D.D2
            """)
        try run.settle("")
    }
}
