import Statecharts
import StatechartsTesting
import Testing

/// What the chart's own code does wrong inside of a step is an error of the step.
@Suite struct MistakeTests {
    private func chart(after events: [String], rescues: Bool = false) throws -> Interpreter<Slips> {
        let interpreter = Interpreter(Slips())
        interpreter.top.rescues = rescues
        try interpreter.start()
        for event in events { try interpreter.send(event) }
        return interpreter
    }

    @Test(arguments: slips)
    func `scoped data of a state that is not active are a mistake of the step, which names the property and the repair`(
        slip: Slip
    ) throws {
        let watched = try chart(after: slip.before), alone = try chart(after: slip.before)
        let step = try watched.step(slip.event)
        #expect(step.description == slip.record)
        // The same where nobody watches, and more than once: the first step of a class works out what the next one
        // finds.
        for interpreter in [alone, try chart(after: slip.before)] {
            let error = try #require(throws: StepError.self) { try interpreter.send(slip.event) }
            #expect(error.event == slip.event)
            #expect(
                [error.path, error.message, error.fix] == [
                    step.failure?.path, step.failure?.message, step.failure?.fix,
                ])
            #expect(error.code == step.failure?.code && error.transition == step.failure?.transition)
            #expect(interpreter.status == .failed)
            #expect(interpreter.configuration == step.configuration)
            #expect(interpreter.top.log == watched.top.log)
        }
    }

    @Test(arguments: slips)
    func `a mistake is offered like an error that was thrown, when the transition is complete`(slip: Slip) throws {
        let watched = try chart(after: slip.before, rescues: true), alone = try chart(after: slip.before, rescues: true)
        let lines = slip.record.split(separator: "\n").dropFirst().dropLast().map { $0.dropFirst(2) }
        let step = try watched.step(slip.event)
        #expect(step.failure == nil)
        #expect(step.microsteps.prefix(lines.count).map(\.description) == lines.map(String.init))
        #expect(step.microsteps.dropFirst(lines.count).allSatisfy { $0.description.hasPrefix("failure of ") })
        #expect(step.microsteps.count > lines.count)
        #expect(step.configuration.description == "Broken")
        try alone.send(slip.event)
        #expect(alone.configuration == step.configuration)
        #expect(alone.top.log == watched.top.log)
        // What is noted in between steps is as it was.
        #expect(try alone.send("nothing") == .unhandled)
    }

    @Test(arguments: slips)
    func `a look at a chart makes no mistake: it tells what the step would do`(slip: Slip) throws {
        let interpreter = try chart(after: slip.before)
        let microstep = interpreter.preview(slip.event)
        let outcome: Outcome =
            interpreter.accepts(slip.event) ? .handled : interpreter.defers(slip.event) ? .deferred : .unhandled
        #expect(interpreter.failure == nil)
        let step = try interpreter.step(slip.event)
        #expect(step.outcome == outcome)
        #expect(microstep == (outcome == .handled ? step.microsteps.first : nil))
    }

    @Test func `staying in the state, and taking a value in the handler, are the repairs`() throws {
        let interpreter = try chart(after: ["try"])
        try interpreter.send("retry inside")
        try interpreter.send("retry inside")
        #expect(interpreter.top.trying.attempts == 2)
        #expect(interpreter.configuration.description == "Trying.Waiting")
        let step = try interpreter.step("give up")
        #expect(step.failure?.code == .notActive)
        #expect(interpreter.top.log == ["2 and 0"])
    }

    @Test func `a mistake in failed(_:) is offered above it, and tells of the error that was offered`() throws {
        let interpreter = try chart(after: [])
        let error = try #require(throws: StepError.self) { try interpreter.send("throw") }
        #expect(error.code == .notActive)
        #expect(error.path == "Idle")
        #expect(error.underlying is CancellationError)
    }

    @Test func `a mistake that comes again and again ends the step as a cycle`() throws {
        let interpreter = Interpreter(Stubborn())
        let error = try #require(throws: StepError.self) { try interpreter.start() }
        #expect(error.code == .eventlessCycle)
        #expect(error.cycle == ["Only"])
    }

    @Test func `a mistake while the chart ends is told to who waits for the end`() throws {
        let interpreter = try chart(after: ["try", "look inside"])
        let error = try #require(throws: StepError.self) { try interpreter.stop() }
        #expect(interpreter.status == .stopped)
        #expect(error.code == .notActive)
        #expect(error.path == "Trying")
        #expect(error.message == "used Trying.Waiting.ticks, which was destroyed when Trying.Waiting was left")
    }

    @Test func `data of an embedded chart are there as long as that is active`() throws {
        let interpreter = Interpreter(Outside())
        try interpreter.start()
        try interpreter.send("count")
        let step = try interpreter.step("out")
        #expect(
            step.description == """
                out: handled → Home
                  event, Box → Home, exits Box.Within.Only Box.Within Box, effects Box, entries Home
                  failed: Box: used Box.Within.total, but the transition leaves Box.Within before its effect runs; \
                take total in the \
                handler, before it answers, or keep it in a state that stays, such as Outside [notActive]
                """)
    }

    // MARK: Machines

    @Test(arguments: slips)
    func `a machine fails with a mistake that nobody handles, and the process goes on`(slip: Slip) async throws {
        let machine = Machine(Slips())
        try await machine.start()
        for event in slip.before { try await machine.send(event) }
        let caught = await failure { try await machine.send(slip.event) }
        let error = try #require(caught)
        #expect(error.event == slip.event)
        #expect(slip.record.hasSuffix("\(error.message); \(error.fix) [\(error.code.rawValue)]"))
        #expect(await failure { try await machine.finished }?.description == error.description)
    }

    private func failure(_ body: () async throws -> Void) async -> StepError? {
        do { try await body() } catch { return error as? StepError }
        return nil
    }
}

//    ┌ Stubborn ───────────────────────────────────────────────┐
//    │ ●→ Only: always() makes a mistake, failed(_:) ignores it │
//    └─────────────────────────────────────────────────────────┘
private final class Stubborn: TopState<Int> {
    let only = Only(), other = Other()
    override func configure() { substates(only, other) }
    final class Only: State<Stubborn, Stubborn> {
        override func always() -> Reaction { superior.other.count > 0 ? .handled : .unhandled }
        override func failed(_ error: any Error) -> Reaction { .handled }
    }
    final class Other: State<Stubborn, Stubborn> {
        @Scoped var count = 0
    }
}

//    ┌ Outside ───────────────────────────────────────┐
//    │ ●→ Box [Within: ●→ Only] ──out──► Home          │
//    └────────────────────────────────────────────────┘
private final class Outside: TopState<String> {
    let box = Box(), home = Home()
    override func configure() { substates(box, home) }
    final class Box: Submachine<Outside, Outside, Within> {
        init() { super.init(Within(), translation: { $0 }) }
        override func handle(_ event: String) -> Reaction {
            event == "out" ? .to(superior.home) { chart.total += 1 } : .unhandled
        }
    }
    final class Home: State<Outside, Outside> {}
}

private final class Within: TopState<String> {
    @Scoped var total = 0
    let only = Only()
    override func configure() { substates(only) }
    override func handle(_ event: String) -> Reaction { event == "count" ? .handled { total += 1 } : .unhandled }
    final class Only: State<Within, Within> {}
}
