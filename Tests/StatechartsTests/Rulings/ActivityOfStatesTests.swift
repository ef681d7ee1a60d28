import Statecharts
import Testing

/// What is active while actions run: the old configuration in exits, what remains of it in effects, the new one in entries.
@Suite struct ActivityOfStatesTests {
    @Test(arguments: [false, true])
    func `exits see the old configuration, effects what remains, entries the new one`(isObserved: Bool) throws {
        let interpreter = Interpreter(Watching())
        if isObserved { interpreter.onStep = { _ in } }
        try interpreter.start()
        for event in ["go", "out"] { try interpreter.send(event) }
        try interpreter.stop()
        #expect(
            interpreter.top.seen == [
                "entry of the top: top P A", "exit of A: top P A", "effect of go: top P", "entry of B: top P B",
                "exit of B: top P B", "exit of P: top P B", "effect of out: top", "exit of Out: top Out",
            ])
        interpreter.top.see("after the end")
        #expect(interpreter.top.seen.last == "after the end: ")
    }

    @Test func `before the start nothing is active`() {
        let chart = Watching()
        chart.see("before")
        #expect(chart.seen == ["before: "])
    }
}
