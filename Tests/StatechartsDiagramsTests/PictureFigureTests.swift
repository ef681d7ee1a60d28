import Foundation
import Statecharts
import Testing

@testable import StatechartsDiagrams

/// What is measured of the pictures of the fixtures and demos.
@Suite struct PictureFigureTests {
    private func charts() throws -> [(name: String, graph: LayoutGraph)] {
        try ChartGraph.drawn().map { name, graph in
            (name.replacing(".json", with: ""), ChartBoxes(ChartDrawing(graph), width: 800).graph)
        }
    }

    /// Looked at when the layout changes: shorter lines with fewer corners on less paper are better.
    @Test func `pictures have the figures that their file has`() throws {
        let lines = try charts().map { "\($0.name): \(PictureFigures($0.graph))\n" }
        try Golden.compare(lines.joined(), "figures.txt")
    }

    /// Beside Graphviz with lines at right angles, with the same boxes and labels: `swift test --filter
    /// PictureFigureTests` prints each chart.
    @Test(.needs(.dot)) func `edges are about as long as those of Graphviz, and cross less`() throws {
        var own: [PictureFigures] = [], others: [PictureFigures] = []
        for (name, graph) in try charts() {
            let (figures, other) = (PictureFigures(graph), try graph.figuresOfGraphviz())
            print("\(name): \(figures); dot: \(other.map { "\($0)" } ?? "fails")")
            // Version 2.43 aborts at some charts.
            guard let other else { continue }
            own.append(figures)
            others.append(other)
        }
        #expect(own.count >= 20)
        func sum(_ figures: [PictureFigures], _ value: (PictureFigures) -> Double) -> Double {
            figures.reduce(0) { $0 + value($1) }
        }
        print("\(own.count) charts: \(PictureFigures.sum(own)); dot: \(PictureFigures.sum(others))")
        #expect(sum(own) { $0.length } <= 1.2 * sum(others) { $0.length })
        #expect(sum(own) { Double($0.crossings) } <= 1.2 * sum(others) { Double($0.crossings) })
        #expect(sum(own) { $0.width * $0.height } <= 1.2 * sum(others) { $0.width * $0.height })
    }
}
