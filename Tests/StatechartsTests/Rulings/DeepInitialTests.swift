import Statecharts
import Testing

/// Initial vertices further inside, composites that are rested on, and transitions of the top to itself.
@Suite struct DeepInitialTests {
    private func started(_ events: String...) throws -> Run<Deeper> {
        let run = Run(Deeper())
        try run.start()
        for event in events { try run.quietly(event) }
        return run
    }

    @Test func `the first state is the initial one, also behind a pseudostate`() throws {
        try Run(Deeper()).start("start: handled → Home\n  start, entries Deeper Home")
    }

    @Test func `an initial vertex further inside is entered through everything around it, other regions by default`()
        throws
    {
        try started().send(
            "deep",
            """
            deep: handled → (Deep.Both.Left.One, Deep.Both.Right.Two)
              event, Deeper → Deep, exits Home, entries Deep Deep.Both Deep.Both.Left Deep.Both.Left.One \
            Deep.Both.Right Deep.Both.Right.Two
            """)
    }

    @Test func `a target inside goes past an initial vertex further inside`() throws {
        try started().send(
            "other", "other: handled → Deep.Other\n  event, Deeper → Deep.Other, exits Home, entries Deep Deep.Other")
    }

    private let left = """
        exits Deep.Both.Right.Two Deep.Both.Right Deep.Both.Left.One Deep.Both.Left Deep.Both, effects Deep.Both
        """

    @Test func `a fork inside its source is entered from outside`() throws {
        try started("deep").send(
            "fork",
            """
            fork: handled → (Deep.Both.Left.Two, Deep.Both.Right.Two)
              event, Deep.Both → Deep.Both.Left.Two, Deep.Both.Right.Two, \(left), \
            entries Deep.Both Deep.Both.Left Deep.Both.Left.Two Deep.Both.Right Deep.Both.Right.Two
            """)
    }

    @Test func `a join inside its target leads out and back in`() throws {
        try started("deep", "fork").send(
            "merge",
            """
            merge: handled → (Deep.Both.Left.One, Deep.Both.Right.One)
              event, Deep.Both → Deep.Both, exits Deep.Both.Right.Two Deep.Both.Right Deep.Both.Left.Two \
            Deep.Both.Left Deep.Both, effects Deep.Both, \
            entries Deep.Both Deep.Both.Left Deep.Both.Left.One Deep.Both.Right Deep.Both.Right.One
            """)
    }

    @Test func `a local transition to a composite without initial substate returns to resting on it`() throws {
        let run = try started("rests", "a")
        try run.send("rest", "rest: handled → Rest\n  event, Rest ⇢ Rest, exits Rest.A, effects Rest")
        try run.send("rest", "rest: handled → Rest\n  event, Rest ⇢ Rest, effects Rest")
        try run.send("anew", "anew: handled → Rest\n  event, Rest → Rest, exits Rest, effects Rest, entries Rest")
    }

    @Test func `a local transition to what can be rested on stays local also through a join inside it`() throws {
        let run = Run(Meeting())
        try run.start()
        let inside = "exits Rest.Both.Right Rest.Both.Left Rest.Both"
        for _ in 0..<2 {
            try run.quietly("in")
            try run.send("rest", "rest: handled → Rest\n  event, Rest ⇢ Rest, \(inside), effects Rest")
        }
        try run.quietly("in")
        try run.send(
            "anew", "anew: handled → Rest\n  event, Rest → Rest, \(inside) Rest, effects Rest, entries Rest")
    }

    @Test func `a local transition through an exit point of its source to what can be rested on leaves it`() throws {
        let run = Run(Meeting())
        try run.start()
        for _ in 0..<2 {
            try run.send(
                "round", "round: handled → Rest\n  event, Rest → Rest, exits Rest, effects Rest, entries Rest")
        }
    }

    @Test func `a top state that leads to itself leaves and enters again what is inside`() throws {
        try started("rests", "a").send(
            "again", "again: handled → Home\n  event, Deeper → Deeper, exits Rest.A Rest, effects Deeper, entries Home")
    }

    @Test func `a transition to what is rested on already changes nothing, and recalls nothing`() throws {
        let run = Run(Dormant())
        try run.start()
        try run.quietly("later")
        for _ in 0..<2 { try run.send("rest", "rest: handled → Rest\n  event, Rest ⇢ Rest") }
        #expect(run.top.asked == ["later", "rest", "rest"])
        #expect(run.twin.top.asked == run.top.asked)
        try run.quietly("a")
        #expect(run.top.asked == ["later", "rest", "rest", "a", "later"])
        #expect(run.twin.top.asked == run.top.asked)
    }
}
