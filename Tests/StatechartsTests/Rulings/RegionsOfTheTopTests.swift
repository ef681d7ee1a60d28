import Statecharts
import Testing

//  Twofold:  ‖ A: ●→ One ──both──► ◉  [reopens] ──► One ‖ B: ●→ One ──both──► ◉ ──completed [rounds > 0]──► One ‖
private final class Twofold: NotedTop<String> {
    var rounds = 0, reopens = false
    let a = A(), b = B()
    override func configure() { regions(a, b) }

    final class A: Noted<Twofold, Twofold> {
        let one = One(), end = End()
        override func configure() { substates(one, end) }
        override func always() -> Reaction {
            guard top.reopens, end.isActive else { return .unhandled }
            return .to(one) { top.reopens = false }
        }
        override func completed() -> Reaction { .handled(noted) }

        final class One: Noted<A, Twofold> {
            override func handle(_ event: String) -> Reaction { .to(superior.end) }
        }
        final class End: NotedFinal<A, Twofold> {}
    }

    final class B: Noted<Twofold, Twofold> {
        let one = One(), end = End()
        override func configure() { substates(one, end) }
        override func completed() -> Reaction {
            guard top.rounds > 0 else { return .unhandled }
            return .to(one) {
                top.rounds -= 1
                noted()
            }
        }

        final class One: Noted<B, Twofold> {
            override func handle(_ event: String) -> Reaction { .to(superior.end) }
        }
        final class End: NotedFinal<B, Twofold> {}
    }
}

/// Has the same chart inside.
private final class Around: TopState<String> {
    let inside = Inside(), over = Over()
    override func configure() { substates(inside, over) }

    final class Inside: Submachine<Around, Around, Twofold> {
        init() { super.init(Twofold()) { $0 } }
        override func completed() -> Reaction { .to(superior.over) }
    }
    final class Over: State<Around, Around> {}
}

@Suite struct RegionsOfTheTopTests {
    @Test func `regions of a top are asked about their completion before that ends the chart`() throws {
        let run = Run(Twofold())
        run.change { $0.top.rounds = 1 }
        try run.start()
        try run.send(
            "both",
            """
            both: handled → (A.End, B.One)
              event, A.One → A.End; B.One → B.End, exits B.One A.One, entries A.End B.End
              completion of A, A ↺, effects A
              completion of B, B → B.One, exits B.End B, effects B, entries B B.One
            """)
        try run.send(
            "both",
            """
            both: handled → (A.End, B.End)
              event, B.One → B.End, exits B.One, entries B.End
              finish, exits B.End B A.End A Twofold
            """)
        #expect(run.interpreter.status == .finished)
    }

    @Test func `regions of a top are asked without an event before their completion ends the chart`() throws {
        let run = Run(Twofold())
        run.change { $0.top.reopens = true }
        try run.start()
        try run.quietly("both")
        #expect(run.interpreter.configuration.description == "(A.One, B.End)")
        #expect(run.twin.configuration.description == "(A.One, B.End)")
        try run.quietly("both")
        #expect(run.interpreter.status == .finished)
    }

    @Test func `a chart with regions ends where the submachine that embeds it is complete`() throws {
        let interpreter = Interpreter(Around())
        interpreter.top.inside.chart.rounds = 1
        try interpreter.start()
        try interpreter.send("both")
        #expect(interpreter.configuration.description == "(Inside.Twofold.A.End, Inside.Twofold.B.One)")
        try interpreter.send("both")
        #expect(interpreter.configuration.description == "Over")
    }
}
