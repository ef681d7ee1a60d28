import Statecharts

extension ChartDrawing {
    /// The chart as SCXML (W3C Recommendation of 2015), with what SCXML cannot express in a namespace of its own.
    ///
    /// States, regions (`parallel`), final states, histories and transitions are those of the standard, timers are
    /// events sent with a delay on entry, activities and child machines are invoked. Guards are code, so a transition
    /// has their description as `sc:guard` instead of a `cond`. Choices, junctions, forks, joins, entry and exit points
    /// are states with a `sc:kind`, and their branches are eventless transitions. A composite that rests on itself has
    /// `sc:rests="true"`, and an event that a state defers is an `sc:defer`. A fork or a join that a leaf owns is
    /// beside the leaf, which is its `sc:superior`. A transition to the top names the state with `sc:kind="top"`;
    /// unlike in SCXML, it does not leave the top.
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
        if let superior = vertex.superior, box(around: number) != superior {
            attributes.append(("sc:superior", names[superior]))
        }
        if vertex.kind == .shallowHistory { attributes.append(("type", "shallow")) }
        if vertex.kind == .deepHistory { attributes.append(("type", "deep")) }
        if let initial = vertex.initial { attributes.append(("initial", names[initial])) }
        if vertex.initial == nil, element == "state", inside.contains(where: { graph.vertices[$0].kind.isState }) {
            attributes.append(("sc:rests", "true"))
        }
        if vertex.history != .none { attributes.append(("sc:history", vertex.history.rawValue)) }
        let text = Self.text(attributes)
        let leaving = graph.transitions(of: number).filter { $0.targets.allSatisfy(shown.contains) }
        let work = graph.work.filter { $0.state == number && $0.child == nil }
        let deferred = graph.deferredEvents(of: number)
        let isEmpty = inside.isEmpty && leaving.isEmpty && work.isEmpty && deferred.isEmpty
        guard !isEmpty || !vertex.childMachines.isEmpty else {
            return writer.raw("<\(element) \(text)/>")
        }
        writer.raw("<\(element) \(text)>")
        writer.indent()
        writeSCXML(work, &writer)
        for child in vertex.childMachines { writeSCXML(child, of: number, names, &writer) }
        for event in deferred { writer.raw("<sc:defer event=\"\(MarkupWriter.escape(event))\"/>") }
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
        writer.raw("<transition " + Self.text(attributes) + "/>")
    }

    /// Timers are sent with a delay on entry (SCXML 6.2), activities are invoked (6.4).
    private func writeSCXML(_ work: [ChartGraph.Work], _ writer: inout MarkupWriter) {
        let timers = work.filter { $0.kind == .timer }
        if !timers.isEmpty {
            writer.raw("<onentry>")
            writer.indent()
            for timer in timers {
                let event = timer.event ?? ""
                var attributes = [("event", Self.eventName(event))]
                if let interval = timer.interval {
                    // Who waits for ever may have said so by a number without a place for its milliseconds.
                    let milliseconds = interval.attoseconds / 1_000_000_000_000_000
                    attributes.append(("delay", "\(milliseconds)ms"))
                }
                if timer.repeats { attributes.append(("sc:repeats", "true")) }
                if Self.eventName(event) != event { attributes.append(("sc:event", event)) }
                writer.raw("<send " + Self.text(attributes) + "/>")
            }
            writer.outdent()
            writer.raw("</onentry>")
        }
        for activity in work where activity.kind == .activity {
            let event = activity.event.map { [("sc:event", $0)] } ?? []
            writer.raw("<invoke " + Self.text([("sc:kind", "activity")] + event) + "/>")
        }
    }

    /// A child machine is invoked as a chart of its own (SCXML 6.4). What goes up and down is not in the standard.
    private func writeSCXML(
        _ child: ChartGraph.ChildMachine, of state: Int, _ names: Identifiers, _ writer: inout MarkupWriter
    ) {
        var attributes = [
            // No other name has a hyphen.
            ("type", "scxml"), ("id", "\(names[state])-\(child.name)"), ("sc:kind", "child"), ("sc:name", child.name),
            ("sc:chart", child.chart),
        ]
        if let keys = child.keys { attributes.append(("sc:keys", keys)) }
        if let output = child.output { attributes.append(("sc:output", output)) }
        if child.isDetached { attributes.append(("sc:detached", "true")) }
        if child.restart != .temporary { attributes.append(("sc:restart", child.restart.rawValue)) }
        let events = graph.events(ofChild: child.name, in: state)
        guard !child.ports.isEmpty || !child.connections.isEmpty || !events.isEmpty else {
            return writer.raw("<invoke \(Self.text(attributes))/>")
        }
        writer.raw("<invoke \(Self.text(attributes))>")
        writer.indent()
        for port in child.ports { writer.raw("<sc:port \(Self.text([("name", port.name), ("type", port.type)]))/>") }
        for connection in child.connections {
            let (own, other) = (connection.port.name, connection.other)
            let ends = connection.isInput ? [("from", other), ("to", own)] : [("from", own), ("to", other)]
            writer.raw("<sc:connection \(Self.text(ends + [("type", connection.port.type)]))/>")
        }
        for event in events { writer.raw("<sc:brings event=\"\(MarkupWriter.escape(event))\"/>") }
        writer.outdent()
        writer.raw("</invoke>")
    }

    private static func text(_ attributes: [(String, String)]) -> String {
        attributes.map { "\($0)=\"\(MarkupWriter.escape($1))\"" }.joined(separator: " ")
    }

    /// An event descriptor may have neither blanks nor a star.
    private static func eventName(_ event: String) -> String {
        let plain = event.map { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" ? $0 : "_" }
        return plain.isEmpty ? "_" : String(plain)
    }
}
