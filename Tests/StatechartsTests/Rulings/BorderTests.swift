import Statecharts
import Testing

//  ┌ House ─────────────────────────────────────────────────────────────────┐
//  │ ‖ Left: ●→ One ──hatch──► Two ‖ Right: ●→ One ──step──► Two ‖           ⊗ door ──► Out
//  └ ○ hatch ──► Left.Two ───────────────────────────────────────────────────┘
//  Left.One and Right.Two both lead to the door by "leave".
private final class Border: NotedTop<String> {
    let house = House(), out = Out()
    override func configure() { substates(house, out) }

    final class House: NotedRegions<Border, Border> {
        let left = Left(), right = Right()
        let door = ExitPoint<House, Border> { .to($0.superior.out) }
        let hatch = EntryPoint<House, Border> { [$0.left.two] }
        override func configure() { regions(left, right, door, hatch) }

        final class Left: Noted<House, Border> {
            let one = One(), two = Two()
            override func configure() { substates(one, two) }
            final class One: Noted<Left, Border> {
                override func handle(_ event: String) -> Reaction {
                    switch event {
                    case "leave": .to(top.house.door, effect: noted)
                    case "hatch": .to(top.house.hatch, effect: noted)
                    default: .unhandled
                    }
                }
            }
            final class Two: Noted<Left, Border> {}
        }

        final class Right: Noted<House, Border> {
            let one = One(), two = Two()
            override func configure() { substates(one, two) }
            final class One: Noted<Right, Border> {
                override func handle(_ event: String) -> Reaction { event == "step" ? .to(superior.two) : .unhandled }
            }
            final class Two: Noted<Right, Border> {
                override func handle(_ event: String) -> Reaction {
                    event == "leave" ? .to(top.house.door, effect: noted) : .unhandled
                }
            }
        }
    }
    final class Out: Noted<Border, Border> {}
}

//  Guest: ●→ Awake (keep: deferred) ──end──► ◉        poke: counted, in every state
private final class Guest: TopState<String> {
    var pokes = 0
    let awake = Awake(), over = FinalState<Guest, Guest>()
    override func configure() { substates(awake, over) }
    override func handle(_ event: String) -> Reaction { event == "poke" ? .handled { pokes += 1 } : .unhandled }

    final class Awake: State<Guest, Guest> {
        override func handle(_ event: String) -> Reaction {
            event == "end" ? .to(superior.over) : event == "keep" ? .deferred : .unhandled
        }
    }
}

//  Inn: ●→ Room [Guest] ──leave──► Out (keep: counted)
private final class Inn: TopState<String> {
    var kept = 0
    let room = Submachine<Inn, Inn, Guest>(Guest()) { $0 }, out = Out()
    override func configure() { substates(room, out) }
    override func handle(_ event: String) -> Reaction { event == "leave" ? .to(out) : .unhandled }

    final class Out: State<Inn, Inn> {
        override func handle(_ event: String) -> Reaction { event == "keep" ? .handled { top.kept += 1 } : .unhandled }
    }
}

@Suite struct BorderTests {
    @Test func `of two regions that lead to one exit point the first is taken`() throws {
        let run = Run(Border())
        try run.start()
        try run.quietly("step")
        try run.send(
            "leave",
            """
            leave: handled → Out
              event, House.Left.One → Out, preempted House.Right.Two → Out, \
            exits House.Right.Two House.Right House.Left.One House.Left House, effects House.Left.One, entries Out
            """)
    }

    @Test func `an entry point that is named from inside its composite leaves no more than its targets say`() throws {
        let run = Run(Border())
        try run.start()
        try run.quietly("step")
        try run.send(
            "hatch",
            """
            hatch: handled → (House.Left.Two, House.Right.Two)
              event, House.Left.One → House.Left.Two, exits House.Left.One, effects House.Left.One, \
            entries House.Left.Two
            """)
    }

    @Test func `a chart inside is asked in its final state too, until its submachine is left`() throws {
        let interpreter = Interpreter(Inn())
        try interpreter.start()
        try interpreter.send("end")
        #expect(try interpreter.send("poke") == .handled)
        try interpreter.send("leave")
        #expect(try interpreter.send("poke") == .unhandled)
        #expect(interpreter.top.room.chart.pokes == 1)
    }

    @Test func `an event of the host that is deferred inside a submachine stays when that is left`() throws {
        let interpreter = Interpreter(Inn())
        try interpreter.start()
        #expect(try interpreter.send("keep") == .deferred)
        try interpreter.send("leave")
        #expect(interpreter.top.kept == 1)
        #expect(interpreter.deferredCount == 0)
    }
}
