import Foundation
import Statecharts
import TestSupport
import Testing

@testable import StatechartsDiagrams

/// What is written for Mermaid: read back, and drawn by Mermaid itself where it is given.
struct MermaidTests {
    private func drawings() throws -> [(name: String, drawing: ChartDrawing)] {
        let (graph, steps, _) = try Player.drawing()
        var player = ChartDrawing(graph)
        player.learn(from: steps) { $0.rawValue }
        let drawn = try ChartGraph.drawn().map { ($0.name, ChartDrawing($0.graph)) }
        return [("Player", player), ("Kiosk", ChartDrawing(try Kiosk.graph))] + drawn
    }

    private func random(_ seeds: ClosedRange<UInt64>) -> [(name: String, drawing: ChartDrawing)] {
        seeds.map { ("seed \($0)", ChartDrawing(RandomChartTests.random($0))) }
    }

    @Test func `from Mermaid's text the same states, transitions and words come back`() throws {
        for (name, drawing) in try drawings() + random(1...UInt64(amount(60, long: 300))) {
            do {
                let read = try MermaidReader(drawing.mermaid)
                let wanted = MermaidReader.Content(of: drawing, like: read)
                #expect(read.content == wanted, "\(name)")
                guard read.content == wanted else { break }
            } catch {
                Issue.record("\(name): \(error)\n\(drawing.mermaid)")
                break
            }
        }
    }

    @Test(arguments: [
        ("state \"A\" as A\nstate A {\nstate \"B\" as B\n}\nA : entry /", "A is a composite with descriptions"),
        ("state \"A\" as A\nstate A {\n}", "a composite without states"),
        ("state \"A\" as A\nstate A {\nstate \"B\" as B\n}\nstate \"C\" as C\nC --> B", "A has lost what was inside"),
        ("state \"A\" as A\nstate A {\nstate \"B\" as B\n}\nA --> B", "A has lost what was inside"),
        ("state \"A\" as A\nA --> c\nstate c <<choice>>", "c has a shape already"),
        ("state \"A\" as A\nA --> B", "B was never declared"),
        ("state \"A\" as A\nA : a; b", "';' in a text"),
        ("A -> B", "no statement: A -> B"),
    ])
    func `what Mermaid does not draw, or draws elsewhere, is not read`(text: String, fault: String) {
        let error = #expect(throws: MermaidReader.Fault.self) { try MermaidReader("stateDiagram-v2\n\(text)\n") }
        #expect(error?.text == fault)
    }

    /// `STATECHARTS_MERMAID=…/mermaid.min.js swift test --filter MermaidTests` draws with the script of that path.
    @Test(.needs(.chromium), .enabled(if: script != nil, "STATECHARTS_MERMAID does not say where Mermaid is"))
    func `Mermaid draws what is written for it`() throws {
        let script = try #require(Self.script)
        var texts = (try drawings() + random(1...30)).map { [$0.name, $0.drawing.mermaid] }
        // That it looks at all.
        texts.append(["broken", "stateDiagram-v2\nstate \"A\" as A\nA : entry /\nstate A {\nB\n}"])
        let json = try JSONEncoder().encode(texts)
        let page = """
            <!doctype html><html><head><meta charset="utf-8">
            <script src="file://\(script)"></script></head><body><script>
            addEventListener("load", async () => {
              mermaid.initialize({ startOnLoad: false, securityLevel: "strict" });
              const failed = [];
              for (const [name, text] of \(String(decoding: json, as: UTF8.self).replacing("</", with: "<\\/"))) {
                try { await mermaid.render("chart", text); } catch (error) { failed.push(name + ": " + error); }
              }
              document.body.textContent = "ANSWER" + JSON.stringify(failed) + "REWSNA";
            });
            </script></body></html>
            """
        let answer = try Browser.answer(page, patience: 60_000, "return undefined")
        let failed = try JSONDecoder().decode([String].self, from: Data(answer.utf8))
        #expect(failed.filter { !$0.hasPrefix("broken: ") } == [])
        #expect(failed.contains { $0.hasPrefix("broken: ") })
    }

    private static var script: String? { ProcessInfo.processInfo.environment["STATECHARTS_MERMAID"] }
}

extension MermaidReader {
    /// What is compared.
    struct Content: Hashable {
        var boxes: [String: String] = [:]
        var arrows: Set<Arrow> = []
        var initials: [String: String] = [:]
        var texts: [String: [String]] = [:]
        var sections: [String: Int] = [:]
        var active: Set<String> = []
    }

    var content: Content {
        Content(
            boxes: boxes, arrows: arrows, initials: initials.mapValues(\.target), texts: texts, sections: sections,
            active: active)
    }
}

extension MermaidReader.Content {
    /// What a drawing has. Whether a final state is drawn as `[*]`, and a transition told in words, is the writer's
    /// choice; that it is drawn once is not.
    init(of drawing: ChartDrawing, like read: MermaidReader) {
        let graph = drawing.graph, shown = drawing.shownVertices
        let names = Identifiers(graph, separator: "_")
        func box(_ vertex: Int) -> String { drawing.box(around: vertex).map { names[$0] } ?? "" }
        func line(_ text: String) -> String { text.replacing("\n", with: " ").trimmingCharacters(in: .whitespaces) }
        let isComposite = Set(shown.compactMap { drawing.box(around: $0) })
        for vertex in shown.sorted() {
            let isEnd = graph.vertices[vertex].kind == .final && read.boxes[names[vertex]] == nil
            if !isEnd { boxes[names[vertex]] = box(vertex) }
            let body = graph.vertices[vertex].kind == .final ? [] : drawing.body(of: graph.vertices[vertex]).map(line)
            if !body.isEmpty { texts[names[vertex]] = body }
            if isComposite.contains(vertex) {
                if let initial = graph.vertices[vertex].initial { initials[names[vertex]] = names[initial] }
                let regions = shown.count { graph.vertices[$0].superior == vertex && graph.vertices[$0].isRegion }
                if graph.vertices[vertex].hasRegions, regions > 1 { sections[names[vertex]] = regions }
            } else if drawing.active.contains(vertex), vertex > 0, graph.vertices[vertex].kind != .final {
                active.insert(names[vertex])
            }
        }
        for arrow in drawing.arrows where ([arrow.source] + arrow.targets).allSatisfy(shown.contains) {
            let source = names[arrow.source], label = line(arrow.labels.joined(separator: ", "))
            let words =
                (label.isEmpty ? "" : label + " ") + "→ "
                + arrow.targets.map { graph.vertices[$0].path }.joined(separator: ", ")
            if read.texts[source]?.contains(words) == true {
                texts[source, default: []].append(words)
                continue
            }
            for target in arrow.targets {
                let end = read.boxes[names[target]] == nil ? "[*] \(box(target))" : names[target]
                arrows.insert(.init(source: source, target: end, label: label))
            }
        }
    }
}
