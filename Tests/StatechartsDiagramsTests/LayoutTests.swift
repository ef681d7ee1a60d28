import TestSupport
import Testing

@testable import StatechartsDiagrams

/// Random boxes inside boxes with edges between any two of them, and the rules that every picture keeps.
struct LayoutTests {
    static func random(_ seed: UInt64) -> LayoutGraph {
        var random = SplitMix(seed: seed)
        var graph = LayoutGraph()
        graph.width = [300, 600, 900].randomElement(using: &random) ?? 600
        let count = Int.random(in: 1...24, using: &random)
        for number in 0..<count {
            var parent = number == 0 ? nil : Int.random(in: 0..<number, using: &random)
            // A symbol has nothing inside.
            while let box = parent, graph.nodes[box].symbol != nil { parent = graph.nodes[box].parent }
            let isSymbol = number > 0 && Bool.random(using: &random) && Bool.random(using: &random)
            let name = String(repeating: "name ", count: Int.random(in: 1...3, using: &random))
            _ = graph.add(
                LayoutGraph.Node(
                    parent: parent, lines: [name],
                    size: isSymbol ? Size(width: 22, height: 22) : Size(width: 90, height: 30),
                    symbol: isSymbol ? 22 : nil, hasRegions: Int.random(in: 0..<4, using: &random) == 0,
                    isFirst: isSymbol && Bool.random(using: &random)))
        }
        for _ in 0..<Int.random(in: 0...30, using: &random) {
            let label =
                ["", "go", "a rather long event [with a guard that is longer than a line]", "a\nb"]
                .randomElement(using: &random) ?? ""
            graph.edges.append(
                .init(
                    source: Int.random(in: 0..<count, using: &random),
                    target: Int.random(in: 0..<count, using: &random), label: label.isEmpty ? [] : [label]))
        }
        return graph
    }

    /// What is wrong with a picture.
    static func faults(_ graph: LayoutGraph, _ layout: Layout) -> [String] {
        var faults: [String] = []
        func isInside(_ inner: Int, _ outer: Int) -> Bool { graph.ancestors(of: inner).contains(outer) }
        let paper = Rectangle(origin: Point(x: 0, y: 0), size: layout.size)
        for (number, frame) in layout.frames.enumerated() {
            if !paper.contains(frame) { faults.append("box \(number) leaves the paper") }
            if let parent = graph.nodes[number].parent, !layout.frames[parent].contains(frame) {
                faults.append("box \(number) leaves box \(parent)")
            }
            for other in 0..<number where frame.overlaps(layout.frames[other]) {
                if !isInside(number, other), !isInside(other, number) { faults.append("boxes \(other) and \(number)") }
            }
            let title = Rectangle(
                origin: frame.origin,
                size: Size(width: 10, height: layout.headers[number]))
            for other in layout.frames.indices where isInside(other, number) && layout.frames[other].overlaps(title) {
                faults.append("box \(other) on the title of \(number)")
            }
        }
        let titles = Self.titles(graph, layout)
        for (number, label) in layout.labels.enumerated() {
            for (box, title) in titles where title.overlaps(label.frame) {
                faults.append("label \(label.lines) on the title of \(box)")
            }
            for line in layout.separators where label.frame.isCrossed(from: line.from, to: line.to) {
                faults.append("label \(label.lines) on the line between two regions")
            }
            for other in layout.labels[..<number] where other.frame.overlaps(label.frame) {
                faults.append("labels \(label.lines) \(other.lines)")
            }
            for (box, frame) in layout.frames.enumerated()
            where frame.overlaps(label.frame) && !frame.contains(label.frame) {
                faults.append("label \(label.lines) and box \(box)")
            }
            let inside = layout.frames.indices.filter { layout.frames[$0].contains(label.frame) }
            let edge = graph.edges[label.edge]
            for box in inside where !belongs(edge, box, graph) { faults.append("label \(label.lines) in box \(box)") }
        }
        /// Whether a point lies on the border of a box; of a symbol, whose outline is none, in its frame.
        func touches(_ point: Point, _ box: Int) -> Bool {
            let frame = layout.frames[box]
            let isBetween =
                point.x > frame.minX - 0.5 && point.x < frame.maxX + 0.5 && point.y > frame.minY - 0.5
                && point.y < frame.maxY + 0.5
            let isAbove = abs(point.y - frame.minY) < 0.5 || abs(point.y - frame.maxY) < 0.5
            let isBeside = abs(point.x - frame.minX) < 0.5 || abs(point.x - frame.maxX) < 0.5
            return isBetween && (isAbove || isBeside || graph.nodes[box].symbol != nil)
        }
        for (number, edge) in graph.edges.enumerated() {
            let path = layout.paths[number]
            guard let first = path.first, let last = path.last, path.count > 1 else {
                faults.append("edge \(number) has no line")
                continue
            }
            if !touches(first, edge.source) {
                faults.append("edge \(number) does not begin at its source")
            }
            if !touches(last, edge.target) { faults.append("edge \(number) does not end at its target") }
            for (a, b) in zip(path, path.dropFirst()) {
                if abs(a.x - b.x) > 0.01, abs(a.y - b.y) > 0.01 { faults.append("edge \(number) is slanted") }
                for (box, frame) in layout.frames.enumerated()
                where !belongs(edge, box, graph) && frame.isCrossed(from: a, to: b) {
                    faults.append("edge \(number) crosses box \(box)")
                }
                for (box, title) in titles where title.isCrossed(from: a, to: b) {
                    faults.append("edge \(number) crosses the title of \(box)")
                }
                for label in layout.labels where label.frame.isCrossed(from: a, to: b) {
                    faults.append("edge \(number) crosses the label of edge \(label.edge)")
                }
            }
        }
        return faults
    }

    /// The words above what is inside a box.
    private static func titles(_ graph: LayoutGraph, _ layout: Layout) -> [(box: Int, frame: Rectangle)] {
        layout.frames.indices.filter { layout.headers[$0] > 0 }.map { box in
            let lines = graph.nodes[box].lines
            let origin = Point(x: layout.frames[box].minX + 10, y: layout.frames[box].minY + 3)
            let height = Double(lines.count) * TextMetrics.lineHeight - 3
            return (
                box,
                Rectangle(origin: origin, size: Size(width: lines.map(TextMetrics.width).max() ?? 0, height: height))
            )
        }
    }

    /// Whether a box is one of those that an edge may pass: its ends, and what contains them.
    private static func belongs(_ edge: LayoutGraph.Edge, _ box: Int, _ graph: LayoutGraph) -> Bool {
        let around = [edge.source, edge.target] + graph.ancestors(of: edge.source) + graph.ancestors(of: edge.target)
        return around.contains(box)
    }

    @Test func `no box, label or arrow is where it must not be, in random boxes with arrows`() {
        for seed in 1...UInt64(amount(15, long: 300)) {
            let graph = Self.random(seed)
            let faults = Self.faults(graph, graph.layout())
            #expect(faults.isEmpty, "seed \(seed): \(faults.prefix(4))")
            if !faults.isEmpty { break }
        }
    }
}
