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
        #expect(error?.transition == "A → B")
        let asked = path == "B" ? "B and Frail were asked" : "Frail was asked, as A is not active any more"
        #expect(
            error?.description
                == "\(path), taking \(event) by A → B: threw Fragile(), and no state handled it: \(asked); override failed(_:) in "
                + "\(path == "B" ? "one of them" : "Frail") [unhandledError]")
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
        #expect(error?.transition == "C ↺")
    }

    /// The words of the source and of the vertices on the way, like the record of the step.
    @Test(arguments: [
        ("both", "A → B [near and far]"), ("ahead", "A → B [far]"), ("stay", "A ↺ [tired]"), ("exit", "A → B [near]"),
    ])
    func `the error names the words of the guards, as the record does`(event: String, transition: String) throws {
        for isWatched in [false, true] {
            let interpreter = Interpreter(Worded())
            var transitions: [String] = []
            if isWatched {
                interpreter.onStep = { transitions = $0.microsteps.flatMap { $0.transitions.map(\.description) } }
            }
            try interpreter.start()
            let error = #expect(throws: StepError.self) { try interpreter.send(event) }
            #expect(error?.transition == transition)
            if isWatched { #expect(transitions.contains(transition)) }
            // One that leads nowhere is not worth a word.
            let way = event == "stay" ? "" : " by \(transition)"
            #expect(error?.description.hasPrefix("A, taking \(event)\(way): threw Fragile()") == true)
        }
    }

    @Test func `an error without an event names none`() throws {
        let interpreter = Interpreter(Frail(failsAtStart: true))
        let error = #expect(throws: StepError.self) { try interpreter.start() }
        #expect(error?.event == nil)
        #expect(error?.transition == nil)
        #expect(error?.action == .entry)
        #expect(throws: StepError.self) { try interpreter.send("cross") }
        #expect(interpreter.failure?.event == nil)
    }

    /// Whichever way the step takes through the engine: each error is one of a transition that the record of the step has.
    @Test(arguments: [
        ("-Left.One", "Pair.Left.One → Pair.Left.Two"), ("!Right.One", "Pair.Right.One → Pair.Right.Two"),
        ("+Right.Two", "Pair.Right.One → Pair.Right.Two"), ("+Left.Two", "Pair.Left.One → Pair.Left.Two"),
    ])
    func `the error names the transition of its region, in every way of taking it`(place: String, transition: String)
        throws
    {
        for isWatched in [false, true] {
            for event in ["both", "choice"] {
                // Twice: the first step of a class works out what the second one finds worked out.
                for _ in 0..<2 {
                    let interpreter = Interpreter(FrailPair(place))
                    var transitions: [String] = []
                    if isWatched {
                        interpreter.onStep = {
                            transitions = $0.microsteps.flatMap { $0.transitions.map(\.description) }
                        }
                    }
                    try interpreter.start()
                    let error = #expect(throws: StepError.self) { try interpreter.send(event) }
                    let isOfChoice = event == "choice" && place.hasPrefix("+Left")
                    #expect(
                        error?.transition
                            == (isOfChoice
                                ? "Pair.Left.choice → Pair.Left.Two"
                                : transition.replacing(
                                    "Pair.Left.Two", with: event == "choice" ? "Pair.Left.choice" : "Pair.Left.Two")))
                    if isWatched { #expect(transitions.contains(error?.transition ?? "")) }
                }
            }
        }
    }

    @Test func `the transition is named too where another one was preempted`() throws {
        let interpreter = Interpreter(Courtyard())
        try interpreter.start()
        let step = try interpreter.step(.dark)
        #expect(step.failure?.path == "Gate.Open")
        #expect(step.failure?.action == .exit)
        #expect(step.failure?.transition == "Gate.Open → Gate.Shut")
        #expect(step.microsteps[0].preempted.map(\.description) == ["House.Lit.kitchen.Bright → House.Dark"])
        #expect(step.configuration.description == "(House.Dim, Gate.Shut)")
    }
}

private struct Fragile: Error {}

//   Worded
//   ┌──────────────────────────────────────────────────────┐
//   │ ●──▶ A ──both [near], ahead──▶ ◇ ──[far]──▶ B         │
//   │      A ──exit [near]──▶ B      A stays: [tired]      │
//   └──────────────────────────────────────────────────────┘
// The effects of A throw, and its exit after "exit".
private final class Worded: TopState<String> {
    let a = A(), b = B()
    let junction = Junction<Worded, Worded> { .to($0.b).when("far") }
    override func configure() { substates(a, b, junction) }

    final class A: State<Worded, Worded> {
        private var isFrail = false
        override func exit() throws { if isFrail { throw Fragile() } }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "both": return .to(superior.junction) { throw Fragile() }.when("near")
            case "ahead": return .to(superior.junction) { throw Fragile() }
            case "stay": return .handled { throw Fragile() }.when("tired")
            case "exit":
                isFrail = true
                return .to(superior.b).when("near")
            default: return .unhandled
            }
        }
    }
    final class B: State<Worded, Worded> {}
}

//   FrailPair: Pair
//   ┌───────────────────────────────────────────────────┐
//   │ Left:  ●──▶ One ──both──▶ Two                     │
//   │              └──choice──▶ ◇──▶ Two                │
//   ├───────────────────────────────────────────────────┤
//   │ Right: ●──▶ One ──both, choice──▶ Two             │
//   └───────────────────────────────────────────────────┘
// One action throws: "-Left.One" is the exit, "!Left.One" the effect, "+Left.Two" the entry.
private final class FrailPair: TopState<String> {
    let pair = Pair()
    let failing: String
    init(_ failing: String) { self.failing = failing }
    override func configure() { substates(pair) }
    func fail(_ place: String) throws { if place == failing { throw Fragile() } }

    final class Pair: OrthogonalState<FrailPair, FrailPair> {
        let left = Left(), right = Right()
        override func configure() { regions(left, right) }
    }
    final class Left: State<Pair, FrailPair> {
        let one = One(), two = Two()
        let choice = Choice<Left, FrailPair> { .to($0.two) }
        override func configure() { substates(one, two, choice) }
        final class One: State<Left, FrailPair> {
            override func exit() throws { try top.fail("-Left.One") }
            override func handle(_ event: String) -> Reaction {
                event == "choice" ? .to(superior.choice) : .to(superior.two) { try self.top.fail("!Left.One") }
            }
        }
        final class Two: State<Left, FrailPair> {
            override func entry() throws { try top.fail("+Left.Two") }
        }
    }
    final class Right: State<Pair, FrailPair> {
        let one = One(), two = Two()
        override func configure() { substates(one, two) }
        final class One: State<Right, FrailPair> {
            override func exit() throws { try top.fail("-Right.One") }
            override func handle(_ event: String) -> Reaction {
                .to(superior.two) { try self.top.fail("!Right.One") }
            }
        }
        final class Two: State<Right, FrailPair> {
            override func entry() throws { try top.fail("+Right.Two") }
        }
    }
}

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
