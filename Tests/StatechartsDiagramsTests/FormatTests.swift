import Statecharts
import StatechartsDiagrams
import Testing

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

    @Test func `each format says what its file says`() throws {
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

    @Test func `from SCXML the same states and transitions come back`() throws {
        let drawing = try drawing()
        let read = try SCXMLReader.read(drawing.scxml)
        let graph = drawing.graph
        let states = graph.vertices.map { vertex in
            "\(vertex.path.replacing(".", with: "/")) \(vertex.kind.rawValue) initial \(vertex.initial.map { graph.vertices[$0].name } ?? "-") \(vertex.history.rawValue)"
        }
        #expect(read.states == states)
        let transitions = graph.transitions.map { transition in
            let event =
                switch transition.trigger {
                case .event(let event): event
                case .completion: "completed"
                case .failure: "failed"
                case .eventless, .branch: ""
                }
            let targets = transition.targets.map { graph.vertices[$0].path.replacing(".", with: "/") }
            return
                "\(graph.vertices[transition.source].path.replacing(".", with: "/")) \(event) \(transition.kind) \(targets)"
        }
        #expect(read.transitions.sorted() == transitions.sorted())
    }
}

/// A reader for the SCXML that drawings write: only what a comparison needs.
private final class SCXMLReader: NSObject, XMLParserDelegate {
    private(set) var states: [String] = []
    private(set) var transitions: [String] = []
    private var names: [String: String] = [:]
    private var path: [(id: String, name: String)] = []
    private var pending: [(source: String, event: String, kind: String, targets: [String])] = []

    static func read(_ text: String) throws -> SCXMLReader {
        let reader = SCXMLReader()
        for _ in 0..<2 {  // names first, so that targets further down are known
            reader.states = []
            reader.pending = []
            let parser = XMLParser(data: Data(text.utf8))
            parser.delegate = reader
            try #require(parser.parse())
        }
        reader.transitions = reader.pending.map { transition in
            let targets = transition.targets.map { reader.names[$0] ?? "?" }
            return "\(transition.source) \(transition.event) \(transition.kind) \(targets)"
        }
        return reader
    }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        switch element {
        case "state", "parallel", "final", "history":
            let id = attributes["id"] ?? ""
            path.append((id, attributes["sc:name"] ?? ""))
            let inside = path.dropFirst().map(\.name).joined(separator: "/")
            names[id] = inside.isEmpty ? path[0].name : inside
            let initial = attributes["initial"].flatMap { names[$0]?.split(separator: "/").last.map(String.init) }
            states.append(
                "\(names[id] ?? "") \(attributes["sc:kind"] ?? "") initial \(initial ?? "-") \(attributes["sc:history"] ?? "none")"
            )
        case "transition":
            let targets = (attributes["target"] ?? "").split(separator: " ").map(String.init)
            var event = attributes["sc:event"] ?? attributes["event"] ?? ""
            if event.hasPrefix("done.state.") { event = "completed" }
            let kind = targets.isEmpty ? "internal" : attributes["type"] == "internal" ? "local" : "external"
            pending.append((names[path.last?.id ?? ""] ?? "", event, kind, targets))
        default: break
        }
    }

    func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
        if ["state", "parallel", "final", "history"].contains(element) { path.removeLast() }
    }
}
