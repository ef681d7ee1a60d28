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
        let error = unhandled(state, "trouble at +\(state)")
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
                        "start: handled → Box.Inside\n\(first)\n  failed: \(unhandled("Box.first", "Unavailable()"))"
                    ]))
        #expect(error?.description == (isHandled ? nil : unhandled("Box.first", "Unavailable()")))
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

    @Test(arguments: [false, true])
    func `an error in an exit while the machine ends is offered to nobody and not lost`(_ suspends: Bool) async throws {
        let result = try await run(suspends, .go, .step) { works in
            works.flaw("-Pair.Left")
            works.flaw("-Pair.Right")
            works.topAnswer = { _ in .handled }
        }
        let error =
            "Pair.Right: threw trouble at -Pair.Right while the machine ended; catch the error where it is thrown [unhandledError]"
        #expect(
            result.steps == [
                start, go, "step: handled → (Pair.Left.L2, Pair.Right.R2)\n  \(bothStep)",
                stopInPair + "\n  failed: \(error)",
            ])
        #expect(result.offered == [])
        #expect(result.end?.description == error)
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
