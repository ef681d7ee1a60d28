import Statecharts

extension ChartDrawing {
    /// The chart in the language of Graphviz: `dot -Tsvg` draws it.
    public var dot: String {
        var writer = TextWriter()
        let names = Identifiers(graph, separator: "_")
        let children = shownChildren
        writer.nested("digraph \(TextWriter.quoted(graph.vertices.first?.name ?? "empty")) {", "}") { writer in
            // newrank: otherwise Graphviz loses edges of boxes, and ends with an error.
            writer.line("compound=true; newrank=true; rankdir=TB; fontname=\"Helvetica\";")
            writer.line(
                "node [fontname=\"Helvetica\", fontsize=11, shape=box, style=\"rounded,filled\", fillcolor=white];")
            writer.line("edge [fontname=\"Helvetica\", fontsize=10];")
            for top in children[-1] ?? [] { writeDOT(top, names, children, &writer) }
            for vertex in graph.vertices where children[vertex.id] != nil {
                guard let initial = vertex.initial else { continue }
                writer.line(edge("\(names[vertex.id])__initial", from: nil, to: initial, "", names, children))
            }
            for arrow in arrows {
                for target in arrow.targets {
                    let label = arrow.labels.joined(separator: "\n")
                    writer.line(
                        edge(
                            anchor(arrow.source, names, children), from: arrow.source, to: target, label, names,
                            children, isTaken: arrow.isTaken, isOpen: arrow.isOpen))
                }
            }
        }
        return writer.text
    }

    private func writeDOT(_ number: Int, _ names: Identifiers, _ children: [Int: [Int]], _ writer: inout TextWriter) {
        let vertex = graph.vertices[number]
        let lines = [vertex.name] + (vertex.kind.isState ? body(of: vertex) : [])
        let label = TextWriter.quoted(lines.joined(separator: "\n"))
        guard let inside = children[number] else {
            writer.line("\(names[number]) [\(shape(of: vertex, label))];")
            return
        }
        writer.nested("subgraph cluster_\(names[number]) {", "}") { writer in
            let colour = active.contains(number) ? " color=\"#0b6bcb\";" : ""
            writer.line("label=\(label); style=\"\(vertex.isRegion ? "dashed" : "rounded")\";\(colour)")
            // Edges from and to the box as a whole need a node inside.
            let isDot = vertex.initial != nil
            let text =
                switch vertex.history {
                case .none: ""
                case .shallow: "H"
                case .deep: "H*"
                }
            let node =
                !isDot
                ? "shape=point, style=invis, width=0"
                : text.isEmpty
                    ? "shape=circle, label=\"\", width=0.15, fixedsize=true, fillcolor=black"
                    : "shape=circle, label=\"\(text)\", width=0.3, fixedsize=true"
            writer.line("\(names[number])__initial [\(node)];")
            for child in inside { writeDOT(child, names, children, &writer) }
        }
    }

    private func shape(of vertex: ChartGraph.Vertex, _ label: String) -> String {
        let small = "label=\"\", xlabel=\(label), width=0.25, height=0.25, fixedsize=true"
        return switch vertex.kind {
        case .top, .state, .orthogonal, .submachine:
            "label=\(label)" + (active.contains(vertex.id) ? ", fillcolor=\"#e1f0ff\", color=\"#0b6bcb\"" : "")
        case .final: "shape=doublecircle, fillcolor=black, \(small)"
        case .choice: "shape=diamond, \(small)"
        case .junction: "shape=circle, fillcolor=black, \(small)"
        case .fork, .join:
            "shape=box, style=filled, fillcolor=black, label=\"\", width=0.8, height=0.06, fixedsize=true"
        case .shallowHistory: "shape=circle, label=\"H\", width=0.3, fixedsize=true"
        case .deepHistory: "shape=circle, label=\"H*\", width=0.3, fixedsize=true"
        case .entryPoint: "shape=circle, \(small)"
        case .exitPoint, .terminate: "shape=circle, label=\"×\", xlabel=\(label), width=0.25, fixedsize=true"
        }
    }

    /// The node that stands for a vertex: itself, or the one inside its box.
    private func anchor(_ vertex: Int, _ names: Identifiers, _ children: [Int: [Int]]) -> String {
        children[vertex] == nil ? names[vertex] : "\(names[vertex])__initial"
    }

    private func edge(
        _ start: String, from source: Int?, to target: Int, _ label: String, _ names: Identifiers,
        _ children: [Int: [Int]], isTaken: Bool = false, isOpen: Bool = false
    ) -> String {
        var attributes: [String] = []
        if !label.isEmpty { attributes.append("label=\(TextWriter.quoted(label))") }
        // An edge between a box and what is inside it cannot be cut off at the box.
        let encloses = source.map { around($0).contains(target) || around(target).contains($0) } ?? true
        if let source, children[source] != nil, !encloses, source != target {
            attributes.append("ltail=cluster_\(names[source])")
        }
        if children[target] != nil, !encloses, source != target { attributes.append("lhead=cluster_\(names[target])") }
        if isTaken { attributes.append("color=\"#c2410c\", penwidth=2") }
        if isOpen { attributes.append("color=gray, fontcolor=gray, style=dotted") }
        let list = attributes.isEmpty ? "" : " [\(attributes.joined(separator: ", "))]"
        return "\(start) -> \(anchor(target, names, children))\(list);"
    }
}
