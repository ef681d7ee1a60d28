import Statecharts
import Testing

@Suite struct TransitionKindTests {
    @Test func `a local transition stays inside its source, an external one leaves it`() throws {
        let run = Run(SelfTransitions())
        try run.start()
        try run.send("inner", "inner: handled → C.B\n  event, C ⇢ C.B, exits C.A, effects C, entries C.B")
        try run.send("outer", "outer: handled → C.A\n  event, C → C.A, exits C.B C, effects C, entries C C.A")
    }

    @Test func `a local transition to its own source is external`() throws {
        let run = Run(SelfTransitions())
        try run.start()
        try run.send("same", "same: handled → C.A\n  event, C → C, exits C.A C, effects C, entries C C.A")
    }

    @Test func `a local transition of an orthogonal state touches only the regions it must`() throws {
        let run = Run(LocalRegions())
        try run.start()
        try run.send(
            "local A2",
            """
            local A2: handled → (Both.A.A2, Both.B.B1)
              event, Both ⇢ Both.A.A2, exits Both.A.A1, effects Both, entries Both.A.A2
            """)
        try run.send(
            "local both",
            """
            local both: handled → (Both.A.A2, Both.B.B2)
              event, Both ⇢ Both.A.A2, Both.B.B2, exits Both.B.B1 Both.A.A2, effects Both, entries Both.A.A2 Both.B.B2
            """)
        try run.send(
            "local A",
            """
            local A: handled → (Both.A.A1, Both.B.B2)
              event, Both ⇢ Both.A, exits Both.A.A2 Both.A, effects Both, entries Both.A Both.A.A1
            """)
    }

    @Test func `an external transition of an orthogonal state leaves all its regions`() throws {
        let run = Run(LocalRegions())
        try run.start()
        try run.quietly("local both")
        try run.send(
            "to A2",
            """
            to A2: handled → (Both.A.A2, Both.B.B1)
              event, Both → Both.A.A2, exits Both.B.B2 Both.B Both.A.A2 Both.A Both, effects Both, \
            entries Both Both.A Both.A.A2 Both.B Both.B.B1
            """)
        try run.send(
            "to A",
            """
            to A: handled → (Both.A.A1, Both.B.B1)
              event, Both → Both.A, exits Both.B.B1 Both.B Both.A.A2 Both.A Both, effects Both, \
            entries Both Both.A Both.A.A1 Both.B Both.B.B1
            """)
    }

    @Test func `a local transition to a state outside its source is external`() throws {
        let run = Run(LocalRegions())
        try run.start()
        try run.send(
            "local Out",
            """
            local Out: handled → Out
              event, Both → Out, exits Both.B.B1 Both.B Both.A.A1 Both.A Both, effects Both, entries Out
            """)
    }
}
