import Foundation
import Statecharts
import TestSupport
import Testing

/// Two regions, a choice, a fork, a history, and the kinds of transitions.
///
///     Theatre
///     ├─ Closed (initial)       open → seats?,  rehearse ⑂ (Bright, Full),  note: internal
///     ├─ seats? ◇
///     ├─ Show (regions)         end → Closed
///     │  ├─ Light (H)           ●──▶ Dim ──light──▶ Bright
///     │  └─ Stage               ●──▶ Empty ──set──▶ Full
///     ├─ both ⑂
///     └─ Sold ◉
private final class Theatre: TopState<Theatre.Event> {
    enum Event: Sendable { case open(seats: Int), light, set, end, note, rehearse }
    var seats = 0
    let closed = Closed(), show = Show(), sold = FinalState<Theatre, Theatre>()
    let seatsLeft = Choice<Theatre, Theatre> { $0.seats > 0 ? .to($0.show) : .to($0.sold) }
    let both = Fork<Theatre, Theatre> { [$0.show.light.bright, $0.show.stage.full] }
    override func configure() { substates(closed, seatsLeft, show, both, sold) }

    final class Closed: State<Theatre, Theatre> {
        override func exit() {}
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .open(let seats): .to(superior.seatsLeft) { self.top.seats = seats }
            case .note: .handled {}
            case .rehearse: .to(superior.both)
            case .light, .set, .end: .unhandled
            }
        }
    }

    final class Show: OrthogonalState<Theatre, Theatre> {
        let light = Light(), stage = Stage()
        override func configure() { regions(light, stage) }
        override func handle(_ event: Event) -> Reaction {
            if case .end = event { .to(superior.closed) } else { .unhandled }
        }

        final class Light: State<Show, Theatre> {
            let dim = Dim(), bright = Bright()
            override func configure() { substates(dim, bright, history: .shallow) }
            final class Dim: State<Light, Theatre> {
                override func handle(_ event: Event) -> Reaction {
                    if case .light = event { .to(superior.bright) } else { .unhandled }
                }
            }
            final class Bright: State<Light, Theatre> {}
        }

        final class Stage: State<Show, Theatre> {
            let empty = Empty(), full = Full()
            override func configure() { substates(empty, full) }
            final class Empty: State<Stage, Theatre> {
                override func handle(_ event: Event) -> Reaction {
                    if case .set = event { .to(superior.full) } else { .unhandled }
                }
            }
            final class Full: State<Stage, Theatre> {}
        }
    }
}

struct ChartGraphTests {
    private func steps(_ events: [Theatre.Event]) throws -> (
        Interpreter<Theatre>, [Macrostep<Theatre.Event>]
    ) {
        let theatre = Interpreter(Theatre())
        var steps = [try theatre.startStep()]
        for event in events { steps.append(try theatre.step(event)) }
        return (theatre, steps)
    }

    @Test(.needsMethodTables)
    func `a graph has every vertex with its kind, place, initial, history and methods`() throws {
        let (theatre, _) = try steps([])
        let graph = ChartGraph(theatre.vertices)
        let lines = graph.vertices.map { vertex in
            [
                "\(vertex.id)", vertex.path, vertex.kind.rawValue, vertex.superior.map { "in \($0)" } ?? "-",
                vertex.initial.map { "initial \($0)" } ?? "-", vertex.history.rawValue,
                vertex.isRegion ? "region" : vertex.hasRegions ? "regions" : "-", "\(vertex.methods.rawValue)",
                "\(vertex.fixed)",
            ].joined(separator: " ")
        }
        #expect(
            lines == [
                "0 Theatre top - initial 1 none - 0 []",
                "1 Closed state in 0 - none - 6 []",
                "2 seatsLeft choice in 0 - none - 0 []",
                "3 Show orthogonal in 0 - none regions 4 []",
                "4 Show.Light state in 3 initial 5 shallow region 0 []",
                "5 Show.Light.Dim state in 4 - none - 4 []",
                "6 Show.Light.Bright state in 4 - none - 0 []",
                "7 Show.Stage state in 3 initial 8 none region 0 []",
                "8 Show.Stage.Empty state in 7 - none - 4 []",
                "9 Show.Stage.Full state in 7 - none - 0 []",
                "10 both fork in 0 - none - 0 [6, 9]",
                "11 sold final in 0 - none - 0 []",
            ])
    }

    @Test func `transitions are learnt from steps, in the order of the document, and counted`() throws {
        let (theatre, steps) = try steps([
            .note, .open(seats: 3), .light, .set, .end, .note, .rehearse, .end, .open(seats: 0),
        ])
        var graph = ChartGraph(theatre.vertices)
        graph.learn(from: steps)
        let lines = graph.transitions.map { transition in
            "\(transition.source) \(transition.targets) \(transition.kind) \(transition.trigger) ×\(transition.count) "
                + transition.origins.map(\.rawValue).sorted().joined(separator: "+")
        }
        #expect(
            lines == [
                "1 [] internal event(\"note\") ×2 recorded",
                "1 [2] external event(\"open\") ×2 recorded",
                "1 [6, 9] external event(\"rehearse\") ×1 recorded",
                "2 [3] external branch ×1 recorded",
                "2 [11] external branch ×1 recorded",
                "3 [1] external event(\"end\") ×2 recorded",
                "5 [6] external event(\"light\") ×1 recorded",
                "8 [9] external event(\"set\") ×1 recorded",
                "10 [6] external branch ×0 declared",
                "10 [9] external branch ×0 declared",
            ])
    }

    @Test func `a graph is the same after it was written and read, and does not depend on the order of learning`()
        throws
    {
        let (theatre, steps) = try steps([.note, .open(seats: 3), .light, .end, .open(seats: 0)])
        var graph = ChartGraph(theatre.vertices)
        graph.learn(from: steps)
        var backwards = ChartGraph(theatre.vertices)
        backwards.learn(from: steps.reversed())
        #expect(graph == backwards)
        let text = try JSONEncoder().encode(graph)
        #expect(try JSONDecoder().decode(ChartGraph.self, from: text) == graph)
    }

    @Test func `steps of another chart teach nothing`() throws {
        let (_, steps) = try steps([.open(seats: 1), .light])
        final class Empty: TopState<Int> {}
        let empty = Interpreter(Empty())
        try empty.start()
        var graph = ChartGraph(empty.vertices)
        graph.learn(from: steps)
        #expect(graph.transitions.isEmpty)
    }

    @Test(arguments: [
        ("tap", "tap"), ("add(40.0)", "add"), ("open(seats: 3)", "open"), ("a b(1)", "a b(1)"), ("(1)", "(1)"),
        ("Optional(3)", "Optional"), ("x(", "x("), ("", ""),
    ])
    func `an event is called by its case`(description: String, name: String) {
        #expect(ChartGraph.eventName(description) == name)
    }
}
