import Statecharts
import StatechartsDiagrams
import Testing

//   Hatch: ●──▶ Shut ⇄ Open; a test has only opened it
private final class Hatch: TopState<Hatch.Event> {
    enum Event: Sendable { case pull, push }
    let shut = Shut(), open = Open()
    override func configure() { substates(shut, open) }
    final class Shut: State<Hatch, Hatch> {}
    final class Open: State<Hatch, Hatch> {}
}

/// Transitions that a coverage says no test has taken.
@Suite struct OpenTransitionTests {
    private func drawing(pushed: Int) throws -> ChartDrawing {
        let hatch = Interpreter(Hatch())
        try hatch.start()
        var graph = ChartGraph(hatch.vertices)
        graph.learn(
            .init(source: 1, targets: [2], kind: .external, trigger: .event("pull"), origins: [.explored], count: 1))
        graph.learn(
            .init(
                source: 2, targets: [1], kind: .external, trigger: .event("push"), origins: [.explored], count: pushed))
        return ChartDrawing(graph)
    }

    @Test func `a transition that was never taken is dotted and pale`() throws {
        let drawing = try drawing(pushed: 0)
        let picture = drawing.svg()
        #expect(picture.contains("statechart with 2 states and 2 transitions, 1 of them never taken"))
        /// Whether an element of this class has these attributes.
        func has(_ element: String, _ attributes: String...) -> Bool {
            picture.split(separator: "\n").contains { line in
                line.contains("<" + element) && attributes.allSatisfy { line.contains($0) }
            }
        }
        let open = "data-edge=\"2 1\""
        #expect(has("path class=\"edge open\"", "stroke-dasharray=\"1 4\" opacity=\"0.7\"", open))
        #expect(has("text class=\"label open\"", "opacity=\"0.6\"", open))
        #expect(has("path class=\"edge\"", "data-edge=\"1 2\"") && !has("path class=\"edge\"", open))
        let dots = drawing.dot.split(separator: "\n").filter { $0.contains("style=dotted") }
        #expect(dots.count == 1 && dots.allSatisfy { $0.contains("label=\"push\"") })
        let plants = drawing.plantUML.split(separator: "\n").filter { $0.contains("-[#gray,dotted]->") }
        #expect(plants.count == 1 && plants.allSatisfy { $0.contains("push") })
    }

    @Test func `where everything was taken nothing is dotted`() throws {
        let drawing = try drawing(pushed: 1)
        for text in [drawing.svg(), drawing.dot, drawing.plantUML] {
            #expect(!text.contains("never taken") && !text.contains("dotted") && !text.contains("open\""))
        }
    }

    /// They would be one arrow if both had been taken.
    @Test func `a transition that was never taken is an arrow of its own`() throws {
        let drawing = try drawing(pushed: 1)
        var graph = drawing.graph
        graph.learn(
            .init(source: 1, targets: [2], kind: .external, trigger: .event("push"), origins: [.explored], count: 0))
        let dots = ChartDrawing(graph).dot.split(separator: "\n").filter { $0.contains("style=dotted") }
        #expect(dots.count == 1)
    }
}
