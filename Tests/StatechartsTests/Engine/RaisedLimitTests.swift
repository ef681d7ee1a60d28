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
                Pong, taking ping: took more than 10000 raised events without coming to rest, again and again ping in Ping → pong in Pong; post(_:) the \
                event to the machine, so that others get their turn between, or allow more raised events [raisedCycle]
                """)
    }

    /// Each recall is a step of its own, which raises the event that the next one recalls.
    @Test func `what is raised and deferred again and again is a cycle too`() throws {
        let postponing = Interpreter(Postponing(left: 100_000))
        try postponing.start()
        let error = #expect(throws: StepError.self) { try postponing.send("x") }
        #expect(error?.code == .raisedCycle)
        #expect(Set(error?.cycle ?? []) == ["x in B", "back in B"])
        #expect(error?.message.hasPrefix("took more than 10000 raised events without coming to rest") == true)
    }

    @Test func `deferred events that get fewer may raise as many each`() throws {
        let postponing = Interpreter(Postponing(left: 0))
        postponing.raisedLimit = 3
        try postponing.start()
        try postponing.send("b")
        for _ in 0..<10 { #expect(try postponing.send("y") == .deferred) }
        #expect(try postponing.send("back") == .handled)
        #expect(postponing.top.raised == 20)
        // One that comes to its end is taken as often as it comes, too.
        let ending = Interpreter(Postponing(left: 4_000))
        try ending.start()
        #expect(try ending.send("x") == .handled)
        #expect(ending.configuration.description == "B")
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

/// A defers nothing and goes to B with every x, which it raises again; B defers it, and goes back.
private final class Postponing: TopState<String> {
    let a = A(), b = B()
    var left: Int
    var raised = 0
    init(left: Int) { self.left = left }
    override func configure() { substates(a, b) }
    final class A: State<Postponing, Postponing> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "b": .to(superior.b)
            case "x":
                .to(superior.b) {
                    self.top.left -= 1
                    if self.top.left <= 0 { return }
                    self.raise("x")
                    self.raise("back")
                }
            case "y":
                .handled {
                    self.top.raised += 2
                    self.raise("ignored")
                    self.raise("ignored")
                }
            default: .unhandled
            }
        }
    }
    final class B: State<Postponing, Postponing> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "x", "y": .deferred
            case "back": .to(superior.a)
            default: .unhandled
            }
        }
    }
}
