import Statecharts
import Testing

/// The engine scenarios of the framework that this one succeeds, by their numbers there.
@Suite struct ScenarioTests {
    @Test func `1: an orthogonal state is entered in each region and left in both, from inside or as a whole`() throws {
        let run = Run(TwoRegions())
        try run.start("start: handled → Out\n  start, entries TwoRegions Out")
        let entered = """
            go: handled → (Both.A.A1, Both.B.B1)
              event, Out → Both, exits Out, effects Out, entries Both Both.A Both.A.A1 Both.B Both.B.B1
            """
        try run.send("go", entered)
        try run.send(
            "next",
            """
            next: handled → (Both.A.A2, Both.B.B1)
              event, Both.A.A1 → Both.A.A2, exits Both.A.A1, effects Both.A.A1, entries Both.A.A2
            """)
        try run.send(
            "out",
            """
            out: handled → Out
              event, Both.B.B1 → Out, exits Both.B.B1 Both.B Both.A.A2 Both.A Both, effects Both.B.B1, entries Out
            """)
        try run.send("go", entered)
        try run.send(
            "leave",
            """
            leave: handled → Out
              event, Both → Out, exits Both.B.B1 Both.B Both.A.A1 Both.A Both, effects Both, entries Out
            """)
    }

    @Test func `2: one event makes a transition in both regions, and the next one brings them back`() throws {
        let run = Run(TwoRegions())
        try run.start()
        try run.quietly("go")
        let there = """
            swap: handled → (Both.A.A2, Both.B.B2)
              event, Both.A.A1 → Both.A.A2; Both.B.B1 → Both.B.B2, exits Both.B.B1 Both.A.A1, \
            effects Both.A.A1 Both.B.B1, entries Both.A.A2 Both.B.B2
            """
        let back = """
            swap: handled → (Both.A.A1, Both.B.B1)
              event, Both.A.A2 → Both.A.A1; Both.B.B2 → Both.B.B1, exits Both.B.B2 Both.A.A2, \
            effects Both.A.A2 Both.B.B2, entries Both.A.A1 Both.B.B1
            """
        try run.send("swap", there)
        try run.send("swap", back)
        try run.send("swap", there)
    }

    @Test func `3: a join leaves both regions as soon as both sources are active`() throws {
        let run = Run(ForkJoin())
        try run.start()
        try run.quietly("go")
        try run.send(
            "a",
            """
            a: handled → (Both.A.A2, Both.B.B1)
              event, Both.A.A1 → Both.A.A2, exits Both.A.A1, effects Both.A.A1, entries Both.A.A2
            """)
        try run.send(
            "b",
            """
            b: handled → Done
              event, Both.B.B1 → Both.B.B2, exits Both.B.B1, effects Both.B.B1, entries Both.B.B2
              eventless, Both.merge → Done, exits Both.B.B2 Both.B Both.A.A2 Both.A Both, effects Both.merge, entries Done
            """)
    }

    @Test func `4: a fork enters a chosen state in each of two regions`() throws {
        let run = Run(ForkJoin())
        try run.start()
        try run.send(
            "mixed",
            """
            mixed: handled → (Both.A.A1, Both.B.B2)
              event, Out → Both.A.A1, Both.B.B2, exits Out, effects Out, entries Both Both.A Both.A.A1 Both.B Both.B.B2
            """)
    }

    @Test func `5: an event that no active state responds to changes nothing`() throws {
        let run = Run(TwoRegions())
        try run.start()
        try run.send("swap", "swap: unhandled → Out")
        try run.quietly("go")
        try run.send("nonsense", "nonsense: unhandled → (Both.A.A1, Both.B.B1)")
        #expect(try run.interpreter.send("nonsense") == .unhandled)
    }

    @Test
    func `6: a self transition leaves and enters its state, one on the superior the superior, an internal one nothing`()
        throws
    {
        let run = Run(SelfTransitions())
        try run.start("start: handled → C.A\n  start, entries SelfTransitions C C.A")
        try run.send("self", "self: handled → C.A\n  event, C.A → C.A, exits C.A, effects C.A, entries C.A")
        try run.send("outer", "outer: handled → C.A\n  event, C → C.A, exits C.A C, effects C, entries C C.A")
        try run.send("internal", "internal: handled → C.A\n  event, C.A ↺, effects C.A")
        try run.send("nothing", "nothing: handled → C.A\n  event, C.A ↺")
    }

    @Test func `7: guards on other regions are followed without an event, there and back`() throws {
        let run = Run(Guards())
        try run.start(
            """
            start: handled → (A.A1, B.B1, C.C1, D.D1)
              start, entries Guards A A.A1 B B.B1 C C.C1 D D.D1
            """)
        try run.send("a", "a: handled → (A.A2, B.B1, C.C1, D.D1)\n  event, A.A1 → A.A2, exits A.A1, entries A.A2")
        try run.send("b", "b: handled → (A.A2, B.B2, C.C1, D.D1)\n  event, B.B1 → B.B2, exits B.B1, entries B.B2")
        try run.send(
            "c",
            """
            c: handled → (A.A2, B.B2, C.C2, D.D2)
              event, C.C1 → C.C2, exits C.C1, entries C.C2
              eventless, D.D1 → D.D2, exits D.D1, effects D.D1, entries D.D2
            """)
        try run.send(
            "b",
            """
            b: handled → (A.A2, B.B1, C.C2, D.D1)
              event, B.B2 → B.B1, exits B.B2, entries B.B1
              eventless, D.D2 → D.D1, exits D.D2, effects D.D2, entries D.D1
            """)
        try run.send(
            "all",
            """
            all: handled → (A.A1, B.B2, C.C1, D.D1)
              event, A.A2 → A.A1; B.B1 → B.B2; C.C2 → C.C1, exits C.C2 B.B1 A.A2, entries A.A1 B.B2 C.C1
            """)
    }

    @Test(arguments: [(0, "One", " effects which,"), (1, "Two", " effects which,"), (5, "Other", "")])
    func `7: a choice takes the first branch that holds, else the last`(n: Int, state: String, effects: String) throws {
        let run = Run(Branches(n: n))
        try run.start()
        try run.send(
            "go",
            """
            go: handled → \(state)
              event, Start → which, exits Start, effects Start
              choice which, which → \(state),\(effects) entries \(state)
            """)
    }

    @Test func `8: shallow history re-enters the last active substate`() throws {
        let run = Run(Player())
        try run.start("start: handled → Playing.Slow\n  start, entries Player Playing Playing.Slow")
        try run.quietly("faster")
        try run.send(
            "toggle",
            "toggle: handled → Paused\n  event, Playing → Paused, exits Playing.Fast Playing, entries Paused")
        try run.send(
            "toggle",
            "toggle: handled → Playing.Fast\n  event, Paused → Playing, exits Paused, entries Playing Playing.Fast")
        try run.quietly("faster")
        try run.quietly("toggle")
        try run.send(
            "toggle",
            "toggle: handled → Playing.Faster\n  event, Paused → Playing, exits Paused, entries Playing Playing.Faster")
    }

    @Test func `10: work is deferred while working and done in order when waiting again`() throws {
        let run = Run(Worker())
        try run.start()
        let takes = "event, Waiting → Working, exits Waiting, effects Waiting, entries Working"
        try run.send(.work(1), "work(1): handled → Working\n  \(takes)")
        try run.send(.work(2), "work(2): deferred → Working")
        try run.send(.work(3), "work(3): deferred → Working")
        #expect(run.interpreter.deferredCount == 2)
        try run.send(
            .done,
            """
            done: handled → Waiting
              event, Working → Waiting, exits Working, entries Waiting
            recalled work(2): handled → Working
              \(takes)
            recalled work(3): deferred → Working
            """)
        #expect(run.interpreter.deferredCount == 1)
        try run.send(
            .done,
            """
            done: handled → Waiting
              event, Working → Waiting, exits Working, entries Waiting
            recalled work(3): handled → Working
              \(takes)
            """)
        #expect(run.top.worked == [1, 2, 3])
        #expect(run.interpreter.deferredCount == 0)
    }
}
