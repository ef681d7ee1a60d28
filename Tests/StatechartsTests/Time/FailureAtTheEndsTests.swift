import Statecharts
import Testing

/// Errors while a machine starts or comes to its end; whole records, thrown at once and after a suspension.
@Suite struct FailureAtTheEndsTests: WorksTests {
    @Test(arguments: [false, true])
    func `an error in the first step can be handled, and the machine starts elsewhere`(_ suspends: Bool) async throws {
        let result = try await run(suspends) { works in
            works.flaw("+Idle")
            works.topAnswer = { .to($0.safe) }
        }
        #expect(
            result.steps == [
                """
                start: handled → Safe
                  start, entries Works Idle
                  failure of Idle: trouble at +Idle, Works → Safe, exits Idle, entries Safe
                """, stopInSafe,
            ])
        #expect(result.offered == ["Idle", "Works"])
    }

    @Test(arguments: [false, true], ["Works", "Idle"])
    func `an error in the first step that nobody handles fails the start`(
        _ suspends: Bool, _ state: String
    ) async throws {
        let result = try await run(suspends) { $0.flaw("+\(state)") }
        let error = unhandled(
            state, "trouble at +\(state)", asked: state == "Works" ? "Works was asked" : "\(state) and Works were asked"
        )
        #expect(result.steps == ["start: handled → Idle\n  start, entries Works Idle\n  failed: \(error)"])
        #expect(result.offered == (state == "Idle" ? ["Idle", "Works"] : ["Works"]))
        #expect(result.end?.description == error)
    }

    @Test(arguments: [false, true], [false, true])
    func `an error in the effect of the initial transition is the composite's`(
        _ suspends: Bool, _ isHandled: Bool
    ) async throws {
        let chart = Beginning(suspends, isHandled: isHandled)
        let machine = Machine(chart)
        let stream = machine.steps
        var error: StepError?
        do {
            try await machine.start()
            try await machine.stop()
        } catch let caught as StepError { error = caught }
        var steps: [String] = []
        for await step in stream { steps.append(step.description) }
        let asked = "Box and Beginning were asked, as Box.first is not active any more"
        let first = """
              start, entries Beginning Box
              choice Box.first, Box.first → Box.Inside, effects Box.first, entries Box.Inside
            """
        #expect(
            steps
                == (isHandled
                    ? [
                        """
                        start: handled → Outside
                        \(first)
                          failure of Box.first: Unavailable(), Box → Outside, exits Box.Inside Box, entries Outside
                        """, "stop: handled → Outside\n  finish, exits Outside Beginning",
                    ]
                    : [
                        "start: handled → Box.Inside\n\(first)\n  failed: \(unhandled("Box.first", "Unavailable()", asked: asked))"
                    ]))
        #expect(error?.description == (isHandled ? nil : unhandled("Box.first", "Unavailable()", asked: asked)))
    }

    @Test(arguments: [false, true])
    func `an error on the way to the end is handled before the end, which is then none`(_ suspends: Bool) async throws {
        let result = try await run(suspends, .end) { works in
            works.flaw("!Works")
            works.topAnswer = { .to($0.safe) }
        }
        #expect(
            result.steps == [
                start,
                """
                end: handled → Safe
                  event, Works → End, exits Idle, effects Works, entries End
                  failure of Works: trouble at !Works, Works → Safe, exits End, entries Safe
                """, stopInSafe,
            ])
    }

    /// The machine has not failed by it: it is stopped.
    @Test(arguments: [false, true])
    func `an error in an exit while the machine ends is offered to nobody and not lost`(_ suspends: Bool) async throws {
        let result = try await run(suspends, .go, .step) { works in
            works.flaw("-Pair.Left")
            works.flaw("-Pair.Right")
            works.topAnswer = { _ in .handled }
        }
        let error =
            "Pair.Right: threw trouble at -Pair.Right (and Pair.Left: trouble at -Pair.Left) while the machine ended; "
            + "catch the error where it is thrown [unhandledError]"
        #expect(
            result.steps == [
                start, go, "step: handled → (Pair.Left.L2, Pair.Right.R2)\n  \(bothStep)",
                stopInPair + "\n  failed: \(error)",
            ])
        #expect(result.offered == [])
        #expect(result.end?.description == error)
    }

    enum End: CaseIterable { case stop, final, terminate }

    @Test(arguments: End.allCases, [false, true])
    func `an exit that throws while the machine ends leaves it at its end, and whoever waits for that gets the error`(
        _ end: End, _ suspends: Bool
    ) async throws {
        let place = end == .terminate ? "Room" : "Leaving"
        let machine = Machine(Leaving(suspends))
        try await machine.start()
        let finished = Task { try await machine.finished }
        let error = await #expect(throws: StepError.self) {
            switch end {
            case .stop: try await machine.stop()
            case .final: try await machine.send("end")
            case .terminate: try await machine.send("cut")
            }
        }
        #expect(
            error?.description
                == "\(place): threw Unavailable() while the machine ended; catch the error where it is thrown [unhandledError]"
        )
        #expect(await #expect(throws: StepError.self) { try await finished.value }?.path == place)
        #expect(await #expect(throws: StepError.self) { try await machine.stop() }?.path == place)
        #expect(try await machine.send("end") == .finished)
        #expect(machine.post("end") == false)
        let question = await #expect(throws: MachineError.self) { try await machine.ask { (_: Reply<Int>) in "end" } }
        #expect(question?.code == .finished)
        switch end {
        case .stop: #expect(await machine.status == .stopped)
        case .final: #expect(await machine.status == .finished)
        case .terminate: #expect(await machine.status == .terminated)
        }
    }

    @Test(arguments: End.allCases)
    func `an interpreter whose exit throws at the end is at its end`(_ end: End) throws {
        let interpreter = Interpreter(LeavingAtOnce(false))
        try interpreter.start()
        #expect(throws: StepError.self) {
            switch end {
            case .stop: try interpreter.stop()
            case .final: try interpreter.send("end")
            case .terminate: try interpreter.send("cut")
            }
        }
        #expect(interpreter.failure?.path == (end == .terminate ? "Room" : "LeavingAtOnce"))
        #expect(try interpreter.send("end") == .finished)
        try interpreter.stop()
        switch end {
        case .stop: #expect(interpreter.status == .stopped)
        case .final: #expect(interpreter.status == .finished)
        case .terminate: #expect(interpreter.status == .terminated)
        }
    }
}

//    ┌ Leaving ──────────────────────────────┐  exit / throws
//    │ ●→ Room: end ──► ◉                      │
//    │          cut / throws ──► ✕             │
//    └───────────────────────────────────────┘
private class LeavingAtOnce: TopState<String> {
    let suspends: Bool
    let room = Room(), end = FinalState<LeavingAtOnce, LeavingAtOnce>()
    let cut = Terminate<LeavingAtOnce, LeavingAtOnce>()
    init(_ suspends: Bool) { self.suspends = suspends }
    override func configure() { substates(room, end, cut) }
    override func exit() throws { if !suspends { throw Unavailable() } }
    final class Room: State<LeavingAtOnce, LeavingAtOnce> {
        override func handle(_ event: String) -> Reaction {
            event == "end" ? .to(superior.end) : .to(superior.cut) { throw Unavailable() }
        }
    }
}

private final class Leaving: LeavingAtOnce {
    override func exit() async throws {
        guard suspends else { return }
        await Task.yield()
        throw Unavailable()
    }
}

//    ┌ Beginning ─────────────────────────────────┐
//    │    ┌ Box ───────────────────┐               │
//    │ ●→ │ ●→ ◇ ──/ throws──► Inside │     Outside   │
//    │    └────────────────────────┘               │
//    └────────────────────────────────────────────┘
private final class Beginning: TopState<Int> {
    let suspends: Bool
    let isHandled: Bool
    let box = Box(), outside = Outside()
    init(_ suspends: Bool, isHandled: Bool) {
        self.suspends = suspends
        self.isHandled = isHandled
    }
    override func configure() { substates(box, outside) }

    final class Box: State<Beginning, Beginning> {
        let first = Choice<Box, Beginning> { box in
            if box.top.suspends {
                .to(box.inside) {
                    await Task.yield()
                    throw Unavailable()
                }
            } else {
                .to(box.inside) { throw Unavailable() }
            }
        }
        let inside = Inside()
        override func configure() { substates(inside, first, initial: first) }
        override func failed(_ error: any Error) -> Reaction { top.isHandled ? .to(superior.outside) : .unhandled }
        final class Inside: State<Box, Beginning> {}
    }
    final class Outside: State<Beginning, Beginning> {}
}
