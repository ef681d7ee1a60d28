import Statecharts
import Testing

/// Errors that begin in submachines and activities; whole records, thrown at once and after a suspension.
@Suite struct FailureOriginTests: WorksTests {
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
        let error = unhandled(
            "Part.Press.I2", "trouble at +I2", asked: "Part.Press.I2, Part.Press, Part and Works were asked")
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
        let end = error.replacing(
            "Part.Press.I2:", with: "Part.Press.I2, taking step by Part.Press.I1 → Part.Press.I2:")
        #expect(result.end?.description == (handler == "nobody" ? end : nil))
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
        let error = unhandled("Pair.Right", "Unavailable()", asked: "Pair.Right, Pair and Works were asked")
        #expect(
            result.steps == [
                start, go, "activity of Pair.Right: handled → (Pair.Left.L1, Pair.Right.R1)\n  failed: \(error)",
            ])
        #expect(result.offered == ["Pair.Right", "Pair", "Works"])
        #expect(result.end?.description == error)
    }
}
