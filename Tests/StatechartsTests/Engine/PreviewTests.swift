import Statecharts
import StatechartsTesting
import Testing

@Suite struct PreviewTests {
    /// Previews an event, then sends it: the step has to begin with what was foreseen, and before it nothing may have happened.
    private func compare<Top: Noting>(
        _ interpreter: Interpreter<Top>, _ event: Top.Event, _ expected: String?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = (interpreter.configuration, interpreter.deferredCount, interpreter.top.notes)
        let foreseen = interpreter.preview(event)
        #expect(foreseen?.description == expected, sourceLocation: sourceLocation)
        let (accepts, defers) = (interpreter.accepts(event), interpreter.defers(event))
        #expect(
            (interpreter.configuration, interpreter.deferredCount, interpreter.top.notes) == before,
            sourceLocation: sourceLocation)
        let step = try interpreter.step(event)
        #expect(foreseen == step.microsteps.first, sourceLocation: sourceLocation)
        #expect(accepts == (step.outcome == .handled), sourceLocation: sourceLocation)
        #expect(defers == (step.outcome == .deferred), sourceLocation: sourceLocation)
    }

    @Test func `a preview is the first microstep of the step, preempted transitions included`() throws {
        let interpreter = Interpreter(Mixed())
        try interpreter.start()
        #expect(
            interpreter.preview("x")?.description
                == "event, Both.A.A1 ↺; Both.B.B1 → Out, exits Both.B.B1 Both.B Both.A.A1 Both.A Both, "
                + "effects Both.A.A1 Both.B.B1, entries Out")
        #expect(
            interpreter.preview("y")?.description
                == "event, Both.A.A1 → Both.A.A2; Both.B.B1 → Both.B.kill, exits Both.B.B1 Both.A.A1, "
                + "effects Both.A.A1 Both.B.B1, entries Both.A.A2")
        #expect(interpreter.status == .running)
        try compare(
            interpreter, "z",
            "event, Both.A.A1 → Out, preempted Both.B.B1 → Out, exits Both.B.B1 Both.B Both.A.A1 Both.A Both, "
                + "effects Both.A.A1, entries Out")
        try compare(interpreter, "z", nil)
    }

    @Test func `a preview leads up to a choice`() throws {
        let interpreter = Interpreter(Crossing(n: 6))
        try interpreter.start()
        try compare(interpreter, "two", "event, Start → one, exits Start, effects Start")
        #expect(interpreter.configuration.description == "Large")
    }

    @Test func `what is left is remembered in a preview, and the histories are as before afterwards`() throws {
        let interpreter = Interpreter(RegionMemory(.deep))
        try interpreter.start()
        for event in ["default", "a", "a", "leave", "A.shallow"] { try interpreter.send(event) }
        let snapshot = try interpreter.snapshot()
        #expect(interpreter.preview("leave") != nil)
        #expect(interpreter.preview("a") != nil)
        #expect(try interpreter.snapshot() == snapshot)
        try compare(
            interpreter, "leave",
            "event, Both → Out, exits Both.B.B1 Both.B Both.A.A2.P Both.A.A2 Both.A Both, entries Out")
        try compare(
            interpreter, "default",
            "event, Out → Both, exits Out, entries Both Both.A Both.A.A2 Both.A.A2.P Both.B Both.B.B1")
    }

    @Test func `what would be deferred is not accepted`() throws {
        let interpreter = Interpreter(Desk())
        try interpreter.start()
        try compare(interpreter, .job(1), nil)
        #expect(interpreter.deferredCount == 1)
        try compare(interpreter, .note, "event, Desk ↺")
        try compare(interpreter, .busy, nil)
        #expect(!interpreter.accepts(.busy) && !interpreter.defers(.busy))
    }

    @Test func `before the start and after the end nothing is accepted`() throws {
        let interpreter = Interpreter(Mixed())
        func nothing() -> Bool {
            !interpreter.accepts("x") && !interpreter.defers("x") && interpreter.preview("x") == nil
        }
        #expect(nothing())
        try interpreter.start()
        #expect(!nothing())
        try interpreter.stop()
        #expect(nothing())
    }

    @Test func `an answer that would fail the step is no failure as long as nobody takes it`() throws {
        let interpreter = Interpreter(Broken())
        try interpreter.start()
        for event in ["conflict", "round"] {
            #expect(interpreter.preview(event)?.description == "event, Home ↺")
            #expect(interpreter.accepts(event))
        }
        #expect(interpreter.status == .running)
        #expect(interpreter.failure == nil)
        try interpreter.send("kill")
        #expect(interpreter.status == .terminated)
    }

    @Test func `the events of embedded charts are translated for a preview`() throws {
        let interpreter = Interpreter(Player())
        try interpreter.start()
        #expect(interpreter.accepts("toggle"))
        #expect(!interpreter.accepts("no such event"))
    }

    @Test func `looking ahead from inside a step traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let interpreter = Interpreter(Mixed())
            try interpreter.start()
            interpreter.onStep = { [unowned interpreter] _ in _ = interpreter.accepts("x") }
            try interpreter.send("z")
        }
        #expect(result.message.contains("from inside a step"))
    }

    @Test func `sending from a handler that is only asked what it would do traps`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let interpreter = Interpreter(Rash())
            interpreter.top.act = { [unowned interpreter] _ in _ = try? interpreter.send("more") }
            try interpreter.start()
            _ = interpreter.accepts("go")
        }
        #expect(result.message.contains("from inside a step"))
    }

    @Test func `a handler that acts when it is only asked does nothing by that`() async throws {
        let clock = ManualClock()
        for act: @Sendable (Rash) -> Void in [
            { $0.raise("more") }, { $0.only.after(.seconds(1), send: "more") },
            { $0.only.every(.seconds(1), send: "more") }, { $0.only.run({}) },
        ] {
            let machine = Machine(Rash(), clock: clock)
            try await machine.start()
            try await machine.withTop { $0.act = act }
            let steps = machine.steps
            for _ in 1...2 { #expect(try await machine.accepts("go")) }
            #expect(try await machine.preview("go")?.description == "event, Only ↺")
            #expect(await clock.pending.isEmpty)
            // Nothing was raised that the next step would take.
            try await machine.withTop { $0.act = { _ in } }
            #expect(try await machine.send("go") == .handled)
            try await machine.stop()
            var triggers: [String] = []
            for await step in steps { triggers.append("\(step.trigger)") }
            #expect(!triggers.contains { $0.contains("more") } && triggers.contains { $0.contains("go") })
        }
    }

    #if DEBUG
        @Test func `a handler that posts when it is asked traps in a preview`() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let interpreter = Interpreter(Rash())
                interpreter.top.act = { [unowned interpreter] _ in try? interpreter.post("more") }
                try interpreter.start()
                _ = interpreter.accepts("go")
            }
            #expect(result.message.contains("a handler posted an event when it was asked"))
        }
    #endif

    // MARK: Machines

    @Test func `a machine is asked after what was posted`() async throws {
        let machine = Machine(Desk())
        #expect(try await !machine.accepts(.note))
        try await machine.start()
        #expect(try await machine.defers(.job(2)))
        machine.post(.free)
        #expect(try await machine.accepts(.job(2)))
        #expect(
            try await machine.preview(.job(2))?.description
                == "event, Clerk.Idle → Clerk.Busy, exits Clerk.Idle, effects Clerk.Idle, entries Clerk.Busy")
        try await machine.stop()
        #expect(try await !machine.accepts(.note))
    }

    @Test func `a machine is asked when the step under way is over`() async throws {
        let gate = Turnstile()
        let machine = Machine(Slowly(gate))
        try await machine.start()
        let step = Task { try await machine.send("enter") }
        await gate.arrival()
        let asked = Task { try await machine.preview("leave") }
        await gate.open()
        #expect(try await step.value == .handled)
        #expect(try await asked.value?.description == "event, Busy → Idle, exits Busy, entries Idle")
    }
}
