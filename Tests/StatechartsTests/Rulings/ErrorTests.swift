import Statecharts
import Testing

@Suite struct ErrorTests {
    private let go =
        "event, P.Q.Leaf → P.Q.Target, exits P.Q.Leaf, effects P.Q.Leaf, entries P.Q.Target"

    private func record(_ event: Throwing.Event, _ interpreter: Interpreter<Throwing>) throws -> [String] {
        let step = try interpreter.step(event)
        // A dictionary has no order, so the event is left out.
        return ["\(step.outcome) → \(step.configuration)"] + step.microsteps.map(\.description)
    }

    @Test func `an error in an entry is offered to the state entered first, after the transition is complete`() throws {
        let interpreter = Interpreter(Throwing())
        try interpreter.start()
        let steps = try record([.entry: "Target"], interpreter)
        #expect(
            steps == [
                "handled → P.Q.Target", go,
                "failure of P.Q.Target: trouble for Target, P.Q.Target ↺, effects P.Q.Target",
            ])
        #expect(interpreter.top.offered == ["Target"])
        #expect(interpreter.status == .running)
    }

    @Test func `an error goes outwards until a state handles it`() throws {
        let interpreter = Interpreter(Throwing())
        try interpreter.start()
        let steps = try record([.entry: "P"], interpreter)
        #expect(
            steps == [
                "handled → P.Rescue", go,
                "failure of P.Q.Target: trouble for P, P → P.Rescue, exits P.Q.Target P.Q P, effects P, entries P P.Rescue",
            ])
        #expect(interpreter.top.offered == ["Target", "Q", "P"])
    }

    @Test func `the top state handles what nobody inside did`() throws {
        let interpreter = Interpreter(Throwing())
        try interpreter.start()
        let steps = try record([.entry: "top"], interpreter)
        #expect(
            steps == [
                "handled → Safe", go,
                "failure of P.Q.Target: trouble for top, Throwing → Safe, exits P.Q.Target P.Q P, effects Throwing, entries Safe",
            ])
        #expect(interpreter.top.offered == ["Target", "Q", "P", "top"])
    }

    @Test func `an error in an exit or effect is offered to the superiors of the state that was left`() throws {
        for place in [Throwing.Place.exit, .effect] {
            let interpreter = Interpreter(Throwing())
            try interpreter.start()
            let steps = try record([place: "Q"], interpreter)
            #expect(steps == ["handled → P.Q.Target", go, "failure of P.Q.Leaf: trouble for Q, P.Q ↺, effects P.Q"])
            #expect(interpreter.top.offered == ["Q"])
        }
    }

    @Test func `an error in an internal transition is offered to its state`() throws {
        let interpreter = Interpreter(Throwing())
        try interpreter.start()
        let steps = try record([.handled: "Leaf"], interpreter)
        #expect(
            steps == [
                "handled → P.Q.Leaf", "event, P.Q.Leaf ↺, effects P.Q.Leaf",
                "failure of P.Q.Leaf: trouble for Leaf, P.Q.Leaf ↺, effects P.Q.Leaf",
            ])
    }

    @Test func `several errors of one step are offered one after the other`() throws {
        let interpreter = Interpreter(Throwing())
        try interpreter.start()
        let steps = try record([.exit: "Q", .effect: "Q", .entry: "Target"], interpreter)
        #expect(
            steps == [
                "handled → P.Q.Target", go, "failure of P.Q.Leaf: trouble for Q, P.Q ↺, effects P.Q",
                "failure of P.Q.Leaf: trouble for Q, P.Q ↺, effects P.Q",
                "failure of P.Q.Target: trouble for Target, P.Q.Target ↺, effects P.Q.Target",
            ])
    }

    @Test func `a second error is offered where the first one led`() throws {
        let interpreter = Interpreter(Throwing())
        try interpreter.start()
        let steps = try record([.effect: "P", .entry: "top"], interpreter)
        #expect(steps.first == "handled → Safe")
        #expect(interpreter.top.offered == ["Q", "P", "P", "top"])
    }

    @Test func `a step that fails in the middle of its entries enters all that was planned`() throws {
        let interpreter = Interpreter(Needy())
        try interpreter.start()
        let step = try interpreter.step("go")
        #expect(
            step.microsteps.map(\.description) == [
                "event, Out → Outer, exits Out, effects Out, entries Outer Outer.Inner"
            ])
        #expect(step.failure?.code == .needsMachine)
        #expect(interpreter.top.notes == ["+Needy", "+Out", "-Out", "!Out", "+Outer", "+Outer.Inner"])
        #expect(interpreter.configuration.description == "Outer.Inner")
    }

    @Test func `an error is offered before raised events`() throws {
        let run = Run(Urgent())
        try run.start()
        try run.send(
            "go",
            """
            go: handled → Away
              event, Home → Away, exits Home, entries Away
              failure of Away: trouble, Urgent ↺, effects Urgent
              raised later, Urgent ↺, effects Urgent
            """)
    }

    @Test func `an error that nobody handles fails the chart, with the transition complete`() throws {
        let interpreter = Interpreter(Throwing())
        try interpreter.start()
        let error = #expect(throws: StepError.self) { try interpreter.send([.effect: "nobody"]) }
        #expect(error?.code == .unhandledError)
        #expect(error?.path == "P.Q.Leaf")
        #expect(error?.underlying as? Throwing.Trouble == Throwing.Trouble(handler: "nobody"))
        #expect(interpreter.status == .failed)
        #expect(interpreter.configuration.description == "P.Q.Target")
        #expect(interpreter.top.offered == ["Q", "P", "top"])
        let again = #expect(throws: StepError.self) { try interpreter.send([:]) }
        #expect(again?.code == .unhandledError)
    }

    @Test func `of an error with much in it the record and the failure have as much as of an event`() throws {
        for isHandled in [true, false] {
            let interpreter = Interpreter(Heavy(isHandled: isHandled))
            var texts: [String] = []
            interpreter.onStep = { texts.append("\($0)") }
            try interpreter.start()
            if isHandled {
                try interpreter.send(100_000)
            } else {
                let error = #expect(throws: StepError.self) { try interpreter.send(100_000) }
                texts.append("\(error as (any Error)?)")
                #expect((error?.underlying as? Heavy.Load)?.numbers.count == 100_000)
            }
            #expect(texts.last?.contains("Load(numbers: [0, 1, 2, ") == true)
            #expect(texts.allSatisfy { $0.count < 10_000 })
        }
    }

    @Test func `without records errors take the same way`() throws {
        for (event, place) in [
            ([Throwing.Place.entry: "P"], "P.Rescue"), ([.exit: "Q", .effect: "top"], "Safe"),
            ([.handled: "P"], "P.Rescue"),
        ] {
            let interpreter = Interpreter(Throwing())
            try interpreter.start()
            #expect(try interpreter.send(event) == .handled)
            #expect(interpreter.configuration.description == place)
        }
    }

    @Test func `an error in an exit while the chart ends does not keep it from its end, and is not lost`() throws {
        let interpreter = Interpreter(Throwing())
        try interpreter.start()
        interpreter.top.plan = [.exit: "Q"]
        let error = #expect(throws: StepError.self) { try interpreter.stop() }
        #expect(error?.code == .unhandledError)
        #expect(interpreter.status == .stopped)
        #expect(interpreter.failure?.path == error?.path)
        #expect(interpreter.top.notes.suffix(4) == ["-P.Q.Leaf", "-P.Q", "-P", "-Throwing"])
    }

    @Test(arguments: [false, true])
    func `a chart whose final state has thrown ends once the error is handled, watched or not`(isWatched: Bool) throws {
        let interpreter = Interpreter(BrokenEnd())
        if isWatched { interpreter.onStep = { _ in } }
        try interpreter.start()
        #expect(try interpreter.send(.stop) == .handled)
        #expect(interpreter.status == .finished)
        #expect(interpreter.configuration.description == "Done")
        #expect(interpreter.top.failures == 1)
    }
}

/// Throws an error with as many numbers as it is told to.
private final class Heavy: TopState<Int> {
    struct Load: Error { let numbers: [Int] }
    let isHandled: Bool
    init(isHandled: Bool) { self.isHandled = isHandled }
    override func handle(_ event: Int) -> Reaction { .handled { throw Load(numbers: Array(0..<event)) } }
    override func failed(_ error: any Error) -> Reaction { isHandled ? .handled : .unhandled }
}
