import Foundation
import Statecharts
import StatechartsDiagrams
import TestSupport
import Testing

/// Charts of the fixtures in every format, and what people drew of them above their code.
@Suite struct DrawnChartTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    /// `UPDATE=1 swift test --filter DrawnChartTests` writes the files anew: look at the difference.
    @Test(.needsMethodTables) func `every chart is drawn in every format as its file has it`() async throws {
        let charts = try await DrawnChart.all()
        #expect(charts.count > 20)
        for chart in charts {
            let file = Self.folder.appending(path: "Golden/\(chart.file).txt")
            // For the tests of drawings, which know no fixtures.
            let data = Self.folder.appending(path: "Golden/\(chart.file).json")
            if ProcessInfo.processInfo.environment["UPDATE"] != nil {
                try chart.text.write(to: file, atomically: true, encoding: .utf8)
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys]
                try encoder.encode(chart.graph).write(to: data)
            }
            #expect(try JSONDecoder().decode(ChartGraph.self, from: Data(contentsOf: data)) == chart.graph)
            let expected = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
            if chart.text != expected {
                let lines = zip(chart.text.split(separator: "\n"), expected.split(separator: "\n")).first { $0 != $1 }
                Issue.record("\(chart.file): \(lines.map { "\($0)\nexpected: \($1)" } ?? "its length")")
            }
        }
    }

    @Test func `what a leaf owns is drawn beside it`() async throws {
        let graph = try #require(try await DrawnChart.all().first { $0.name == "LeafWays" }).graph
        let drawing = ChartDrawing(graph)
        // A2 has no box in any format, and its join is beside it.
        #expect(!drawing.mermaid.contains("state Both_A_A2 {"))
        #expect(drawing.mermaid.contains("            state Both_A_A2_over <<join>>"))
        #expect(!drawing.plantUML.contains("as Both_A_A2 {"))
        #expect(!drawing.dot.contains("cluster_Both_A_A2"))
        let join = #"<state id="Both.A.A2.over" sc:name="over" sc:kind="join" sc:superior="Both.A.A2">"#
        let lines = drawing.scxml.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
        let place = try #require(lines.firstIndex { $0 == join })
        #expect(
            lines[place - 3..<place] == [
                #"<state id="Both.A.A2" sc:name="A2" sc:kind="state">"#,
                #"<transition target="Both.A.A2.over"/>"#, "</state>",
            ])
        // A list says whose it is.
        #expect(drawing.tree.contains("      A2\n        «join» over\n"))
    }

    /// What stands in boxes of the drawing above a fixture are composites, and all states are named somewhere in it.
    @Test func `what people drew above the fixtures has the states that the charts have`() async throws {
        for chart in try await DrawnChart.all() {
            let drawing = try Drawing(of: chart.file)
            let vertices = chart.graph.vertices
            let names = Set(vertices.flatMap { [$0.name, $0.path] } + [chart.name])
            for title in drawing.titles {
                #expect(
                    names.contains { $0.lowercased() == title.lowercased() },
                    "\(chart.file): the box \(title) is no state of the chart")
            }
            for vertex in vertices where vertex.kind.isState && vertex.kind != .final && vertex.kind != .top {
                #expect(
                    drawing.words.contains(vertex.name.lowercased()),
                    "\(chart.file): the drawing does not name \(vertex.path)")
            }
            // Boxes are inside each other as composites are.
            for (outer, inner) in drawing.nestings {
                let isInside = vertices.contains { vertex in
                    guard vertex.name.lowercased() == inner.lowercased() else { return false }
                    return around(vertex, vertices).contains { $0.lowercased() == outer.lowercased() }
                }
                #expect(isInside, "\(chart.file): \(inner) is drawn inside \(outer)")
            }
        }
    }

    /// Each event that leads somewhere is a word of the drawing, and what stands on an arrow is an event or a state.
    @Test func `what people drew above the fixtures has the arrows that the charts have`() async throws {
        for chart in try await DrawnChart.all() {
            let drawing = try Drawing(of: chart.file)
            // Joins are not events; what fails is not explored.
            var known: Set<String> = ["join", "completed", "burst", "seep"]
            for vertex in chart.graph.vertices { known.formUnion(Drawing.words(of: vertex.name)) }
            for transition in chart.graph.transitions {
                let words = Drawing.words(of: transition.label)
                known.formUnion(words)
                guard !transition.targets.isEmpty, case .event = transition.trigger else { continue }
                #expect(
                    words.isSubset(of: drawing.words), "\(chart.file): the drawing does not name '\(transition.label)'")
            }
            for arrow in drawing.arrows {
                #expect(
                    Drawing.words(of: arrow).isSubset(of: known),
                    "\(chart.file): nothing is called '\(arrow)', as an arrow is")
            }
        }
    }

    /// Of all fixtures, also those that are not drawn here: a class of states is named, or what is made of it.
    @Test func `every class of states in a fixture is named in the drawing above it`() throws {
        let tests = Self.folder.deletingLastPathComponent()
        var count = 0
        for folder in ["Fixtures", "Time/Fixtures", "View/Fixtures", "Graph"] {
            let place = tests.appending(path: folder)
            for name in try FileManager.default.contentsOfDirectory(atPath: place.path).sorted()
            where name.hasSuffix(".swift") {
                let text = try String(contentsOf: place.appending(path: name), encoding: .utf8)
                let comments = text.split(separator: "\n").filter { $0.drop { $0 == " " }.hasPrefix("//") }
                guard comments.contains(where: { $0.contains("│") }) else { continue }
                count += 1
                let words = Drawing.words(of: comments.joined(separator: " "))
                for state in text.matches(of: /class (\w+)(?:<[^{]*?>)?: (?:State|OrthogonalState|TopState)\b/) {
                    let name = String(state.1)
                    let made = text.matches(
                        of: try Regex("(\\w+)(?:: [\\w<>, ]*)? = \(name)\\b", as: (Substring, Substring).self))
                    let typed = text.matches(of: try Regex("(\\w+): \(name)\\b", as: (Substring, Substring).self))
                    let names = [name.lowercased()] + (made + typed).map { $0.output.1.lowercased() }
                    #expect(!words.isDisjoint(with: names), "\(folder)/\(name): its drawing does not name it")
                }
            }
        }
        #expect(count > 60)
    }

    private func around(_ vertex: ChartGraph.Vertex, _ vertices: [ChartGraph.Vertex]) -> [String] {
        var names: [String] = []
        var next = vertex.superior
        while let outer = next {
            names.append(vertices[outer].name)
            next = vertices[outer].superior
        }
        return names
    }
}

/// The lines above a fixture that are drawn.
private struct Drawing {
    /// `┌ Title ──┐` with its corners.
    private struct Box {
        let title: String
        let row: Int, left: Int, right: Int, bottom: Int
    }

    private let boxes: [Box]
    let words: Set<String>
    /// What is written on arrows.
    let arrows: [String]
    var titles: [String] { boxes.map(\.title) }

    static func words(of text: String) -> Set<String> {
        Set(text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() })
    }

    init(of name: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let file = folder.appending(path: "Fixtures/\(name).swift")
        let text = try String(contentsOf: file, encoding: .utf8)
        let comments = text.split(separator: "\n").filter { $0.hasPrefix("//") }.map { Array($0) }
        words = Self.words(of: String(comments.joined(separator: [" "])))
        // `──x──▶`: what stands directly on a line that ends in a head. Guards stand in brackets, and may have no words in
        // the chart.
        let onArrow = /─+ ?([^─►▶│┌┐└┘├┤┬┴┼◄\[\]]+) ?─*[►▶]/
        arrows = comments.flatMap { String($0).matches(of: onArrow).map { String($0.1) } }
        var boxes: [Box] = []
        for (row, line) in comments.enumerated() {
            for left in line.indices where line[left] == "┌" && left + 2 < line.count && line[left + 1] == " " {
                let title = line[(left + 2)...].prefix { $0.isLetter || $0.isNumber }
                guard let right = line[left...].firstIndex(of: "┐"), !title.isEmpty else { continue }
                let bottom = comments[row...].firstIndex { left < $0.count && "└".contains($0[left]) }
                boxes.append(Box(title: String(title), row: row, left: left, right: right, bottom: bottom ?? row))
            }
        }
        self.boxes = boxes
    }

    /// Pairs of titles of which the second is inside the first.
    var nestings: [(String, String)] {
        boxes.flatMap { outer in
            boxes.filter {
                $0.row > outer.row && $0.row < outer.bottom && $0.left > outer.left && $0.right < outer.right
            }.map { (outer.title, $0.title) }
        }
    }
}
