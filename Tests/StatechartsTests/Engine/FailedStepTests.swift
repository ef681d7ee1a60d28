import Statecharts
import Testing

/// What the error of a failed step says about the step: the state, the action, and the event that was being taken.
@Suite struct FailedStepTests {
    @Test(arguments: [("leave", "A", StepError.Action.exit), ("cross", "A", .effect), ("enter", "B", .entry)])
    func `the error names the event and the action`(event: String, path: String, action: StepError.Action) throws {
        let interpreter = Interpreter(Frail())
        try interpreter.start()
        let error = #expect(throws: StepError.self) { try interpreter.send(event) }
        #expect(error?.path == path)
        #expect(error?.action == action)
        #expect(error?.event == event)
        #expect(
            error?.description
                == "\(path), taking \(event): threw Fragile(), and no state handled it; override failed(_:) in the state or "
                + "one above it [unhandledError]")
        // Whoever comes later hears the same, and not of an event of his own.
        #expect(interpreter.failure?.description == error?.description)
        #expect(throws: StepError.self) { try interpreter.send("cross") }
        #expect(interpreter.failure?.event == event)
    }

    @Test(arguments: [false, true])
    func `the error of a machine names the event, whoever gave it`(isPosted: Bool) async throws {
        let machine = Machine(Frail())
        try await machine.start()
        if isPosted {
            machine.post("cross")
        } else {
            await #expect(throws: StepError.self) { try await machine.send("cross") }
        }
        let error = await #expect(throws: StepError.self) { try await machine.finished }
        #expect(error?.event == "cross")
        #expect(error?.action == .effect)
    }

    @Test func `the error of a recalled event's step names that one`() throws {
        let interpreter = Interpreter(Frail())
        try interpreter.start()
        #expect(try interpreter.send("later") == .deferred)
        let error = #expect(throws: StepError.self) { try interpreter.send("go") }
        #expect(error?.event == "later")
        #expect(error?.path == "C")
    }

    @Test func `an error without an event names none`() throws {
        let interpreter = Interpreter(Frail(failsAtStart: true))
        let error = #expect(throws: StepError.self) { try interpreter.start() }
        #expect(error?.event == nil)
        #expect(error?.action == .entry)
        #expect(throws: StepError.self) { try interpreter.send("cross") }
        #expect(interpreter.failure?.event == nil)
    }
}

private struct Fragile: Error {}

//   Frail
//   ┌──────────────────────────────────────────────────────┐
//   │ ●──▶ A ──leave, cross / throws, enter──▶ B           │
//   │      A ──go──▶ C        A defers later; C throws it  │
//   └──────────────────────────────────────────────────────┘
// The exit of A throws after "leave", the entry of B after "enter".
private final class Frail: TopState<String> {
    let a = A(), b = B(), c = C()
    var failing = ""
    init(failsAtStart: Bool = false) { if failsAtStart { failing = "start" } }
    override func configure() { substates(a, b, c) }

    final class A: State<Frail, Frail> {
        override func entry() throws { if top.failing == "start" { throw Fragile() } }
        override func exit() throws { if top.failing == "leave" { throw Fragile() } }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "leave", "enter":
                top.failing = event
                return .to(superior.b)
            case "cross": return .to(superior.b) { throw Fragile() }
            case "go": return .to(superior.c)
            case "later": return .deferred
            default: return .unhandled
            }
        }
    }
    final class B: State<Frail, Frail> {
        override func entry() throws { if top.failing == "enter" { throw Fragile() } }
    }
    final class C: State<Frail, Frail> {
        override func handle(_ event: String) -> Reaction {
            event == "later" ? .handled { throw Fragile() } : .unhandled
        }
    }
}
