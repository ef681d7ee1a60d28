import Foundation
import Statecharts

@testable import StatechartsDiagrams

/// What can be measured of a picture without looking at it.
struct PictureFigures: Hashable, CustomStringConvertible {
    var width = 0.0
    var height = 0.0
    /// How long all lines are together; where several edges run together, as those that share the way to their target,
    /// there is one line.
    var length = 0.0
    var bends = 0
    /// Places where two edges cross.
    var crossings = 0

    /// The figures of lines, upright and level ones in turn.
    init(width: Double, height: Double, paths: [[Point]]) {
        self.width = width
        self.height = height
        var upright: Set<Line> = [], level: Set<Line> = []
        for path in paths {
            for (a, b) in zip(path, path.dropFirst()) {
                if abs(a.x - b.x) < 0.5 {
                    upright.insert(Line(at: a.x, low: min(a.y, b.y), high: max(a.y, b.y)))
                } else {
                    level.insert(Line(at: a.y, low: min(a.x, b.x), high: max(a.x, b.x)))
                }
            }
            bends += max(0, path.count - 2)
        }
        length = Self.length(upright) + Self.length(level)
        var places: Set<Point> = []
        for a in upright {
            for b in level where b.at > a.low + 1 && b.at < a.high - 1 && a.at > b.low + 1 && a.at < b.high - 1 {
                // Lines that run together cross another one once.
                places.insert(Point(x: a.at.rounded(), y: b.at.rounded()))
            }
        }
        crossings = places.count
    }

    private struct Line: Hashable { var at, low, high: Double }

    /// How long lines of one direction are together, with what lies on each other counted once.
    private static func length(_ lines: Set<Line>) -> Double {
        Dictionary(grouping: lines) { ($0.at * 2).rounded() }.values.reduce(0) { sum, lines in
            var sum = sum, reached = -Double.infinity
            for line in lines.sorted(by: { $0.low < $1.low }) where line.high > reached {
                sum += line.high - max(line.low, reached)
                reached = line.high
            }
            return sum
        }
    }

    var description: String {
        "\(Int(width)) × \(Int(height)), length \(Int(length)), \(bends) bends, \(crossings) crossings"
    }

    /// The lengths, bends and crossings of several pictures together, on a square of their area.
    static func sum(_ all: [PictureFigures]) -> PictureFigures {
        var sum = PictureFigures(width: 0, height: 0, paths: [])
        let area = all.reduce(0) { $0 + $1.width * $1.height }
        (sum.width, sum.height) = (area.squareRoot(), area.squareRoot())
        for figures in all {
            sum.length += figures.length
            sum.bends += figures.bends
            sum.crossings += figures.crossings
        }
        return sum
    }

    init(_ graph: LayoutGraph, without edges: Set<Int> = []) {
        let layout = graph.layout()
        self.init(
            width: layout.size.width, height: layout.size.height,
            paths: layout.paths.indices.filter { !edges.contains($0) }.map { layout.paths[$0] })
    }
}

extension LayoutGraph {
    /// Edges between a box and what is inside it, which Graphviz cannot draw: they are drawn from, or to, another box
    /// inside instead, and compared nowhere.
    var edgesIntoOwnBoxes: Set<Int> {
        Set(
            edges.indices.filter { number in
                let edge = edges[number]
                return ancestors(of: edge.target).contains(edge.source)
                    || ancestors(of: edge.source).contains(edge.target)
            })
    }

    /// The same boxes and labels for Graphviz, sizes in inches at 72 to the pixel.
    var dot: String {
        var text =
            "digraph {\ncompound=true; splines=ortho; nodesep=0.33; ranksep=0.3;\nnode [shape=box, label=\"\"];\n"
        text += "edge [fontname=\"DejaVu Sans\", fontsize=11.5];\n"
        var children = Array(repeating: [Int](), count: nodes.count)
        for (number, node) in nodes.enumerated() { if let parent = node.parent { children[parent].append(number) } }
        // A label is a box on its edge, in the box around both ends.
        var labels = Array(repeating: "", count: nodes.count + 1)
        for (number, edge) in edges.enumerated() where !edge.label.isEmpty {
            let size = Rows.laneSize(edge.lines, .down)
            let around = [edge.target] + ancestors(of: edge.target)
            let outer = ([edge.source] + ancestors(of: edge.source)).first { box in
                around.contains(box) && !children[box].isEmpty
            }
            labels[outer ?? nodes.count] +=
                "l\(number) [width=\(size.width / 72), height=\(size.height / 72), fixedsize=true];\n"
        }
        func write(_ number: Int) {
            let node = nodes[number]
            let size = "width=\(node.size.width / 72), height=\(node.size.height / 72), fixedsize=true"
            guard !children[number].isEmpty else { return text += "n\(number) [\(size)];\n" }
            let title = node.lines.joined(separator: "\\n").replacing("\"", with: "'")
            text += "subgraph cluster_\(number) {\nlabel=\"\(title)\"; fontsize=12; labeljust=l; margin=12;\n"
            for child in children[number] { write(child) }
            text += labels[number] + "}\n"
        }
        for number in nodes.indices where nodes[number].parent == nil { write(number) }
        text += labels[nodes.count]
        /// A box that stands for one with boxes inside.
        func inner(_ number: Int) -> Int {
            var inner = number
            while let first = children[inner].first { inner = first }
            return inner
        }
        for (number, edge) in edges.enumerated() {
            let isInside =
                ancestors(of: edge.target).contains(edge.source) || ancestors(of: edge.source).contains(edge.target)
            let isLoop = isInside || edge.source == edge.target
            let tail = !isLoop && !children[edge.source].isEmpty ? "ltail=cluster_\(edge.source)" : ""
            let head = !isLoop && !children[edge.target].isEmpty ? "lhead=cluster_\(edge.target)" : ""
            let (from, to) = ("n\(inner(edge.source))", "n\(inner(edge.target))")
            guard !edge.label.isEmpty else {
                text += "\(from) -> \(to) [\([tail, head].filter { !$0.isEmpty }.joined(separator: ", "))];\n"
                continue
            }
            let name = "l\(number)"
            text += "\(from) -> \(name) [\(tail)];\n\(name) -> \(to) [\(head)];\n"
        }
        return text + "}\n"
    }

    /// What Graphviz makes of it; `nil` if it fails.
    func figuresOfGraphviz() throws -> PictureFigures? {
        let (status, output) = try Tool.dot.run(["-Tplain"], input: dot)
        guard status == 0 else { return nil }
        var size = (0.0, 0.0)
        var paths: [[Point]] = []
        // The labels of edges that are compared nowhere.
        let left = Set(edgesIntoOwnBoxes.map { "l\($0)" })
        // Where the first half of an edge has reached its label.
        var reached: [Substring: Point] = [:]
        for line in output.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "graph", words.count > 3 {
                size = ((Double(words[2]) ?? 0) * 72, (Double(words[3]) ?? 0) * 72)
            }
            guard words.first == "edge", words.count > 4, let count = Int(words[3]) else { continue }
            guard !left.contains(String(words[1])), !left.contains(String(words[2])) else { continue }
            let numbers = words[4..<(4 + 2 * count)].map { (Double($0) ?? 0) * 72 }
            let corners = Self.corners(
                stride(from: 0, to: count, by: 3).map { Point(x: numbers[2 * $0], y: numbers[2 * $0 + 1]) })
            if words[2].hasPrefix("l") { reached[words[2]] = corners.last }
            // The line goes on beside its label, to where its second half begins.
            if words[1].hasPrefix("l"), let start = reached[words[1]], let end = corners.first {
                paths.append(Self.corners([start, Point(x: start.x, y: end.y), end]))
            }
            paths.append(corners)
        }
        return PictureFigures(width: size.0, height: size.1, paths: paths)
    }

    /// The points of a line without those on its straight parts.
    private static func corners(_ points: [Point]) -> [Point] {
        var corners: [Point] = []
        for point in points {
            if corners.count > 1 {
                let (a, b) = (corners[corners.count - 2], corners[corners.count - 1])
                let isStraight =
                    (abs(a.x - b.x) < 0.5 && abs(b.x - point.x) < 0.5)
                    || (abs(a.y - b.y) < 0.5 && abs(b.y - point.y) < 0.5)
                if isStraight { corners.removeLast() }
            }
            corners.append(point)
        }
        return corners
    }
}
