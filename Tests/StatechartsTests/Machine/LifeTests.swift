import Statecharts
import Testing

@Suite struct LifeTests {
    @Test func `finished returns when a final state of the top state is reached`() async throws {
        let machine = Machine(Shelter())
        let end = Task { try await machine.finished }
        try await machine.start()
        #expect(try await machine.send("end") == .handled)
        try await end.value
        try await machine.finished
        #expect(await machine.status == .finished)
        #expect(await machine.configuration.description == "End")
        #expect(await machine.isActive(\.end) == false)
        #expect(try await machine.send("guest") == .finished)
        #expect(machine.post("guest") == false)
        try await machine.stop()
        #expect(await machine.status == .finished)
    }

    @Test func `finished throws the error with which the machine failed, and so does everything afterwards`()
        async throws
    {
        let machine = Machine(Broken())
        let end = Task { try await machine.finished }
        try await machine.start()
        let sent = await #expect(throws: StepError.self) { try await machine.send("nowhere") }
        #expect(sent?.code == .noBranch)
        let ended = await #expect(throws: StepError.self) { try await end.value }
        #expect(ended?.code == .noBranch)
        let later = await #expect(throws: StepError.self) { try await machine.send("closed") }
        #expect(later?.code == .noBranch)
        let stopped = await #expect(throws: StepError.self) { try await machine.stop() }
        #expect(stopped?.code == .noBranch)
        #expect(machine.post("closed") == false)
        #expect(await machine.status == .failed)
    }

    @Test func `who waits for an event behind a failing step gets the error`() async throws {
        let gate = Turnstile()
        let machine = Machine(Slowly(gate), unhandled: .fail)
        try await machine.start()
        machine.post("enter")
        await gate.arrival()
        machine.post("nonsense")
        let waiting = Task { try await machine.send("count") }
        await gate.open()
        let error = await #expect(throws: StepError.self) { try await machine.finished }
        #expect(error?.code == .unhandledEvent)
        let waited = await #expect(throws: StepError.self) { try await waiting.value }
        #expect(waited?.code == .unhandledEvent)
    }

    @Test func `waiting for the end can be cancelled`() async throws {
        let machine = Machine(Player())
        try await machine.start()
        let end = Task { try await machine.finished }
        end.cancel()
        await #expect(throws: CancellationError.self) { try await end.value }
        #expect(await machine.status == .running)
        try await machine.stop()
    }

    @Test func `a machine is sent nothing before its start`() async throws {
        let machine = Machine(Player())
        #expect(await machine.configuration == .empty)
        #expect(await machine.isActive(\.playing) == false)
        #expect(await machine.status == .new)
        let error = await #expect(throws: MachineError.self) { try await machine.send("toggle") }
        #expect(error?.code == .notStarted)
        #expect(error?.machine == "Player")
        #expect(error?.event == "toggle")
        #expect(
            error?.description == """
                Player: toggle was sent before start(); start the machine first, or post the event, which then waits for the \
                start [notStarted]
                """)
        try await machine.start()
        #expect(try await machine.send("toggle") == .handled)
    }

    @Test func `a machine is started once`() async throws {
        let machine = Machine(Player())
        try await machine.start()
        let running = await #expect(throws: MachineError.self) { try await machine.start() }
        #expect(running?.code == .alreadyStarted)
        #expect(
            running?.description == """
                Player: the machine was started or stopped before; make a new one to start again [alreadyStarted]
                """)
        try await machine.stop()
        let ended = await #expect(throws: MachineError.self) { try await machine.start() }
        #expect(ended?.code == .alreadyStarted)
    }

    @Test func `a machine that is stopped before its start is at its end`() async throws {
        let machine = Machine(Player())
        let early = machine.question { (_: Reply<Int>) in "toggle" }
        try await machine.stop()
        #expect(await machine.status == .stopped)
        try await machine.finished
        try await machine.stop()
        let unasked = await #expect(throws: MachineError.self) { try await early.value }
        #expect(unasked?.code == .notStarted)
        let late = await #expect(throws: MachineError.self) {
            try await machine.ask { (_: Reply<Int>) in "toggle" }
        }
        #expect(late?.code == .finished)
        #expect(machine.post("toggle") == false)
        #expect(try await machine.send("toggle") == .finished)
        #expect(await machine.status == .stopped)
        let error = await #expect(throws: MachineError.self) { try await machine.start() }
        #expect(error?.code == .alreadyStarted)
    }

    @Test func `a chart with mistakes does not start, and can be started when they are corrected`() async throws {
        let machine = Machine(Corrected())
        #expect(machine.post(1))
        let error = await #expect(throws: ChartError.self) { try await machine.start() }
        #expect(error?.diagnostics.map(\.code) == [.configuredTwice])
        #expect(await machine.status == .new)
        #expect(await machine.configuration == .empty)
        try await machine.withTop { $0.isCorrect = true }
        try await machine.start()
        #expect(try await machine.withTop { $0.taken } == [1])
    }

    @Test func `a first step that fails ends the machine`() async throws {
        let machine = Machine(StillBorn())
        #expect(machine.post(1))
        let error = await #expect(throws: StepError.self) { try await machine.start() }
        #expect(error?.code == .unhandledError)
        await #expect(throws: StepError.self) { try await machine.finished }
        #expect(machine.post(1) == false)
    }

    @Test func `the streams of a machine end with its last reference`() async throws {
        let steps: Machine<Player>.Steps
        do {
            let machine = Machine(Player())
            steps = machine.steps
            try await machine.start()
        }
        var seen: [String] = []
        for await step in steps { seen.append("\(step.trigger)") }
        #expect(seen == ["start"])
    }

    // MARK: Unhandled events

    @Test func `an unhandled event is ignored by default, and the sender knows`() async throws {
        let machine = Machine(Player())
        try await machine.start()
        #expect(try await machine.send("nonsense") == .unhandled)
        #expect(await machine.status == .running)
    }

    @Test func `an unhandled event can be reported`() async throws {
        let (reports, continuation) = AsyncStream.makeStream(of: String.self)
        let machine = Machine(
            Player(), unhandled: .report { event, configuration in continuation.yield("\(event) in \(configuration)") })
        try await machine.start()
        #expect(try await machine.send("nonsense") == .unhandled)
        #expect(try await machine.send("faster") == .handled)
        machine.post("more nonsense")
        try await machine.stop()
        continuation.finish()
        var seen: [String] = []
        for await report in reports { seen.append(report) }
        #expect(seen == ["nonsense in Playing.Slow", "more nonsense in Playing.Fast"])
    }

    /// Reports of a machine with this chart, which is sent these events.
    private func reports(_ chart: sending Drifting, _ events: String...) async throws -> [String] {
        let (reports, continuation) = AsyncStream.makeStream(of: String.self)
        let machine = Machine(
            chart, unhandled: .report { event, configuration in continuation.yield("\(event) in \(configuration)") })
        try await machine.start()
        for event in events { try await machine.send(event) }
        #expect(await machine.configuration.description == "There")
        try await machine.stop()
        continuation.finish()
        var seen: [String] = []
        for await report in reports { seen.append(report) }
        return seen
    }

    @Test func `what is reported is the configuration in which nobody wanted the event, not what came of it`()
        async throws
    {
        #expect(try await reports(Drifting(), "wander") == ["wander in Here"])
    }

    @Test func `a recalled event that nobody handles is reported too`() async throws {
        #expect(try await reports(Drifting(), "later", "go", "wander") == ["later in There", "wander in There"])
    }

    @Test func `an unhandled event can fail the machine, in one record`() async throws {
        let machine = Machine(Player(), unhandled: .fail)
        let steps = machine.steps
        try await machine.start()
        let error = await #expect(throws: StepError.self) { try await machine.send("nonsense") }
        #expect(error?.code == .unhandledEvent)
        #expect(error?.path == "Playing.Slow")
        var seen: [String] = []
        for await step in steps { seen.append(step.description) }
        #expect(
            seen.dropFirst() == [
                """
                nonsense: unhandled → Playing.Slow
                  failed: Playing.Slow: no active state reacted to nonsense; handle the event in one of these states or above, \
                or choose another policy [unhandledEvent]
                """
            ])
    }

    @Test func `a recalled event that nobody handles counts as unhandled`() async throws {
        let machine = Machine(Forgetting(), unhandled: .fail)
        try await machine.start()
        #expect(try await machine.send("later") == .deferred)
        let error = await #expect(throws: StepError.self) { try await machine.send("go") }
        #expect(error?.code == .unhandledEvent)
        #expect(error?.path == "There")
    }

    @Test func `more deferred events than the machine allows fail it`() async throws {
        let machine = Machine(Shelter(), deferralLimit: 1)
        try await machine.start()
        #expect(try await machine.send("guest") == .deferred)
        let error = await #expect(throws: StepError.self) { try await machine.send("guest") }
        #expect(error?.code == .tooManyDeferred)
    }
}

/// Declares its states in two calls until it is corrected.
private final class Corrected: TopState<Int> {
    var isCorrect = false
    var taken: [Int] = []
    let one = One(), two = Two()
    override func configure() {
        if isCorrect {
            substates(one, two)
        } else {
            substates(one)
            substates(two)
        }
    }
    override func handle(_ event: Int) -> Reaction { .handled { self.taken.append(event) } }
    final class One: State<Corrected, Corrected> {}
    final class Two: State<Corrected, Corrected> {}
}

private final class StillBorn: TopState<Int> {
    override func entry() throws { throw CancellationError() }
}

/// Is on its way when somebody asks whether it wants to be, though it does not say so.
private final class Drifting: TopState<String> {
    var wanders = false
    let here = Here(), there = There()
    override func configure() { substates(here, there) }
    override func handle(_ event: String) -> Reaction {
        if event == "wander" { wanders = true }
        return .unhandled
    }
    final class Here: State<Drifting, Drifting> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "later": .deferred
            case "go": .to(superior.there)
            default: .unhandled
            }
        }
        override func always() -> Reaction { top.wanders ? .to(superior.there) : .unhandled }
    }
    final class There: State<Drifting, Drifting> {}
}

/// Defers what nobody will handle.
private final class Forgetting: TopState<String> {
    let here = Here(), there = There()
    override func configure() { substates(here, there) }
    final class Here: State<Forgetting, Forgetting> {
        override func handle(_ event: String) -> Reaction { event == "later" ? .deferred : .to(superior.there) }
    }
    final class There: State<Forgetting, Forgetting> {}
}
