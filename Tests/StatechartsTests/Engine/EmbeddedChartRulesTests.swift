import Statecharts
import TestSupport
import Testing

/// What is special where a chart is embedded: who may name what, what goes with it, and what is complete with it.
@Suite struct EmbeddedChartRulesTests {
    @Test(arguments: [["illegal"], ["legal", "back", "illegal"]])
    func `a target of another chart is refused also where the chart around it has just led there`(
        _ events: [String]
    ) throws {
        // The second one finds the plans of the first one.
        for _ in 0..<2 {
            let road = Interpreter(Road())
            try road.start()
            for event in events.dropLast() { try road.send(event) }
            let error = #expect(throws: StepError.self) { try road.send(events.last ?? "") }
            #expect(error?.code == .foreignTarget)
        }
    }

    @Test func `the way through the chart around it stays open`() throws {
        let road = Interpreter(Road())
        try road.start()
        for _ in 0..<3 {
            try road.send("legal")
            #expect(road.configuration.description == "right.Lane.B")
            try road.send("back")
            #expect(road.configuration.description == "left.Lane.A")
        }
    }

    @Test(arguments: [["restart"], ["away", "back"]])
    func `what an embedded chart has deferred goes when it is left, also if it is entered again at once`(
        _ ways: [String]
    ) throws {
        let host = Interpreter(Host())
        try host.start()
        for event in ["go"] + ways + ["next"] { try host.send(event) }
        #expect(host.top.sub.chart.taken == 0)
        // Without having been left it is taken.
        for event in ["restart", "go", "next"] { try host.send(event) }
        #expect(host.top.sub.chart.taken == 1)
    }

    @Test func `a submachine is complete when the last activity of a region of its chart is over`() async throws {
        let machine = Machine(Outer())
        try await machine.start()
        try await machine.send("done")
        let before = await machine.configuration.description
        #expect(before == "(Whole.Two.P.f, Whole.Two.Q.f)")
        try await machine.withTop { $0.sub.chart.p.gate.finish() }
        try await eventually { await machine.configuration.description == "End" }
        try await machine.stop()
    }

    @Test func `activities of a chart's top hold back neither its end nor the completion of its submachine`()
        async throws
    {
        let inner = Busy()
        let alone = Machine(inner)
        try await alone.start()
        try await alone.send("done")
        try await eventually { await alone.status == .finished }
        let machine = Machine(Around())
        try await machine.start()
        try await machine.send("done")
        #expect(await machine.configuration.description == "End")
        try await machine.stop()
    }
}

/// Its top is busy for ever.
private final class Busy: TopState<String> {
    let a = A(), over = FinalState<Busy, Busy>()
    let gate = AsyncStream.makeStream(of: Void.self)
    override func configure() { substates(a, over) }
    override func entry() { run { [stream = gate.stream] in for await _ in stream {} } }
    final class A: State<Busy, Busy> {
        override func handle(_ event: String) -> Reaction { .to(superior.over) }
    }
}

private final class Around: TopState<String> {
    let sub = Sub(), end = End()
    override func configure() { substates(sub, end) }
    final class Sub: Submachine<Around, Around, Busy> {
        init() { super.init(Busy(), translation: { $0 }) }
        override func completed() -> Reaction { .to(superior.end) }
    }
    final class End: State<Around, Around> {}
}

private final class Road: TopState<String> {
    let left = Submachine<Road, Road, Lane>(Lane()) { $0 }
    let right = Submachine<Road, Road, Lane>(Lane()) { _ in nil }
    override func configure() {
        left.chart.other = right.chart
        left.leads(from: \.off) { .to($0.right.entryPoint(\.gate)) }
        right.leads(from: \.off) { .to($0.left) }
        substates(left, right)
    }
    override func handle(_ event: String) -> Reaction { event == "back" ? .to(left) : .unhandled }
}

private final class Lane: TopState<String> {
    let a = A(), b = B()
    let off = ExitPoint<Lane, Lane>()
    let gate = EntryPoint<Lane, Lane> { [$0.b] }
    weak var other: Lane?
    override func configure() { substates(a, b, off, gate) }
    final class A: State<Lane, Lane> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "legal": .to(superior.off)
            case "illegal": top.other.map { .to($0.gate) } ?? .unhandled
            default: .unhandled
            }
        }
    }
    final class B: State<Lane, Lane> {}
}

private final class Host: TopState<String> {
    let sub = Submachine<Host, Host, Deferring>(Deferring()) { $0 }
    let away = Away()
    override func configure() { substates(sub, away) }
    override func handle(_ event: String) -> Reaction {
        switch event {
        case "restart", "back": .to(sub)
        case "away": .to(away)
        default: .unhandled
        }
    }
    final class Away: State<Host, Host> {}
}

private final class Deferring: TopState<String> {
    let a = A(), b = B()
    var taken = 0
    override func configure() { substates(a, b) }
    final class A: State<Deferring, Deferring> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "go": .handled { self.raise("x") }
            case "x": .deferred
            case "next": .to(superior.b)
            default: .unhandled
            }
        }
    }
    final class B: State<Deferring, Deferring> {
        override func handle(_ event: String) -> Reaction {
            if event == "x" { .handled { self.top.taken += 1 } } else { .unhandled }
        }
    }
}

private final class Outer: TopState<String> {
    let sub = Whole(embedding: Two()), end = End()
    override func configure() { substates(sub, end) }
    final class End: State<Outer, Outer> {}
    final class Whole: Submachine<Outer, Outer, Two> {
        override func translate(_ event: String) -> String? { event }
        override func completed() -> Reaction { .to(superior.end) }
    }
}

/// Both regions come to their ends at once, and one of them is still at work then.
private final class Two: TopState<String> {
    let p = P(), q = Q()
    override func configure() { regions(p, q) }
    final class P: State<Two, Two> {
        let w = W(), f = FinalState<P, Two>()
        let (end, gate) = AsyncStream.makeStream(of: Void.self)
        override func configure() { substates(w, f) }
        override func entry() {
            let end = end
            run { _ in for await _ in end {} }
        }
        final class W: State<P, Two> {
            override func handle(_ event: String) -> Reaction { event == "done" ? .to(superior.f) : .unhandled }
        }
    }
    final class Q: State<Two, Two> {
        let w = W(), f = FinalState<Q, Two>()
        override func configure() { substates(w, f) }
        final class W: State<Q, Two> {
            override func handle(_ event: String) -> Reaction { event == "done" ? .to(superior.f) : .unhandled }
        }
    }
}
