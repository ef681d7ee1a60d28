import Statecharts
import Testing

/// A chart in an interpreter, every step of which is compared as a whole: the record with the configuration, and the notes of
/// the actions that really ran with the record.
///
/// Everything happens a second time in a twin that nobody observes, because unobserved steps take shorter ways through the
/// engine; the actions, the configuration and the outcome have to be the same.
final class Run<Top: Noting> {
    let interpreter: Interpreter<Top>
    let twin: Interpreter<Top>
    private var steps: [Macrostep<Top.Event>] = []
    var top: Top { interpreter.top }

    init(_ top: @autoclosure () -> Top) {
        interpreter = Interpreter(top())
        twin = Interpreter(top())
        interpreter.onStep = { [unowned self] in steps.append($0) }
    }

    /// Changes the data of both charts, or their interpreters' settings.
    func change(_ body: (Interpreter<Top>) throws -> Void) rethrows {
        try body(interpreter)
        try body(twin)
    }

    /// Starts, without looking.
    func start() throws {
        try change { try $0.start() }
        forget()
    }

    func start(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        forget()
        try change { try $0.start() }
        compare(expected, sourceLocation)
    }

    /// Sends an event and compares all steps that it caused, those of recalled events too.
    func send(_ event: Top.Event, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        forget()
        let outcome = try interpreter.send(event)
        #expect(try twin.send(event) == outcome, sourceLocation: sourceLocation)
        compare(expected, sourceLocation)
    }

    /// Sends events without looking.
    func quietly(_ events: Top.Event...) throws {
        for event in events { try change { try $0.send(event) } }
        forget()
    }

    func stop(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        forget()
        try change { try $0.stop() }
        compare(expected, sourceLocation)
    }

    func settle(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        forget()
        try change { try $0.settle() }
        compare(expected, sourceLocation)
    }

    /// Expects the chart to fail in this step.
    func fail(
        _ event: Top.Event, _ code: StepError.Code, _ expected: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        forget()
        change { interpreter in
            let error = #expect(throws: StepError.self, sourceLocation: sourceLocation) { try interpreter.send(event) }
            #expect(error?.code == code, sourceLocation: sourceLocation)
            #expect(interpreter.status == .failed, sourceLocation: sourceLocation)
        }
        compare(expected, sourceLocation)
    }

    private func forget() {
        steps = []
        interpreter.top.notes = []
        twin.top.notes = []
    }

    private func compare(_ expected: String, _ sourceLocation: SourceLocation) {
        let record = steps.map(\.description).joined(separator: "\n")
        #expect(record == expected, sourceLocation: sourceLocation)
        let actions = steps.flatMap(\.actions)
        #expect(top.notes == actions, "the record is not what ran", sourceLocation: sourceLocation)
        #expect(twin.top.notes == actions, "unobserved, something else ran", sourceLocation: sourceLocation)
        if let last = steps.last {
            #expect(interpreter.configuration == last.configuration, sourceLocation: sourceLocation)
        }
        #expect(twin.configuration == interpreter.configuration, sourceLocation: sourceLocation)
        #expect(twin.status == interpreter.status, sourceLocation: sourceLocation)
    }
}

extension Macrostep {
    /// What ``Noted`` states write down if the record is true.
    var actions: [String] {
        microsteps.flatMap { microstep in
            microstep.exits.map { "-\($0)" } + microstep.effects.map { "!\($0)" } + microstep.entries.map { "+\($0)" }
        }
    }
}
