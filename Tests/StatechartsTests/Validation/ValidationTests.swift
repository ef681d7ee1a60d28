import Statecharts
import TestSupport
import Testing

@Suite struct ValidationTests {
    private func codes<Top: Statechart>(_ top: Top) -> [String] {
        do {
            try Interpreter(top).start()
            return []
        } catch let error as ChartError {
            return error.diagnostics.map { "\($0.path): \($0.code.rawValue)" }
        } catch {
            return ["\(error)"]
        }
    }

    @Test func `all mistakes of a chart are reported at once, in document order`() throws {
        let chart = Mistaken { chart in
            let inA = Inner("X"), inB = Inner("Y")
            chart.substates(
                chart.home, Regions("R") { _ in },
                Inner("A") { $0.substates(inA, DeepHistory<StateNode, Mistaken>(), initial: nil) },
                Inner("B") { $0.substates(inB, Fork<StateNode, Mistaken> { _ in [inA] }, initial: inA) },
                Inner("C") { $0.substates(Ending(), ExitPoint<StateNode, Mistaken>()) })
        }
        #expect(
            codes(chart) == [
                "R: emptyOrthogonalState", "A.DeepHistory1: historyWithoutDefault", "B: initialOutside",
                "B.Fork1: tooFew",
                "C.ExitPoint1: exitPointLeadsNowhere",
            ])
    }

    @Test func `the error lists every diagnostic on a line of its own`() throws {
        let chart = Mistaken { $0.substates($0.home, Regions("R") { _ in }, Regions("S") { _ in }) }
        let error = #expect(throws: ChartError.self) { try Interpreter(chart).start() }
        #expect(
            error?.description == """
                the chart cannot start:
                  - R: has no region; declare at least one State in regions(…), or make it a State [emptyOrthogonalState]
                  - S: has no region; declare at least one State in regions(…), or make it a State [emptyOrthogonalState]
                """)
    }

    @Test func `nothing of a chart with mistakes is entered, and it can be corrected and started`() throws {
        let chart = Hesitant()
        let interpreter = Interpreter(chart)
        #expect(throws: ChartError.self) { try interpreter.start() }
        #expect(interpreter.status == .new)
        #expect(interpreter.configuration == .empty)
        #expect(chart.notes == [])
        chart.isReady = true
        try interpreter.start()
        #expect(chart.notes == ["+Hesitant", "+One"])
    }

    @Test func `a chart can be used again when its interpreter is gone`() throws {
        let chart = Player()
        for _ in 0..<2 {
            chart.notes = []
            let interpreter = Interpreter(chart)
            try interpreter.start()
            #expect(chart.notes == ["+Player", "+Playing", "+Playing.Slow"])
            try interpreter.send("faster")
        }
    }

    @Test func `a chart embedded twice is declared twice`() throws {
        let inner = Stranger()
        let chart = Mistaken { chart in
            chart.substates(
                Embedding(inner, "First"), Embedding(inner, "Second"), chart.home)
        }
        #expect(codes(chart) == ["First.Stranger: declaredTwice"])
    }

    @Test func `a submachine declares nothing itself`() throws {
        let chart = Mistaken { $0.substates($0.home, Embedding(Stranger(), "Sub", declares: true)) }
        #expect(codes(chart) == ["Sub: wrongDeclaration"])
    }

    @Test func `mistakes inside an embedded chart are found with their path`() throws {
        let chart = Outer()
        #expect(codes(chart) == ["Sub.Mistaken.R: emptyOrthogonalState"])
    }

    @Test func `a top state without regions needs a state, and one with regions a region`() throws {
        #expect(codes(Mistaken { $0.substates(Choice<StateNode, Mistaken> { _ in .unhandled }, $0.home) }) == [])
        #expect(codes(HollowRegions()) == ["HollowRegions: emptyOrthogonalState"])
    }

    @Test(arguments: ["choice", "terminate", "final"])
    func `what is no region is refused beside regions`(kind: String) throws {
        let vertex: Vertex<Mistaken> =
            switch kind {
            case "choice": Choice<StateNode, Mistaken> { _ in .unhandled }
            case "terminate": Terminate<StateNode, Mistaken>()
            default: Ending()
            }
        let chart = Mistaken { $0.substates($0.home, Regions("R") { $0.regions(Inner("A"), vertex) }) }
        #expect(codes(chart).map { $0.suffix(10) } == ["notARegion"])
    }

    @Test func `two sources of a join in one region are refused`() throws {
        let a = Inner("A"), b = Inner("B"), home = Inner("Home2")
        let join = Join<StateNode, Mistaken>(from: { _ in [a, b] }, to: { _ in .to(home) })
        let chart = Mistaken {
            $0.substates(
                $0.home, home, Regions("R") { $0.regions(Inner("S") { $0.substates(a, b) }, Inner("T"), join) })
        }
        #expect(codes(chart) == ["R.Join1: sameRegion"])
    }

    @Test func `a leaf may own forks and joins, and nothing else that is no state`() throws {
        func found(_ vertices: (_ a: Vertex<Mistaken>, _ b: Vertex<Mistaken>) -> Vertex<Mistaken>) -> [String] {
            let a = Inner("A"), b = Inner("B")
            let way = vertices(a, b)
            let leaf = Inner("L") { $0.substates(way) }
            return codes(
                Mistaken {
                    $0.substates(
                        $0.home,
                        Regions("R") {
                            $0.regions(Inner("S") { $0.substates(a, leaf) }, Inner("T") { $0.substates(b) })
                        })
                })
        }
        #expect(found { a, b in Fork<StateNode, Mistaken> { _ in [a, b] } } == [])
        #expect(found { a, b in Choice<StateNode, Mistaken> { _ in .to(a) } } == ["R.S.L: noStates"])
        #expect(found { a, b in DeepHistory<StateNode, Mistaken> { _ in a } }.contains("R.S.L: noStates"))
        // A is never active together with the leaf that owns the join.
        #expect(
            found { a, b in Join<StateNode, Mistaken>(from: { _ in [a, b] }, to: { _ in .to(a) }) } == [
                "R.S.L.Join1: sourceOutside"
            ])
        #expect(
            found { a, b in Join<StateNode, Mistaken>(from: { [$0 as? Vertex<Mistaken> ?? a, b] }, to: { _ in .to(a) })
            }
                == [])
    }

    @Test func `a source of a join has to be a state`() throws {
        let choice = Choice<StateNode, Mistaken> { _ in .unhandled }, a = Inner("A"), b = Inner("B")
        let join = Join<StateNode, Mistaken>(from: { _ in [choice, b] }, to: { _ in .to(a) })
        let chart = Mistaken {
            $0.substates(
                $0.home,
                Regions("R") {
                    $0.regions(Inner("S") { $0.substates(a, choice) }, Inner("T") { $0.substates(b) }, join)
                })
        }
        #expect(codes(chart) == ["R.Join1: sourceOutside"])
    }

    @Test func `a fork to a state and to what is inside it is refused`() throws {
        let a = Inner("A")
        let s = Inner("S") { $0.substates(a) }
        let fork = Fork<StateNode, Mistaken> { _ in [s, a] }
        let chart = Mistaken { $0.substates($0.home, fork, Regions("R") { $0.regions(s, Inner("T")) }) }
        #expect(codes(chart) == ["Fork1: sameRegion"])
    }

    @Test func `a fork to a vertex of no chart is refused`() throws {
        let a = Inner("A")
        let fork = Fork<StateNode, Mistaken> { _ in [a, Inner("Nowhere")] }
        let chart = Mistaken { $0.substates($0.home, fork, Regions("R") { $0.regions(a, Inner("T")) }) }
        #expect(codes(chart) == ["Fork1: targetOutside"])
    }

    @Test func `a history whose default is a history is refused`() throws {
        let deep = DeepHistory<StateNode, Mistaken>()
        let shallow = ShallowHistory<StateNode, Mistaken> { _ in deep }
        let chart = Mistaken { $0.substates($0.home, Inner("A") { $0.substates(Inner("B"), deep, shallow) }) }
        #expect(codes(chart) == ["A.ShallowHistory2: historyDefaultOutside"])
    }

    @Test func `what is wrong only because something else is, is not reported`() {
        let a = Inner("A")
        // Regions and states that are missing were forgotten, or are declared elsewhere.
        #expect(codes(ForgetfulRegions()) == ["Both: notDeclared", "Both: notDeclared"])
        #expect(
            codes(Mistaken { $0.substates($0.home, a, Regions("R") { $0.regions(a) }) }) == ["A: declaredTwice"])
        #expect(
            codes(Mistaken { $0.substates($0.home, a, Inner("B") { $0.substates(a, Inner("C"), initial: a) }) })
                == ["A: declaredTwice"])
        // An initial vertex, a target or a default that nobody declares is reported where it is stored.
        #expect(codes(ForgetfulInitial()) == ["Box: notDeclared"])
        #expect(codes(ForgetfulFork()) == ["Both.Right: notDeclared"])
        // A history cannot fall back on what is wrong itself.
        let history = DeepHistory<StateNode, Mistaken>(), fork = Fork<StateNode, Mistaken> { _ in [] }
        #expect(
            codes(
                Mistaken { $0.substates($0.home, Inner("B") { $0.substates(Inner("C"), history, initial: a) }) })
                == ["B: initialOutside"])
        // What is in the wrong place need not be told from the right ones.
        #expect(
            codes(Mistaken { $0.substates($0.home, Regions("R") { $0.substates(Inner("C"), fork) }) })
                == ["R: wrongDeclaration", "R.Fork1: tooFew"])
        #expect(codes(WanderingFamily()) == ["Astray: wrongTop"])
    }

    @Test(.needsMethodTables)
    func `an interpreter names every state that suspends, a machine runs them`() async throws {
        let make = { Mistaken { $0.substates($0.home, Slow(), Inner("A") { $0.substates(Slow()) }) } }
        #expect(codes(make()) == ["Slow: suspends", "A.Slow: suspends"])
        let machine = Machine(Mistaken { $0.substates(Slow(), $0.home) })
        try await machine.start()
        #expect(await machine.configuration.description == "Slow")
    }
}

/// Declares what its property names only when it is ready.
private final class Hesitant: NotedTop<Int> {
    var isReady = false
    let one = One()
    override func configure() {
        if isReady { substates(one) }
    }
    final class One: Noted<Hesitant, Hesitant> {}
}

private final class Embedding: Submachine<StateNode, Mistaken, Stranger> {
    let label: String
    let declares: Bool
    init(_ chart: Stranger, _ label: String, declares: Bool = false) {
        self.label = label
        self.declares = declares
        super.init(chart) { $0 }
    }
    override var stateName: String? { label }
    override func configure() { if declares { substates(Inner("Own")) } }
}

private final class Outer: TopState<Int> {
    let sub = Sub(Mistaken { $0.substates($0.home, Regions("R") { _ in }) }) { $0 }
    override func configure() { substates(sub) }
    final class Sub: Submachine<Outer, Outer, Mistaken> {}
}

private final class HollowRegions: TopState<Int> {
    let join = Junction<HollowRegions, HollowRegions> { _ in .unhandled }
    override func configure() { regions(join) }
}

/// Its state forgets both of its regions.
private final class ForgetfulRegions: TopState<Int> {
    let both = Both()
    override func configure() { substates(both) }
    final class Both: OrthogonalState<ForgetfulRegions, ForgetfulRegions> {
        let left = Left(), right = Right()
        final class Left: State<Both, ForgetfulRegions> {}
        final class Right: State<Both, ForgetfulRegions> {}
    }
}

/// Its state begins in a substate that it forgets.
private final class ForgetfulInitial: TopState<Int> {
    let box = Box()
    override func configure() { substates(box) }
    final class Box: State<ForgetfulInitial, ForgetfulInitial> {
        let one = One(), two = Two()
        override func configure() { substates(one, initial: two) }
        final class One: State<Box, ForgetfulInitial> {}
        final class Two: State<Box, ForgetfulInitial> {}
    }
}

/// Its fork leads to a state that is forgotten.
private final class ForgetfulFork: TopState<Int> {
    let both = Both()
    let fork = Fork<ForgetfulFork, ForgetfulFork> { [$0.both.left, $0.both.right.inner] }
    override func configure() { substates(both, fork) }
    final class Both: OrthogonalState<ForgetfulFork, ForgetfulFork> {
        let left = Left(), right = Right()
        override func configure() { regions(left, right) }
        final class Left: State<Both, ForgetfulFork> {}
        final class Right: State<Both, ForgetfulFork> {
            let inner = Inner()
            final class Inner: State<Right, ForgetfulFork> {}
        }
    }
}

/// A state of another chart with a state inside.
private final class WanderingFamily: TopState<Int> {
    let astray = Astray()
    override func configure() { substates(astray) }
    final class Astray: State<StateNode, Stranger> {
        let child = Child()
        override func configure() { substates(child) }
        final class Child: State<Astray, Stranger> {}
    }
}
