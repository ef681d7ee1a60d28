import Statecharts
import Testing

/// What is wrong with a boundary is said at the start, and a chart names vertices of its own only.
@Suite struct BoundaryMistakeTests {
    private func diagnostics(_ top: some Statechart) -> [String] {
        do {
            try Interpreter(top).start()
            return []
        } catch let error as ChartError {
            return error.diagnostics.map(\.description)
        } catch {
            return ["\(error)"]
        }
    }

    @Test func `an exit point of a chart that leads nowhere is a mistake, alone and embedded`() {
        #expect(
            diagnostics(Lane()) == [
                """
                off: leads out of the chart, which runs alone; give it a continuation for that, or embed the chart in a \
                Submachine that says where it leads [exitPointLeadsNowhere]
                """
            ])
        #expect(
            diagnostics(Road(leads: false)) == [
                """
                left.Lane.off: leads nowhere; call leads(from:_:) of left, or give it a continuation [exitPointLeadsNowhere]
                """
            ])
        // The second chart with a shape is compared with the first only.
        for _ in 0..<2 { #expect(diagnostics(Road(leads: true)) == []) }
        #expect(diagnostics(Road(leads: false)).count == 1)
    }

    /// Both lanes are charts of one class, so that the compiler cannot tell their states apart.
    @Test(arguments: ["other", "others", "many", "exit"])
    func `a reaction into another embedded chart of the same machine fails and says so`(event: String) throws {
        let road = Road(leads: true)
        let interpreter = Interpreter(road)
        try interpreter.start()
        let error = #expect(throws: StepError.self) { try interpreter.send(event) }
        #expect(
            error?.description == """
                left.Lane.A, taking \(event): led to right.Lane.B, which is in another chart of the same machine; lead to vertices reached \
                through superior or top; into a submachine by its entryPoint(_:), out of it by an exit point and \
                leads(from:_:) [foreignTarget]
                """)
        #expect(interpreter.configuration.description == "(left.Lane.A, right.Lane.A)")
    }

    @Test func `the top of an embedded chart cannot lead to the host's states`() throws {
        let road = Road(leads: true)
        let interpreter = Interpreter(road)
        try interpreter.start()
        let error = #expect(throws: StepError.self) { try interpreter.send("top") }
        #expect(error?.path == "left.Lane")
        #expect(error?.message == "led to right, which is in another chart of the same machine")
    }

    @Test func `a fork into another embedded chart is a mistake`() {
        let road = Road(leads: true)
        road.left.chart.forksAway = true
        #expect(
            diagnostics(road).first == """
                left.Lane.fork: names right.Lane.A, which is in another chart of the same machine; name a vertex of its own \
                chart, or an entry point of a submachine by entryPoint(_:) [targetOutside]
                """)
    }

    @Test func `what stands for an entry point cannot be declared`() {
        let chart = Misdeclared()
        #expect(diagnostics(chart).first?.hasSuffix("[wrongSuperior]") == true, "\(diagnostics(chart))")
    }
}

//    ┌ Road ──────────────────────┐   ┌ Lane ───────────────────────┐
//    │ left: Lane                 │   │ ●→ A ──▶ ⊗ off,     B       │
//    │ right: Lane                │   │    fork ▶ Wide              │
//    └────────────────────────────┘   └─────────────────────────────┘
// Each lane knows the other one, which it should not lead into.
private final class Lane: TopState<String> {
    let a = A(), b = B(), wide = Wide()
    let off = ExitPoint<Lane, Lane>()
    lazy var fork = Fork<Lane, Lane> { lane in
        lane.forksAway
            ? [lane.other.map { $0.a } ?? lane.b, lane.other.map { $0.b } ?? lane.b] : [lane.wide.p, lane.wide.q]
    }
    weak var other: Lane?
    var elsewhere: Vertex<Road>?
    var forksAway = false
    override func configure() { substates(a, b, wide, off, fork) }
    override func handle(_ event: String) -> Reaction {
        if event == "top", let elsewhere { .to(elsewhere) } else { .unhandled }
    }

    final class A: State<Lane, Lane> {
        override func handle(_ event: String) -> Reaction {
            guard let other = top.other else { return .unhandled }
            return switch event {
            case "other": .to(other.b)
            case "others": .to(superior.wide.p, other.b)
            case "many": .to(superior.wide.p, superior.wide.q, other.b)
            case "exit": .local(to: other.b)
            default: .unhandled
            }
        }
    }
    final class B: State<Lane, Lane> {}
    final class Wide: OrthogonalState<Lane, Lane> {
        let p = Half(), q = Half()
        override func configure() { regions(p, q) }
        final class Half: State<Wide, Lane> {}
    }
}

private final class Road: TopState<String> {
    let left = Submachine<Road, Road, Lane>(Lane()) { $0 }
    let right = Submachine<Road, Road, Lane>(Lane()) { _ in nil }
    let leads: Bool
    init(leads: Bool) {
        self.leads = leads
        super.init()
        left.chart.other = right.chart
        left.chart.elsewhere = right
    }
    override func configure() {
        if leads { left.leads(from: \.off) { .to($0.right) } }
        right.leads(from: \.off) { .to($0.left) }
        regions(left, right)
    }
}

private final class Misdeclared: TopState<String> {
    let home = Home()
    let gate = Submachine<Misdeclared, Misdeclared, Portal>(embedding: Portal())
    override func configure() { substates(home, gate, gate.entryPoint(\.recovery)) }
    final class Home: State<Misdeclared, Misdeclared> {}
}
