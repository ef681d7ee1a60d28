import Statecharts
import Testing

/// A number of states that is known only when the chart is made.
@Suite struct ArrayTests {
    @Test(arguments: [1, 3, 40])
    func `regions and substates can be arrays, and other vertices beside them`(count: Int) throws {
        // Twice: the second chart is compared with the shape of the first.
        for _ in 0..<2 {
            let run = Run(Panel(count))
            // One of a class is called by the class, several by the property.
            let lamps = count == 1 ? ["Lit.Lamp"] : (1...count).map { "Lit.lamps\($0)" }
            let off = lamps.map { "\($0).Off" }
            let leaves = count == 1 ? off[0] : "(\(off.joined(separator: ", ")))"
            let entries = zip(lamps, off).map { "\($0) \($1)" }.joined(separator: " ")
            try run.start("start: handled → \(leaves)\n  start, entries Panel Lit \(entries)")
            try run.send(
                count,
                """
                \(count): handled → \(leaves.replacing(off[count - 1], with: "\(lamps[count - 1]).On"))
                  event, \(off[count - 1]) → \(lamps[count - 1]).On, exits \(off[count - 1]), entries \(lamps[count - 1]).On
                """)
        }
    }

    @Test func `an array of substates takes an initial one and a history`() throws {
        let interpreter = Interpreter(Ladder(3))
        try interpreter.start()
        #expect(interpreter.configuration.description == "Rungs.steps2")
        try interpreter.send(3)
        try interpreter.send(0)
        #expect(interpreter.configuration.description == "Ground")
        try interpreter.send(0)
        #expect(interpreter.configuration.description == "Rungs.steps3")
    }

    @Test func `regions of an empty array are a mistake that is reported`() throws {
        let error = #expect(throws: ChartError.self) { try Interpreter(Panel(0)).start() }
        #expect(error?.diagnostics.map(\.code).contains(.emptyOrthogonalState) == true)
    }
}

//    ┌ Panel ────────────────────────────────┐
//    │ ┌ Lit ──────────────────────────────┐ │
//    │ │ lamps1: ●→ Off ──1──▶ On          │ │
//    │ │ lamps2: ●→ Off ──2──▶ On   …      │ │
//    │ │ again: H*                         │ │
//    │ └───────────────────────────────────┘ │
//    └───────────────────────────────────────┘
private final class Panel: NotedTop<Int> {
    let lit: Lit
    init(_ count: Int) { lit = Lit(count) }
    override func configure() { substates([lit]) }

    final class Lit: NotedRegions<Panel, Panel> {
        let lamps: [Lamp]
        let again = DeepHistory<Lit, Panel>()
        init(_ count: Int) { lamps = (0..<count).map { Lamp($0 + 1) } }
        override func configure() { regions(lamps + [again]) }
    }
    final class Lamp: Noted<Lit, Panel> {
        let number: Int
        let off = Off(), on = On()
        init(_ number: Int) { self.number = number }
        override func configure() { substates([off, on]) }
    }
    final class Off: Noted<Lamp, Panel> {
        override func handle(_ event: Int) -> Reaction { event == superior.number ? .to(superior.on) : .unhandled }
    }
    final class On: Noted<Lamp, Panel> {}
}

//    ┌ Ladder ─────────────────────────────────────────────┐
//    │ ●→ ┌ Rungs (H) ───────────────────┐  0 ──▶ Ground   │
//    │    │ steps1, ●→ steps2, steps3 …  │ ◀── 0           │
//    │    └──────────────────────────────┘                 │
//    └─────────────────────────────────────────────────────┘
private final class Ladder: TopState<Int> {
    let rungs: Rungs, ground = Ground()
    init(_ count: Int) { rungs = Rungs(count) }
    override func configure() { substates([rungs, ground], history: .none) }

    final class Rungs: State<Ladder, Ladder> {
        let steps: [Step]
        init(_ count: Int) { steps = (0..<count).map { _ in Step() } }
        override func configure() { substates(steps, initial: steps[1], history: .shallow) }
        override func handle(_ event: Int) -> Reaction {
            event == 0 ? .to(superior.ground) : .to(steps[event - 1])
        }
    }
    final class Step: State<Rungs, Ladder> {}
    final class Ground: State<Ladder, Ladder> {
        override func handle(_ event: Int) -> Reaction { .to(superior.rungs) }
    }
}
