import Statecharts
import Testing

/// Every way that an error can take through a machine; whole records, thrown at once and after a suspension. Where errors begin is the matter of
/// ``FailureOriginTests``, starting and stopping that of ``FailureAtTheEndsTests``.
@Suite struct FailurePathTests: WorksTests {
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
        let error = unhandled(
            "Pair.Right.R2", "trouble at +Pair.Right.R2",
            asked: "Works was asked, as Pair.Right.R2 is not active any more")
        let rest =
            isHandled
            ? [common + "\n  failure of Pair.Right.R2: trouble at +Pair.Right.R2, Works ↺", stopInSafe]
            : [common + "\n  failed: \(error)"]
        #expect(result.steps == [start, go] + rest)
        #expect(result.offered == ["Pair.Left.L2", "Pair.Left", "Works"])
        let end = error.replacing(
            "Pair.Right.R2:", with: "Pair.Right.R2, taking step by Pair.Right.R1 → Pair.Right.R2:")
        #expect(result.end?.description == (isHandled ? nil : end))
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
        let again = "  failure of Safe: trouble at +Safe, Works → Safe, exits Safe, entries Safe\n"
        let expected = """
            go: handled → Safe
              event, Idle → Pair, exits Idle, effects Idle, entries Pair Pair.Left Pair.Left.L1 Pair.Right Pair.Right.R1
              failure of Pair.Left: trouble at +Pair.Left, Works → Safe, \
            exits Pair.Right.R1 Pair.Right Pair.Left.L1 Pair.Left Pair, entries Safe

            """
            + String(repeating: again, count: 8) + "  … 981 more …\n" + String(repeating: again, count: 10)
        #expect(result.steps == [start, expected + "  failed: \(error)"])
        #expect(
            result.end?.description
                == error.replacing(
                    "Works:", with: "Works, taking go:"))
    }
}
