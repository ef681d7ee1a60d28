import Statecharts
import TestSupport
import Testing

@testable import StatechartsDiagrams

#if canImport(FoundationXML)
    import FoundationXML
#endif
import Foundation

/// The same chart in every format.
struct FormatTests {
    private func drawing() throws -> ChartDrawing {
        let (graph, steps, configuration) = try Player.drawing()
        var drawing = ChartDrawing(graph)
        drawing.learn(from: steps) { $0.rawValue }
        #expect(drawing.active == Set(configuration.states.compactMap { drawing.graph.vertex(at: $0.path) }))
        return drawing
    }

    @Test(.needsMethodTables) func `each format says what its file says`() throws {
        let drawing = try drawing()
        try Golden.compare(drawing.svg(), "Player.svg")
        try Golden.compare(drawing.svg(width: 400), "Player-narrow.svg")
        try Golden.compare(drawing.mermaid, "Player.mermaid")
        try Golden.compare(drawing.plantUML, "Player.plantuml")
        try Golden.compare(drawing.dot, "Player.dot")
        try Golden.compare(drawing.scxml, "Player.scxml")
        try Golden.compare(EventTable(drawing.graph).markdown, "Player.md")
        try Golden.compare(EventTable(drawing.graph).text, "Player.txt")
    }

    @Test func `the same chart gives the same bytes, however its steps were split`() throws {
        let whole = try drawing()
        let (graph, steps, _) = try Player.drawing()
        var inParts = ChartDrawing(graph)
        for step in steps { inParts.learn(from: [step]) { $0.rawValue } }
        #expect(inParts == whole)
        #expect(inParts.svg() == whole.svg())
    }

    @Test func `an empty chart can be drawn`() {
        let empty = ChartDrawing([])
        #expect(empty.mermaid == "stateDiagram-v2\n")
        for text in [empty.svg(), empty.plantUML, empty.dot, empty.scxml, EventTable(empty.graph).markdown] {
            #expect(!text.isEmpty)
        }
    }

    @Test func `pictures are well-formed XML`() throws {
        let drawing = try drawing()
        for text in [drawing.svg(), drawing.svg(width: 300), drawing.scxml] {
            let parser = XMLParser(data: Data(text.utf8))
            #expect(parser.parse(), "\(String(describing: parser.parserError))")
        }
    }

    @Test(.needs(.dot)) func `Graphviz draws what is written for it`() throws {
        let result = try Tool.dot.run(["-Tsvg"], input: try drawing().dot)
        #expect(result.status == 0, "\(result.output.prefix(400))")
        #expect(!result.output.contains("Warning") && !result.output.contains("rror:"), "\(result.output.prefix(400))")
        #expect(result.output.contains("smash &lt;&quot;now&quot; &amp; here&gt;"))
    }

    @Test(.needs(.plantuml)) func `PlantUML understands what is written for it`() throws {
        let result = try Tool.plantuml.run(["-syntax"], input: try drawing().plantUML)
        #expect(result.status == 0 && result.output.hasPrefix("STATE"), "\(result.output.prefix(400))")
    }

    @Test func `from SCXML the same states, transitions and timers come back`() async throws {
        var drawings = [try drawing(), ChartDrawing(try Kiosk.graph)]
        #expect(!drawings[1].graph.work.isEmpty)
        drawings += try ChartGraph.drawn().map { ChartDrawing($0.graph) }
        #expect(drawings.count > 23)
        for drawing in drawings {
            let read = try SCXMLReader.read(drawing.scxml)
            #expect(read == SCXMLReader.expected(of: drawing))
        }
    }

    @Test(.needsMethodTables) func `timers and activities are marked in every format`() throws {
        let drawing = ChartDrawing(try Kiosk.graph)
        let texts = ["after 3 s / timeout", "every 500 ms / stir", "do / brewed, progress"]
        for picture in [drawing.svg(), drawing.mermaid, drawing.dot] {
            for text in texts { #expect(picture.contains(text), "\(text)") }
        }
        try Golden.compare(drawing.plantUML, "Kiosk.plantuml")
        try Golden.compare(drawing.svg(), "Kiosk.svg")
        try Golden.compare(drawing.scxml, "Kiosk.scxml")
        // A recording knows what came, and not how long it took.
        var graph = ChartGraph(vertices: drawing.graph.vertices)
        graph.learn(ChartGraph.Work(state: 3, kind: .timer, event: "timeout"))
        #expect(graph.workTexts(of: 3) == ["timer / timeout"])
        let timer = ChartGraph.Work(state: 3, kind: .timer, event: "timeout", interval: .seconds(3))
        graph.learn(timer)
        graph.learn(ChartGraph.Work(state: 3, kind: .timer, event: "timeout"))
        graph.learn(ChartGraph.Work(state: 99, kind: .activity))
        #expect(graph.work == [timer])
        for (interval, text) in [
            (Duration.milliseconds(2_500), "2.5 s"), (.seconds(90), "90 s"), (.seconds(180), "3 min"),
        ] {
            var graph = ChartGraph(vertices: drawing.graph.vertices)
            graph.learn(ChartGraph.Work(state: 1, kind: .timer, event: "go", interval: interval))
            #expect(graph.workTexts(of: 1) == ["after \(text) / go"])
        }
    }
}

extension Kiosk {
    /// The kiosk with what it does while it brews and serves.
    static var graph: ChartGraph {
        get throws {
            let kiosk = Interpreter(Kiosk())
            try kiosk.start()
            var graph = ChartGraph(kiosk.vertices)
            let brewing = try #require(graph.vertex(at: "Brewing")), serving = try #require(graph.vertex(at: "Serving"))
            for event in ["progress", "brewed", nil] {
                graph.learn(ChartGraph.Work(state: brewing, kind: .activity, event: event))
            }
            graph.learn(.init(state: brewing, kind: .timer, event: "stir", interval: .milliseconds(500), repeats: true))
            graph.learn(.init(state: serving, kind: .timer, event: "timeout", interval: .seconds(3)))
            graph.learn(
                .init(
                    source: serving, targets: [brewing], kind: .external, trigger: .event("again"),
                    guardText: "more < 3", origins: [.explored]))
            return graph
        }
    }
}
