import Statecharts
import StatechartsDiagrams

extension Benchmark {
    /// What it costs to draw a chart.
    static let drawingSubjects: [Subject] = [
        Subject(
            "draw", "drawing a chart of 200 states and 200 transitions as SVG", floor: "none",
            goal: .within(nanoseconds: 100e6)
        ) { rounds in
            let drawing = ChartDrawing(try Gallery.graph())
            guard drawing.graph.vertices.count == 201, drawing.graph.transitions.count == 200 else {
                throw WrongWork(name: "draw")
            }
            var figures = Figures()
            for _ in 0..<max(3, rounds) {
                let duration = ContinuousClock().measure { precondition(!drawing.svg().isEmpty) }
                figures.subject.append(duration / .nanoseconds(1))
            }
            return figures
        }
    ]
}
