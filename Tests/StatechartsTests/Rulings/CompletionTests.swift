import Statecharts
import Testing

@Suite struct CompletionTests {
    @Test func `an orthogonal state is complete when all its regions are, before any raised event`() throws {
        let run = Run(Completing())
        try run.start()
        try run.quietly("go")
        try run.send(
            "b",
            "b: handled → (Both.A.A1, Both.B.End)\n  event, Both.B.B1 → Both.B.End, exits Both.B.B1, entries Both.B.End"
        )
        try run.send(
            "a",
            """
            a: handled → Out
              event, Both.A.A1 → Both.A.End, exits Both.A.A1, entries Both.A.End
              completion of Both.A, Both.A ↺, effects Both.A
              completion of Both, Both → Simple, exits Both.B.End Both.B Both.A.End Both.A Both, effects Both, entries Simple
              completion of Simple, Simple → Out, exits Simple, effects Simple, entries Out
              raised raised, Completing ↺, effects Completing
            """)
    }

    @Test(arguments: [["go", "both"], ["ends"]])
    func `a state whose regions are completed in one microstep is complete once`(events: [String]) throws {
        let run = Run(Completing())
        try run.start()
        if events.count > 1 { try run.quietly("go") }
        let first =
            events.count > 1
            ? """
            event, Both.A.A1 → Both.A.End; Both.B.B1 → Both.B.End, exits Both.B.B1 Both.A.A1, entries Both.A.End Both.B.End
            """
            : """
            event, Out → Both.A.End, Both.B.End, exits Out, entries Both Both.A Both.A.End Both.B Both.B.End
            """
        let event = events.last ?? ""
        try run.send(
            event,
            """
            \(event): handled → Out
              \(first)
              completion of Both.A, Both.A ↺, effects Both.A
              completion of Both, Both → Simple, exits Both.B.End Both.B Both.A.End Both.A Both, effects Both, entries Simple
              completion of Simple, Simple → Out, exits Simple, effects Simple, entries Out
              raised raised, Completing ↺, effects Completing
            """)
    }

    @Test func `a composite that is entered into its final state is complete once`() throws {
        let run = Run(Completing())
        try run.start()
        try run.send(
            "short",
            """
            short: handled → Short.End
              event, Out → Short, exits Out, entries Short Short.End
              completion of Short, Short ↺, effects Short
            """)
        try run.send("nothing", "nothing: unhandled → Short.End")
    }
}
