import Statecharts
import Testing

/// An interpreter takes one step at a time: what would begin another one inside it ends the program, wherever in the step it is.
@Suite struct NestingTests {
    @Test(arguments: Intruded.Place.allCases)
    func `sending from inside a step`(place: Intruded.Place) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [place] in
            try Self.go(place) { _ = try $0.send(.inner) }
        }
        #expect(
            result.message.contains(
                "an event was sent from inside a step of Intruded; post(_:) an event, which is taken when the step is over"
            ))
    }

    @Test(arguments: [
        "step()", "settle()", "stop()", "snapshot()", "start()", "preview(_:)", "accepts(_:) or defers(_:)",
    ])
    func `other ways to begin a step or to look at the chart inside a handler`(function: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [function] in
            try Self.go(.handler) { interpreter in
                switch function {
                case "step()": _ = try interpreter.step(.inner)
                case "settle()": try interpreter.settle()
                case "stop()": try interpreter.stop()
                case "snapshot()": _ = try interpreter.snapshot()
                case "preview(_:)": _ = interpreter.preview(.inner)
                case "accepts(_:) or defers(_:)": _ = interpreter.accepts(.inner)
                default: try interpreter.start()
                }
            }
        }
        #expect(result.message.contains("\(function) was called from inside a step of Intruded"))
    }

    @Test(arguments: Intruded.Place.allCases, [false, true])
    func `what is posted from inside a step is taken after it`(place: Intruded.Place, isObserved: Bool) throws {
        let chart = Intruded()
        let interpreter = Interpreter(chart)
        if isObserved { interpreter.onStep = { _ in } }
        try interpreter.start()
        chart.intrude = { if $0 == place { try? interpreter.post(.inner) } }
        #expect(try interpreter.send(.go) == .handled)
        chart.intrude = { _ in }
        #expect(
            chart.notes == [
                "+Intruded", "+A", "+A.A1", "?go", "go?", "-A.A1", "!go", "+A.A2",
                "-A.A2", "-A", "+B",
            ])
        #expect(interpreter.configuration.description == "B")
    }

    private static func go(
        _ place: Intruded.Place, _ body: @escaping (Interpreter<Intruded>) throws -> Void
    ) throws {
        let chart = Intruded()
        let interpreter = Interpreter(chart)
        try interpreter.start()
        chart.intrude = { if $0 == place { try? body(interpreter) } }
        _ = try interpreter.send(.go)
    }
}
