import Statecharts
import Testing

@Suite struct BranchTests {
    @Test(arguments: [
        (1, "Small", "Start first second"), (5, "Middle", "Start first second"), (12, "Large", "Start first"),
    ])
    func `junctions are decided before anything is left, and their effects run in the order of the arrows`(
        n: Int, state: String, effects: String
    ) throws {
        let run = Run(Crossing(n: n))
        try run.start()
        try run.send(
            "go",
            """
            go: handled → \(state)
              event, Start → \(state), exits Start, effects \(effects), entries \(state)
            """)
    }

    @Test func `without a way through its junctions a transition is not enabled`() throws {
        let run = Run(Crossing(n: 7))
        try run.start()
        try run.send("go", "go: handled → Start\n  event, Crossing ↺, effects Crossing")
    }

    @Test(arguments: [(2, "Small"), (3, "Large")])
    func `a choice sees what the effects before it did`(n: Int, state: String) throws {
        let run = Run(Crossing(n: n))
        try run.start()
        try run.send(
            "two",
            """
            two: handled → \(state)
              event, Start → one, exits Start, effects Start
              choice one, one → other, effects one
              choice other, other → \(state), effects other, entries \(state)
            """)
    }

    @Test func `choices in two regions are decided in document order`() throws {
        let run = Run(TwoChoices())
        try run.start()
        try run.send(
            ["A2"],
            """
            ["A2"]: handled → (Both.A.A2, Both.B.B1)
              event, Out → Both, exits Out, effects Out, entries Both Both.A Both.B
              choice Both.A.pick, Both.A.pick → Both.A.A2, entries Both.A.A2
              choice Both.B.pick, Both.B.pick → Both.B.B1, entries Both.B.B1
            """)
    }

    @Test func `a choice can lead out of what was entered on the way to it`() throws {
        let run = Run(TwoChoices())
        try run.start()
        try run.send(
            ["Out"],
            """
            ["Out"]: handled → Out
              event, Out → Both, exits Out, effects Out, entries Both Both.A Both.B
              choice Both.A.pick, Both.A.pick → Both.A.A1, entries Both.A.A1
              choice Both.B.pick, Both.B.pick → Out, exits Both.B Both.A.A1 Both.A Both, entries Out
            """)
    }

    @Test func `an entry point leads to what is inside, also to a history`() throws {
        let run = Run(Dialogs())
        try run.start()
        try run.send(
            "fresh",
            """
            fresh: handled → Dialog.First
              event, Home → Dialog.First, exits Home, effects Home, entries Dialog Dialog.First
            """)
        try run.quietly("next", "cancel")
        try run.send(
            "again",
            """
            again: handled → Dialog.Second
              event, Home → Dialog.past, exits Home, effects Home, entries Dialog Dialog.Second
            """)
    }

    @Test func `an exit point leads where its composite says, the inner effect first`() throws {
        let run = Run(Dialogs())
        try run.start()
        try run.quietly("fresh", "next")
        try run.send(
            "ok",
            """
            ok: handled → Thanks
              event, Dialog.Second → Thanks, exits Dialog.Second Dialog, effects Dialog.Second Dialog.done, entries Thanks
            """)
    }

    @Test func `telling where an exit point leads keeps no chart alive`() throws {
        weak var released: Dialogs?
        do {
            let chart = Dialogs()
            released = chart
            let interpreter = Interpreter(chart)
            try interpreter.start()
            try interpreter.send("fresh")
            try interpreter.send("cancel")
        }
        #expect(released == nil)
    }

    @Test func `an exit point leads where the chart around it says, also from a transition of the composite itself`()
        throws
    {
        let run = Run(Dialogs())
        try run.start()
        try run.quietly("fresh")
        try run.send(
            "cancel",
            """
            cancel: handled → Home
              event, Dialog → Home, exits Dialog.First Dialog, effects Dialog Dialog.cancelled, entries Home
            """)
    }

    @Test func `a generic state class is a piece of two charts`() throws {
        let shop = Run(Shop())
        try shop.start("start: handled → SignIn.Asking\n  start, entries Shop SignIn SignIn.Asking")
        try shop.send(.typed("guess"), "typed(\"guess\"): unhandled → SignIn.Asking")
        try shop.send(
            .typed("secret"),
            """
            typed("secret"): handled → SignIn.Checked
              event, SignIn.Asking → SignIn.Checked, exits SignIn.Asking, effects SignIn.Asking, entries SignIn.Checked
            """)
        try shop.send(
            .reset,
            """
            reset: handled → SignIn.Asking
              event, SignIn ⇢ SignIn.Asking, exits SignIn.Checked, entries SignIn.Asking
            """)

        let bank = Run(Bank())
        try bank.start()
        try bank.quietly(Bank.Event(password: "secret"))
        #expect(bank.interpreter.configuration.description == "(Doors.Front.Checked, Doors.SignIn.Checked)")
        try bank.quietly(.reset)
        #expect(bank.interpreter.configuration.description == "(Doors.Front.Checked, Doors.SignIn.Asking)")
    }
}
