import Statecharts
import Testing

/// A step that raises events without end is an error that says so, and nobody waits for it for ever.
@Suite struct RaisedLimitTests {
    @Test(arguments: [false, true])
    func `ten thousand raised events are taken in one step, one more is an error`(isObserved: Bool) throws {
        for (count, fails) in [(10_000, false), (10_001, true)] {
            let interpreter = Interpreter(Raising(left: count))
            if isObserved { interpreter.onStep = { _ in } }
            try interpreter.start()
            if fails {
                let error = #expect(throws: StepError.self) { try interpreter.send("ping") }
                #expect(error?.code == .raisedCycle)
                #expect(interpreter.status == .failed)
            } else {
                #expect(try interpreter.send("ping") == .handled)
                // The next step counts anew.
                #expect(try interpreter.send("pong") == .handled)
            }
        }
    }

    @Test func `the error names the cycle`() throws {
        let interpreter = Interpreter(Raising(left: .max))
        try interpreter.start()
        let error = #expect(throws: StepError.self) { try interpreter.send("ping") }
        #expect(Set(error?.cycle ?? []) == ["pong in Pong", "ping in Ping"])
        #expect(error?.cycle.count == 2)
        #expect(
            error?.description == """
                Pong, taking ping: took more than 10000 raised events in one step, again and again ping in Ping → pong in Pong; post(_:) the \
                event to the machine, so that others get their turn between, or allow more raised events [raisedCycle]
                """)
    }

    @Test func `the limits can be set, of interpreters and machines`() async throws {
        let interpreter = Interpreter(Raising(left: 3))
        interpreter.raisedLimit = 2
        try interpreter.start()
        #expect(throws: StepError.self) { try interpreter.send("ping") }

        let machine = Machine(Raising(left: 3), raisedLimit: 2)
        try await machine.start()
        await #expect(throws: StepError.self) { try await machine.send("ping") }

        let spinning = Interpreter(Spinning(left: 30))
        spinning.eventlessLimit = 10
        try spinning.start()
        let error = #expect(throws: StepError.self) { try spinning.send("go") }
        #expect(error?.code == .eventlessCycle)
        #expect(error?.message.hasPrefix("took more than 10 transitions without an event") == true)

        let spun = Machine(Spinning(left: 30), eventlessLimit: 10)
        try await spun.start()
        await #expect(throws: StepError.self) { try await spun.send("go") }
    }

    @Test func `a machine whose step raises without end can be stopped`() async throws {
        let machine = Machine(Raising(left: .max))
        try await machine.start()
        machine.post("ping")
        let error = await #expect(throws: StepError.self) { try await machine.stop() }
        #expect(error?.code == .raisedCycle)
        await #expect(throws: StepError.self) { try await machine.finished }
    }
}
