import Statecharts
import StatechartsTesting
import Testing

/// Every way that an error can take through a machine; whole records, thrown at once and after a suspension.
@Suite struct FailurePathTests {
    let clock = ManualClock()

    /// Starts a machine, sends it events, stops it; answers with everything it did.
    private func run(
        _ suspends: Bool, _ events: Works.Event..., prepare: (Works) -> Void
    ) async throws -> (steps: [String], offered: [String], inside: [String], end: StepError?) {
        let works = Works(suspends: suspends)
        works.part.chart.suspends = suspends
        prepare(works)
        let machine = Machine(works, clock: clock)
        let stream = machine.steps
        var end: StepError?
        do {
            try await machine.start()
            await clock.settle()
            for event in events {
                try await machine.send(event)
                await clock.settle()
            }
            try await machine.stop()
            try await machine.finished
        } catch let error as StepError { end = error }
        var steps: [String] = []
        for await step in stream { steps.append(step.description) }
        let (offered, inside) = try await machine.withTop { ($0.offered, $0.part.chart.offered) }
        return (steps, offered, inside, end)
    }

    private let start = "start: handled → Idle\n  start, entries Works Idle"
    private let go = """
        go: handled → (Pair.Left.L1, Pair.Right.R1)
          event, Idle → Pair, exits Idle, effects Idle, entries Pair Pair.Left Pair.Left.L1 Pair.Right Pair.Right.R1
        """
    private let bothStep = """
        event, Pair.Left.L1 → Pair.Left.L2; Pair.Right.R1 → Pair.Right.R2, exits Pair.Right.R1 Pair.Left.L1, \
        effects Pair.Left.L1 Pair.Right.R1, entries Pair.Left.L2 Pair.Right.R2
        """
    private let stopInPair = """
        stop: handled → (Pair.Left.L2, Pair.Right.R2)
          finish, exits Pair.Right.R2 Pair.Right Pair.Left.L2 Pair.Left Pair Works
        """
    private let stopInSafe = "stop: handled → Safe\n  finish, exits Safe Works"

    private func unhandled(_ path: String, _ error: String) -> String {
        "\(path): threw \(error), and no state handled it; override failed(_:) in the state or one above it [unhandledError]"
    }

    // MARK: Regions

    @Test(arguments: [false, true])
    func `errors of several regions are offered in the order in which they were thrown, each in its region`(
        _ suspends: Bool
    ) async throws {
        let result = try await run(suspends, .go, .step) { works in
            for place in ["-Pair.Left.L1", "!Pair.Right.R1", "+Pair.Right.R2", "-Pair.Right.R1"] { works.flaw(place) }
            works.answers["Pair.Left"] = { _ in .handled }
            works.answers["Pair.Right"] = { _ in .handled }
        }
        #expect(
            result.steps == [
                start, go,
                """
                step: handled → (Pair.Left.L2, Pair.Right.R2)
                  \(bothStep)
                  failure of Pair.Right.R1: trouble at -Pair.Right.R1, Pair.Right ↺
                  failure of Pair.Left.L1: trouble at -Pair.Left.L1, Pair.Left ↺
                  failure of Pair.Right.R1: trouble at !Pair.Right.R1, Pair.Right ↺
                  failure of Pair.Right.R2: trouble at +Pair.Right.R2, Pair.Right ↺
                """, stopInPair,
            ])
        #expect(result.offered == ["Pair.Right", "Pair.Left", "Pair.Right", "Pair.Right.R2", "Pair.Right"])
        #expect(result.end == nil)
    }

    @Test(arguments: [false, true])
    func `a region's answer moves that region only`(_ suspends: Bool) async throws {
        let result = try await run(suspends, .go, .step) { works in
            works.flaw("+Pair.Left.L2")
            works.answers["Pair.Left.L2"] = { .to($0.pair.left.l1) }
        }
        #expect(
            result.steps == [
                start, go,
                """
                step: handled → (Pair.Left.L1, Pair.Right.R2)
                  \(bothStep)
                  failure of Pair.Left.L2: trouble at +Pair.Left.L2, Pair.Left.L2 → Pair.Left.L1, exits Pair.Left.L2, \
                entries Pair.Left.L1
                """,
                """
                stop: handled → (Pair.Left.L1, Pair.Right.R2)
                  finish, exits Pair.Right.R2 Pair.Right Pair.Left.L1 Pair.Left Pair Works
                """,
            ])
        #expect(result.offered == ["Pair.Left.L2"])
    }

    @Test(arguments: [false, true], [false, true])
    func `an error whose region was left meanwhile goes to who is still active`(
        _ suspends: Bool, _ isHandled: Bool
    ) async throws {
        let result = try await run(suspends, .go, .step) { works in
            for place in ["+Pair.Left.L2", "+Pair.Right.R2"] { works.flaw(place) }
            works.answers["Pair.Left"] = { .to($0.safe) }
            works.answers["Pair.Right"] = { _ in .handled }
            if isHandled { works.topAnswer = { _ in .handled } }
        }
        let common = """
            step: handled → Safe
              \(bothStep)
              failure of Pair.Left.L2: trouble at +Pair.Left.L2, Pair.Left → Safe, \
            exits Pair.Right.R2 Pair.Right Pair.Left.L2 Pair.Left Pair, entries Safe
            """
        let error = unhandled("Pair.Right.R2", "trouble at +Pair.Right.R2")
        let rest =
            isHandled
            ? [common + "\n  failure of Pair.Right.R2: trouble at +Pair.Right.R2, Works ↺", stopInSafe]
            : [common + "\n  failed: \(error)"]
        #expect(result.steps == [start, go] + rest)
        #expect(result.offered == ["Pair.Left.L2", "Pair.Left", "Works"])
        #expect(result.end?.description == (isHandled ? nil : error))
    }

    // MARK: Start and end

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

    // MARK: Errors of answers

    @Test(arguments: [false, true])
    func `an error in an answer's own transition is offered anew, from its origin outwards`(
        _ suspends: Bool
    ) async throws {
        let result = try await run(suspends, .go, .step) { works in
            for place in ["+Pair.Left.L2", "-Pair.Left.L2", "!answer"] { works.flaw(place) }
            works.answers["Pair.Left.L2"] = { works in
                // The state is entered again by the answer, and then that fails too.
                works.flaw("+Pair.Left.L1")
                return works.move("answer", to: works.pair.left.l1)
            }
            works.answers["Pair.Left.L1"] = { _ in .handled }
            works.answers["Pair"] = { _ in .handled }
        }
        #expect(
            result.steps == [
                start, go,
                """
                step: handled → (Pair.Left.L1, Pair.Right.R2)
                  \(bothStep)
                  failure of Pair.Left.L2: trouble at +Pair.Left.L2, Pair.Left.L2 → Pair.Left.L1, exits Pair.Left.L2, \
                effects Pair.Left.L2, entries Pair.Left.L1
                  failure of Pair.Left.L2: trouble at -Pair.Left.L2, Pair ↺
                  failure of Pair.Left.L2: trouble at !answer, Pair ↺
                  failure of Pair.Left.L1: trouble at +Pair.Left.L1, Pair.Left.L1 ↺
                """,
                """
                stop: handled → (Pair.Left.L1, Pair.Right.R2)
                  finish, exits Pair.Right.R2 Pair.Right Pair.Left.L1 Pair.Left Pair Works
                """,
            ])
        #expect(result.offered == ["Pair.Left.L2", "Pair.Left", "Pair", "Pair.Left", "Pair", "Pair.Left.L1"])
    }

    @Test(arguments: [false, true])
    func `an answer that leads into the same error again and again fails the machine and is named`(
        _ suspends: Bool
    ) async throws {
        let result = try await run(suspends, .go) { works in
            works.flaw("+Pair.Left", forEver: true)
            works.flaw("+Safe", forEver: true)
            works.topAnswer = { .to($0.safe) }
        }
        let error = """
            Works: took more than 1000 transitions without an event, again and again through Works; \
            let one of always(), completed() or failed(_:) answer .unhandled [eventlessCycle]
            """
        let expected = """
            go: handled → Safe
              event, Idle → Pair, exits Idle, effects Idle, entries Pair Pair.Left Pair.Left.L1 Pair.Right Pair.Right.R1
              failure of Pair.Left: trouble at +Pair.Left, Works → Safe, \
            exits Pair.Right.R1 Pair.Right Pair.Left.L1 Pair.Left Pair, entries Safe

            """
            + String(
                repeating: "  failure of Safe: trouble at +Safe, Works → Safe, exits Safe, entries Safe\n", count: 999)
        #expect(result.steps == [start, expected + "  failed: \(error)"])
        #expect(result.end?.description == error)
    }

    // MARK: Submachines

    private let part =
        "part: handled → Part.Press.I1\n  event, Idle → Part, exits Idle, effects Idle, entries Part Part.Press Part.Press.I1"
    private let pressStep =
        "event, Part.Press.I1 → Part.Press.I2, exits Part.Press.I1, effects Part.Press.I1, entries Part.Press.I2"

    @Test(arguments: [false, true])
    func `an error inside a submachine is offered inside first`(_ suspends: Bool) async throws {
        let result = try await run(suspends, .part, .step) { works in
            works.part.chart.flaw = "+I2"
            works.part.chart.topAnswer = { .to($0.i1) }
        }
        #expect(
            result.steps == [
                start, part,
                """
                step: handled → Part.Press.I1
                  \(pressStep)
                  failure of Part.Press.I2: trouble at +I2, Part.Press → Part.Press.I1, exits Part.Press.I2, \
                entries Part.Press.I1
                """, "stop: handled → Part.Press.I1\n  finish, exits Part.Press.I1 Part.Press Part Works",
            ])
        #expect(result.inside == ["Press"])
        #expect(result.offered == [])
    }

    @Test(arguments: [false, true], ["Part", "Works", "nobody"])
    func `an error that nobody inside a submachine handles is the host's`(
        _ suspends: Bool, _ handler: String
    ) async throws {
        let result = try await run(suspends, .part, .step) { works in
            works.part.chart.flaw = "+I2"
            if handler == "Part" { works.answers["Part"] = { .to($0.safe) } }
            if handler == "Works" { works.topAnswer = { .to($0.safe) } }
        }
        let error = unhandled("Part.Press.I2", "trouble at +I2")
        let rest =
            handler == "nobody"
            ? ["step: handled → Part.Press.I2\n  \(pressStep)\n  failed: \(error)"]
            : [
                """
                step: handled → Safe
                  \(pressStep)
                  failure of Part.Press.I2: trouble at +I2, \(handler) → Safe, exits Part.Press.I2 Part.Press Part, entries Safe
                """, stopInSafe,
            ]
        #expect(result.steps == [start, part] + rest)
        #expect(result.inside == ["Press"])
        #expect(result.offered == (handler == "Part" ? ["Part"] : ["Part", "Works"]))
        #expect(result.end?.description == (handler == "nobody" ? error : nil))
    }

    // MARK: Activities

    @Test(arguments: [false, true])
    func `an error of an activity has a step of its own, and is offered from its state outwards`(
        _ suspends: Bool
    ) async throws {
        let result = try await run(suspends, .go, .step) { works in
            works.activities["Pair.Left.L2"] = { throw Unavailable() }
            works.answers["Pair.Left"] = { _ in .handled }
        }
        #expect(
            result.steps == [
                start, go, "step: handled → (Pair.Left.L2, Pair.Right.R2)\n  \(bothStep)",
                """
                activity of Pair.Left.L2: handled → (Pair.Left.L2, Pair.Right.R2)
                  failure of Pair.Left.L2: Unavailable(), Pair.Left ↺
                """, stopInPair,
            ])
        #expect(result.offered == ["Pair.Left.L2", "Pair.Left"])
    }

    @Test(arguments: [false, true])
    func `an error of a region's own activity can leave all regions`(_ suspends: Bool) async throws {
        let result = try await run(suspends, .go, .step) { works in
            works.activities["Pair.Left"] = { throw Unavailable() }
            works.answers["Pair"] = { .to($0.safe) }
        }
        #expect(
            result.steps == [
                start, go,
                """
                activity of Pair.Left: handled → Safe
                  failure of Pair.Left: Unavailable(), Pair → Safe, \
                exits Pair.Right.R1 Pair.Right Pair.Left.L1 Pair.Left Pair, entries Safe
                """, "step: unhandled → Safe", stopInSafe,
            ])
        #expect(result.offered == ["Pair.Left", "Pair"])
    }

    @Test(arguments: [false, true])
    func `an error of an activity whose state was left by another one's error never arrives`(
        _ suspends: Bool
    ) async throws {
        let result = try await run(suspends, .go, .step) { works in
            works.activities["Pair.Left.L2"] = { throw Unavailable() }
            works.activities["Pair.Right.R2"] = { throw Unavailable() }
            works.answers["Pair.Left"] = { .to($0.safe) }
            works.answers["Pair.Right"] = { .to($0.safe) }
        }
        // Both end at the same time; which is first is not said.
        let first = result.offered.first ?? ""
        let region = first == "Pair.Left.L2" ? "Pair.Left" : "Pair.Right"
        #expect(
            result.steps == [
                start, go, "step: handled → (Pair.Left.L2, Pair.Right.R2)\n  \(bothStep)",
                """
                activity of \(first): handled → Safe
                  failure of \(first): Unavailable(), \(region) → Safe, \
                exits Pair.Right.R2 Pair.Right Pair.Left.L2 Pair.Left Pair, entries Safe
                """, stopInSafe,
            ])
        #expect(result.offered == [first, region])
        #expect(result.end == nil)
    }

    @Test(arguments: [false, true])
    func `an error of an activity that nobody handles fails the machine where it stands`(_ suspends: Bool) async throws
    {
        let result = try await run(suspends, .go) { works in
            works.activities["Pair.Right"] = { throw Unavailable() }
        }
        let error = unhandled("Pair.Right", "Unavailable()")
        #expect(
            result.steps == [
                start, go, "activity of Pair.Right: handled → (Pair.Left.L1, Pair.Right.R1)\n  failed: \(error)",
            ])
        #expect(result.offered == ["Pair.Right", "Pair", "Works"])
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
