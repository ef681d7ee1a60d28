import Statecharts
import Testing

/// What is active while actions run: from just before a state's own entry until just after its own exit.
@Suite struct ActivityOfStatesTests {
    @Test(arguments: [false, true])
    func `a state is active from just before its entry until just after its exit`(isObserved: Bool) throws {
        let interpreter = Interpreter(Watching())
        if isObserved { interpreter.onStep = { _ in } }
        try interpreter.start()
        for event in ["go", "out"] { try interpreter.send(event) }
        try interpreter.stop()
        #expect(
            interpreter.top.seen == [
                "entry of the top: top", "exit of A: top P A", "effect of go: top P", "entry of B: top P B",
                "exit of B: top P B", "exit of P: top P", "effect of out: top", "exit of Out: top Out",
            ])
        interpreter.top.see("after the end")
        #expect(interpreter.top.seen.last == "after the end: ")
    }

    @Test(arguments: [false, true])
    func `an active state has its data, in every action of all regions`(isObserved: Bool) throws {
        let interpreter = Interpreter(Warm())
        if isObserved { interpreter.onStep = { _ in } }
        func seen(_ event: String) throws -> [String] {
            interpreter.top.seen = []
            try interpreter.send(event)
            return interpreter.top.seen
        }
        try interpreter.start()
        #expect(
            interpreter.top.seen == [
                "+Both: Both", "+A: Both A", "+A1: Both A A1", "+B: Both A A1 B", "+B1: Both A A1 B B1",
            ])
        // Twice, so that what is known of a transition is used as well.
        for _ in 0..<2 {
            #expect(
                try seen("again") == [
                    "-A1: Both A A1 B B1", "-A: Both A B B1", "!again: Both B B1", "+A: Both A B B1",
                    "+A1: Both A A1 B B1",
                ])
            #expect(
                try seen("x") == [
                    "-B1: Both A A1 B B1", "-A1: Both A A1 B", "!A: Both A B", "!B: Both A B", "+A2: Both A A2 B",
                    "+B2: Both A A2 B B2",
                ])
            #expect(
                try seen("out") == [
                    "-B2: Both A A2 B B2", "-B: Both A A2 B", "-A2: Both A A2", "-A: Both A", "-Both: Both", "!out: ",
                    "+Out: Out",
                ])
            #expect(
                try seen("in") == [
                    "-Out: Out", "!in: ", "+Both: Both", "+A: Both A", "+A1: Both A A1", "+B: Both A A1 B",
                    "+B1: Both A A1 B B1",
                ])
        }
        interpreter.top.seen = []
        try interpreter.stop()
        #expect(
            interpreter.top.seen == [
                "-B1: Both A A1 B B1", "-B: Both A A1 B", "-A1: Both A A1", "-A: Both A", "-Both: Both",
            ])
    }

    @Test func `before the start nothing is active`() {
        let chart = Watching()
        chart.see("before")
        #expect(chart.seen == ["before: "])
    }
}
