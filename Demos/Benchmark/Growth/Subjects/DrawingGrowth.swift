import Statecharts
import StatechartsDiagrams

extension Benchmark {
    /// Drawings of charts: of many states with a transition each, and of a few states with many transitions.
    static let drawingGrowth: [GrowthSubject] =
        [
            drawing("mermaid", from: 100) { $0.mermaid },
            drawing("plantuml", from: 100) { $0.plantUML },
            drawing("dot", from: 100) { $0.dot },
            drawing("scxml", from: 100) { $0.scxml },
            drawing("tree", from: 100) { $0.tree },
            drawing("svg", from: 10) { $0.svg() },
            drawing("table", from: 100) { EventTable($0.graph).markdown },
        ].flatMap(\.self) + [
            GrowthSubject("text-tree", "the tree of a chart of n states, with what is active", from: 100) { n in
                let interpreter = Interpreter(Row(n))
                try interpreter.start()
                return {
                    let tree = TextTree(interpreter.vertices, active: interpreter.configuration)
                    guard !tree.description.isEmpty else { throw WrongWork(name: "text-tree") }
                }
            },
            GrowthSubject("svg-nested", "the SVG of n states inside each other", from: 5) { n in
                let interpreter = Interpreter(Nested(n))
                try interpreter.start()
                let drawing = ChartDrawing(interpreter.vertices)
                return { guard !drawing.svg().isEmpty else { throw WrongWork(name: "svg-nested") } }
            },
            GrowthSubject("svg-regions", "the SVG of n regions", from: 5) { n in
                let interpreter = Interpreter(Strips(n))
                try interpreter.start()
                let drawing = ChartDrawing(interpreter.vertices)
                return { guard !drawing.svg().isEmpty else { throw WrongWork(name: "svg-regions") } }
            },
            GrowthSubject("svg-branches", "the SVG of a state with transitions to n others", from: 5) { n in
                var graph = try emptyGraph(n)
                for target in 2...n { graph.learn(transition(1, target, "go \(target)")) }
                let drawing = ChartDrawing(graph)
                return { guard !drawing.svg().isEmpty else { throw WrongWork(name: "svg-branches") } }
            },
        ]

    private static func drawing(
        _ name: String, from size: Int, _ text: @escaping @Sendable (ChartDrawing) -> String
    ) -> [GrowthSubject] {
        [
            GrowthSubject("\(name)-states", "\(name) of n states in a ring", from: size) { n in
                var graph = try emptyGraph(n)
                for state in 1...n { graph.learn(transition(state, state % n + 1, "next")) }
                let drawing = ChartDrawing(graph)
                return { guard !text(drawing).isEmpty else { throw WrongWork(name: name) } }
            },
            GrowthSubject("\(name)-transitions", "\(name) of n transitions between ten states", from: size) { n in
                var graph = try emptyGraph(10)
                for number in 0..<n {
                    graph.learn(transition(number % 10 + 1, number / 10 % 10 + 1, "event\(number)"))
                }
                let drawing = ChartDrawing(graph)
                return { guard !text(drawing).isEmpty else { throw WrongWork(name: name) } }
            },
        ]
    }

    /// A graph of so many states beside each other, with the numbers 1 to n.
    static func emptyGraph(_ count: Int) throws -> ChartGraph {
        let interpreter = Interpreter(Row(count))
        try interpreter.start()
        return ChartGraph(interpreter.vertices)
    }

    static func transition(_ source: Int, _ target: Int, _ event: String) -> ChartGraph.Transition {
        .init(source: source, targets: [target], kind: .external, trigger: .event(event), origins: [.recorded])
    }

    /// Graphs that learn.
    static let learningGrowth: [GrowthSubject] = [
        GrowthSubject("learnt-transitions", "n transitions of n states, learnt", from: 1_000) { n in
            let graph = try emptyGraph(n)
            return {
                var graph = graph
                // Not in their order.
                for state in stride(from: n, to: 0, by: -1) { graph.learn(transition(state, state % n + 1, "next")) }
            }
        },
        GrowthSubject("learnt-again", "n transitions that are known, learnt again", from: 1_000) { n in
            var graph = try emptyGraph(10)
            for number in 0..<n { graph.learn(transition(1, 2, "event\(number % 10)")) }
            let known = graph
            return {
                var graph = known
                for number in 0..<n { graph.learn(transition(1, 2, "event\(number % 10)")) }
            }
        },
        GrowthSubject("learnt-deferrals", "n events that a state defers, learnt", from: 100) { n in
            let graph = try emptyGraph(10)
            return {
                var graph = graph
                for number in 0..<n { graph.learn(ChartGraph.Deferral(state: 1, event: "event\(number)")) }
            }
        },
        GrowthSubject("learnt-work", "n timers of a state, learnt", from: 100) { n in
            let graph = try emptyGraph(10)
            return {
                var graph = graph
                for number in 0..<n {
                    graph.learn(
                        ChartGraph.Work(state: 1, kind: .timer, event: "event\(number)", interval: .seconds(1)))
                }
            }
        },
        GrowthSubject("learnt-steps", "n recorded steps, learnt", from: 1_000) { n in
            let interpreter = Interpreter(Row(10))
            try interpreter.start()
            let steps = try (0..<n).map { _ in try interpreter.step(.next) }
            return {
                var drawing = ChartDrawing(interpreter.vertices)
                drawing.learn(from: steps)
            }
        },
    ]
}
