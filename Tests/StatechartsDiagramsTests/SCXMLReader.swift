import Foundation
import Statecharts
import Testing

@testable import StatechartsDiagrams

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A reader for the SCXML that drawings write: only what a comparison needs.
final class SCXMLReader: NSObject, XMLParserDelegate {
    /// What is compared, a line each.
    struct Content: Equatable {
        var states: [String] = []
        var transitions: [String] = []
        var work: [String] = []
    }

    private var content = Content()
    private var names: [String: String] = [:]
    private var path: [(id: String, name: String)] = []
    private var pending: [(source: String, event: String, kind: String, targets: [String], words: String)] = []

    static func read(_ text: String) throws -> Content {
        let reader = SCXMLReader()
        for _ in 0..<2 {  // names first, so that targets further down are known
            reader.content = Content()
            reader.pending = []
            let parser = XMLParser(data: Data(text.utf8))
            parser.delegate = reader
            try #require(parser.parse())
        }
        reader.content.transitions = reader.pending.map { transition in
            let targets = transition.targets.map { reader.names[$0] ?? "?" }
            return "\(transition.source) \(transition.event) \(transition.kind) \(targets) \(transition.words)"
        }.sorted()
        reader.content.work.sort()
        return reader.content
    }

    /// What has to come back of a drawing: everything that it shows.
    static func expected(of drawing: ChartDrawing) -> Content {
        let graph = drawing.graph, shown = drawing.shownVertices
        func path(_ vertex: Int) -> String { graph.vertices[vertex].path.replacing(".", with: "/") }
        var content = Content()
        content.states = graph.vertices.filter { shown.contains($0.id) }.map { vertex in
            "\(path(vertex.id)) \(vertex.kind.rawValue) initial \(vertex.initial.map { graph.vertices[$0].name } ?? "-") \(vertex.history.rawValue)"
        }
        content.transitions = graph.transitions.filter { transition in
            ([transition.source] + transition.targets).allSatisfy(shown.contains)
        }.map { transition in
            let event =
                switch transition.trigger {
                case .event(let event): event
                case .completion: "completed"
                case .failure: "failed"
                case .eventless, .branch: ""
                }
            return
                "\(path(transition.source)) \(event) \(transition.kind) \(transition.targets.map(path)) \(transition.guardText ?? "")"
        }.sorted()
        content.work = graph.work.map { work in
            let milliseconds = work.interval.map { "\(Int($0 / .milliseconds(1)))ms" } ?? ""
            return "\(path(work.state)) \(work.kind.rawValue) \(work.event ?? "") \(milliseconds) \(work.repeats)"
        }.sorted()
        return content
    }

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        let owner = names[path.last?.id ?? ""] ?? ""
        switch element {
        case "state", "parallel", "final", "history":
            let id = attributes["id"] ?? ""
            path.append((id, attributes["sc:name"] ?? ""))
            let owner = attributes["sc:superior"].map { [names[$0] ?? "?", path[path.count - 1].name] }
            let inside = (owner ?? path.dropFirst().map(\.name)).joined(separator: "/")
            names[id] = inside.isEmpty ? path[0].name : inside
            let initial = attributes["initial"].flatMap { names[$0]?.split(separator: "/").last.map(String.init) }
            content.states.append(
                "\(names[id] ?? "") \(attributes["sc:kind"] ?? "") initial \(initial ?? "-") \(attributes["sc:history"] ?? "none")"
            )
        case "transition":
            let targets = (attributes["target"] ?? "").split(separator: " ").map(String.init)
            var event = attributes["sc:event"] ?? attributes["event"] ?? ""
            if event.hasPrefix("done.state.") { event = "completed" }
            if event == "error.execution" { event = "failed" }
            let kind = targets.isEmpty ? "internal" : attributes["type"] == "internal" ? "local" : "external"
            pending.append((owner, event, kind, targets, attributes["sc:guard"] ?? ""))
        case "send":
            let event = attributes["sc:event"] ?? attributes["event"] ?? ""
            let repeats = attributes["sc:repeats"] == "true"
            content.work.append("\(owner) timer \(event) \(attributes["delay"] ?? "") \(repeats)")
        case "invoke": content.work.append("\(owner) activity \(attributes["sc:event"] ?? "")  false")
        default: break
        }
    }

    func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
        if ["state", "parallel", "final", "history"].contains(element) { path.removeLast() }
    }
}
