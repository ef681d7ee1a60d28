import Statecharts

extension ChartDrawing {
    /// The chart as SCXML (W3C Recommendation of 2015), with what SCXML has no word for in a namespace of its own.
    ///
    /// States, regions (`parallel`), final states, histories and transitions are those of the standard. Guards are code, so a transition has
    /// their description as `sc:guard` instead of a `cond`. Choices, junctions, forks, joins, entry and exit points are states with a
    /// `sc:kind`, and their branches are eventless transitions. A composite that rests on itself has `sc:rests="true"`.
    public var scxml: String {
        var writer = MarkupWriter()
        let names = Identifiers(graph, separator: ".")
        let children = shownChildren
        writer.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>")
        let top = children[-1]?.first
        let initial = top.map { names[$0] } ?? ""
        writer.open(
            "scxml",
            [
                "xmlns": "http://www.w3.org/2005/07/scxml", "xmlns:sc": "urn:swift-statecharts:drawing",
                "version": "1.0",
                "name": graph.vertices.first?.name ?? "empty", "initial": initial,
            ])
        if let top { writeSCXML(top, names, children, shownVertices, &writer) }
        writer.close("scxml")
        return writer.lines.joined(separator: "\n") + "\n"
    }

    private func writeSCXML(
        _ number: Int, _ names: Identifiers, _ children: [Int: [Int]], _ shown: Set<Int>, _ writer: inout MarkupWriter
    ) {
        let vertex = graph.vertices[number]
        let inside = children[number] ?? []
        let element =
            switch vertex.kind {
            case .orthogonal: "parallel"
            case .top, .state, .submachine: vertex.hasRegions ? "parallel" : "state"
            case .final: "final"
            case .shallowHistory, .deepHistory: "history"
            case .choice, .junction, .fork, .join, .entryPoint, .exitPoint, .terminate: "state"
            }
        var attributes = [("id", names[number]), ("sc:name", vertex.name), ("sc:kind", vertex.kind.rawValue)]
        if vertex.kind == .shallowHistory { attributes.append(("type", "shallow")) }
        if vertex.kind == .deepHistory { attributes.append(("type", "deep")) }
        if let initial = vertex.initial { attributes.append(("initial", names[initial])) }
        if vertex.initial == nil, element == "state", inside.contains(where: { graph.vertices[$0].kind.isState }) {
            attributes.append(("sc:rests", "true"))
        }
        if vertex.history != .none { attributes.append(("sc:history", vertex.history.rawValue)) }
        let text = attributes.map { "\($0)=\"\(MarkupWriter.escape($1))\"" }.joined(separator: " ")
        let leaving = graph.transitions.filter { $0.source == number && $0.targets.allSatisfy(shown.contains) }
        guard !inside.isEmpty || !leaving.isEmpty else { return writer.raw("<\(element) \(text)/>") }
        writer.raw("<\(element) \(text)>")
        writer.indent()
        for transition in leaving { writeSCXML(transition, names, &writer) }
        for child in inside { writeSCXML(child, names, children, shown, &writer) }
        writer.outdent()
        writer.raw("</\(element)>")
    }

    private func writeSCXML(_ transition: ChartGraph.Transition, _ names: Identifiers, _ writer: inout MarkupWriter) {
        var attributes: [(String, String)] = []
        switch transition.trigger {
        case .event(let event): attributes.append(("event", Self.eventName(event)))
        case .completion: attributes.append(("event", "done.state.\(names[transition.source])"))
        case .failure: attributes.append(("event", "error.execution"))
        case .eventless, .branch: break
        }
        if case .event(let event) = transition.trigger, Self.eventName(event) != event {
            attributes.append(("sc:event", event))
        }
        if !transition.targets.isEmpty {
            attributes.append(("target", transition.targets.map { names[$0] }.joined(separator: " ")))
        }
        if transition.kind != .external { attributes.append(("type", "internal")) }
        if let text = transition.guardText { attributes.append(("sc:guard", text)) }
        writer.raw(
            "<transition " + attributes.map { "\($0)=\"\(MarkupWriter.escape($1))\"" }.joined(separator: " ") + "/>")
    }

    /// An event descriptor may have neither blanks nor a star.
    private static func eventName(_ event: String) -> String {
        let plain = event.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" ? $0 : "_" }
        return plain.isEmpty ? "_" : String(plain)
    }
}
