import Statecharts
import Testing

/// A chart in an interpreter, every step of which is compared as a whole: the record with the configuration, and the notes
/// of the actions that really ran with the record.
final class Run<Top: Noting> {
    let interpreter: Interpreter<Top>
    private var steps: [Macrostep<Top.Event>] = []
    var top: Top { interpreter.top }

    init(_ top: Top) {
        interpreter = Interpreter(top)
        interpreter.onStep = { [unowned self] in steps.append($0) }
    }

    /// Starts, without looking.
    func start() throws {
        try interpreter.start()
        steps = []
        top.notes = []
    }

    func start(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expect(expected, sourceLocation) { try interpreter.start() }
    }

    /// Sends an event and compares all steps that it caused, those of recalled events too.
    func send(_ event: Top.Event, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expect(expected, sourceLocation) { try interpreter.send(event) }
    }

    /// Sends events without looking.
    func quietly(_ events: Top.Event...) throws {
        for event in events { try interpreter.send(event) }
        steps = []
        top.notes = []
    }

    func stop(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expect(expected, sourceLocation) { try interpreter.stop() }
    }

    func settle(_ expected: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expect(expected, sourceLocation) { try interpreter.settle() }
    }

    /// Expects the chart to fail in this step.
    func fail(
        _ event: Top.Event, with code: StepError.Code, _ expected: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        steps = []
        top.notes = []
        let error = #expect(throws: StepError.self, sourceLocation: sourceLocation) { try interpreter.send(event) }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        compare(expected, sourceLocation)
    }

    private func expect(_ expected: String, _ sourceLocation: SourceLocation, _ body: () throws -> Void) throws {
        steps = []
        top.notes = []
        try body()
        compare(expected, sourceLocation)
    }

    private func compare(_ expected: String, _ sourceLocation: SourceLocation) {
        let record = steps.map(\.description).joined(separator: "\n")
        #expect(record == expected, sourceLocation: sourceLocation)
        #expect(top.notes == steps.flatMap(\.actions), "the record is not what ran", sourceLocation: sourceLocation)
        if let last = steps.last {
            #expect(interpreter.configuration == last.configuration, sourceLocation: sourceLocation)
        }
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
