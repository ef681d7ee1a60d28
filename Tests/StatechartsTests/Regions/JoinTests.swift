import Statecharts
import Testing

@Suite struct JoinTests {
    static let orders = [
        ["a", "b", "c"], ["a", "c", "b"], ["b", "a", "c"], ["b", "c", "a"], ["c", "a", "b"], ["c", "b", "a"],
    ]

    /// All ways to join two or three regions, from their first or second states.
    @Test(arguments: ForkTests.several, orders)
    func `a join is taken exactly when all its sources are active, in whatever order they became so`(
        sources: [Int], order: [String]
    ) throws {
        let run = Run(Trio(fork: [1, 1, 1], join: sources))
        try run.start()
        var now = [1, 1, 1]
        func isJoined() -> Bool { zip(sources, now).allSatisfy { $0 == 0 || $0 == $1 } }
        let leaves = { Trio.states($0).map { $0 }.joined(separator: ", ") }
        func exits() -> String {
            Trio.states(now).reversed().map { "\($0) \($0.dropLast(3))" }.joined(separator: " ") + " All"
        }
        let joins = { "\n  eventless, All.merge → Done, exits \(exits()), entries Done" }

        var expected = """
            targets: handled → \(isJoined() ? "Done" : "(\(leaves(now)))")
              event, Out → All.A.A1, All.B.B1, All.C.C1, exits Out, \
            entries All All.A All.A.A1 All.B All.B.B1 All.C All.C.C1
            """
        if isJoined() { expected += joins() }
        try run.send("targets", expected)

        for event in order {
            if isJoined() {
                try run.send(event, "\(event): unhandled → Done")
                continue
            }
            let region = "abc".distance(
                from: "abc".startIndex, to: "abc".firstIndex(of: Character(event)) ?? "abc".endIndex)
            let before = Trio.states(now)[region]
            now[region] = 2
            let after = Trio.states(now)[region]
            expected = """
                \(event): handled → \(isJoined() ? "Done" : "(\(leaves(now)))")
                  event, \(before) → \(after), exits \(before), entries \(after)
                """
            if isJoined() { expected += joins() }
            try run.send(event, expected)
        }
    }

    @Test func `a join is completed by entry as well as by an event`() throws {
        let run = Run(ForkJoin())
        try run.start()
        try run.send(
            "fork",
            """
            fork: handled → Done
              event, Out → Both.A.A2, Both.B.B2, exits Out, effects Out, \
            entries Both Both.A Both.A.A2 Both.B Both.B.B2
              eventless, Both.merge → Done, exits Both.B.B2 Both.B Both.A.A2 Both.A Both, effects Both.merge, entries Done
            """)
    }

    @Test func `a join whose sources all become active in one microstep is taken after it`() throws {
        let run = Run(ForkJoin())
        try run.start()
        try run.quietly("go")
        try run.send(
            "both",
            """
            both: handled → Done
              event, Both.A.A1 → Both.A.A2; Both.B.B1 → Both.B.B2, exits Both.B.B1 Both.A.A1, \
            effects Both.A.A1 Both.B.B1, entries Both.A.A2 Both.B.B2
              eventless, Both.merge → Done, exits Both.B.B2 Both.B Both.A.A2 Both.A Both, effects Both.merge, entries Done
            """)
    }

    @Test func `a join can be taken again after its state was entered again`() throws {
        let run = Run(ForkJoin())
        try run.start()
        try run.quietly("fork", "again", "go", "a")
        #expect(run.interpreter.configuration.description == "(Both.A.A2, Both.B.B1)")
        try run.quietly("b")
        #expect(run.interpreter.configuration.description == "Done")
    }

    @Test(arguments: [["in", "r", "s", "q"], ["q", "in", "s", "r"], ["in", "s", "q", "r"]])
    func `a join gathers sources from nested orthogonal states`(events: [String]) throws {
        let run = Run(NestedRegions())
        try run.start()
        try run.quietly("go")
        for event in events.dropLast() { try run.quietly(event) }
        #expect(run.interpreter.configuration.leaves.count == 3)
        let last = events[3] == "q" ? "Outer.Q.Q" : "Outer.P.Inner.R.R"
        try run.send(
            events[3],
            """
            \(events[3]): handled → Done
              event, \(last)1 → \(last)2, exits \(last)1, entries \(last)2
              eventless, Outer.merge → Done, exits Outer.Q.Q2 Outer.Q Outer.P.Inner.S.S2 Outer.P.Inner.S \
            Outer.P.Inner.R.R2 Outer.P.Inner.R Outer.P.Inner Outer.P Outer, entries Done
            """)
    }

    @Test func `a join on a reaction waits for it, and is not enabled before all sources are active`() throws {
        let run = Run(AskedJoin())
        try run.start()
        try run.quietly("a")
        try run.send(
            "finish", "finish: handled → (Both.A.A2, Both.B.B1)\n  event, Both ↺, effects Both")
        try run.send(
            "b",
            """
            b: handled → (Both.A.A2, Both.B.B2)
              event, Both.B.B1 → Both.B.B2, exits Both.B.B1, entries Both.B.B2
            """)
        run.change { $0.top.isAllowed = false }
        try run.send(
            "finish", "finish: handled → (Both.A.A2, Both.B.B2)\n  event, Both ↺, effects Both")
        run.change { $0.top.isAllowed = true }
        try run.send(
            "finish",
            """
            finish: handled → Done
              event, Both.A.A2 → Done, exits Both.B.B2 Both.B Both.A.A2 Both.A Both, \
            effects Both.A.A2 Both.merge, entries Done
            """)
    }

    @Test func `a local transition through a join is one, whatever the join answers`() throws {
        // The second time the ways are known.
        for _ in 0..<2 {
            let run = Run(LocalJoin())
            try run.start()
            try run.send(
                "sell",
                """
                sell: handled → Shop.Sold
                  event, Shop ⇢ Shop.Sold, exits Shop.Both.Seller Shop.Both.Buyer Shop.Both, entries Shop.Sold
                """)
        }
    }
}
