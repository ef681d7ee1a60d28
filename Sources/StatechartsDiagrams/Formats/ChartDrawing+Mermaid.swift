import Statecharts

extension ChartDrawing {
    /// The chart as a `stateDiagram-v2` of Mermaid, which many readers of Markdown draw.
    ///
    /// Mermaid has no histories, entry and exit points: they are states with the name that UML writes, such as `H*`.
    public var mermaid: String {
        var writer = TextWriter(indent: "    ")
        let names = Identifiers(graph, separator: "_")
        let children = shownChildren
        let arrows = arrowsByContainer
        writer.nested("stateDiagram-v2", "") { writer in
            for top in children[-1] ?? [] { writeMermaid(top, names, children, arrows, &writer) }
            for arrow in arrows[-1] ?? [] { writeMermaid(arrow, in: -1, names, &writer) }
            let marked = graph.vertices.filter {
                active.contains($0.id) && children[$0.id] == nil && $0.kind != .final && $0.id > 0
            }
            guard !marked.isEmpty else { return }
            writer.line("classDef active fill:#e1f0ff,stroke:#0b6bcb,stroke-width:2px,color:#0b3d75")
            writer.line("class \(marked.map { names[$0.id] }.joined(separator: ",")) active")
        }
        return writer.lines.dropLast().joined(separator: "\n") + "\n"
    }

    private func writeMermaid(
        _ number: Int, _ names: Identifiers, _ children: [Int: [Int]], _ arrows: [Int: [Arrow]],
        _ writer: inout TextWriter
    ) {
        let vertex = graph.vertices[number]
        let name = names[number]
        switch vertex.kind {
        case .choice, .junction: writer.line("state \(name) <<choice>>")
        case .fork: writer.line("state \(name) <<fork>>")
        case .join: writer.line("state \(name) <<join>>")
        case .final where !isDrawnAsEnd(number): writer.line("state \"◉ \(Self.mermaid(vertex.name))\" as \(name)")
        case .final: break
        case .terminate: writer.line("state \"✕ \(Self.mermaid(vertex.name))\" as \(name)")
        case .shallowHistory: writer.line("state \"H\" as \(name)")
        case .deepHistory: writer.line("state \"H*\" as \(name)")
        case .entryPoint: writer.line("state \"○ \(Self.mermaid(vertex.name))\" as \(name)")
        case .exitPoint: writer.line("state \"⊗ \(Self.mermaid(vertex.name))\" as \(name)")
        case .top, .state, .orthogonal, .submachine:
            writer.line("state \"\(Self.mermaid(vertex.name))\" as \(name)")
            for line in body(of: vertex) { writer.line("\(name) : \(Self.mermaid(line))") }
            let inside = children[number] ?? []
            guard !inside.isEmpty else { return }
            writer.nested("state \(name) {", "}") { writer in
                for (place, child) in inside.enumerated() {
                    if place > 0, vertex.hasRegions, graph.vertices[child].isRegion { writer.line("--") }
                    writeMermaid(child, names, children, arrows, &writer)
                }
                if let initial = vertex.initial { writer.line("[*] --> \(names[initial])" + historyNote(vertex)) }
                for arrow in arrows[number] ?? [] { writeMermaid(arrow, in: number, names, &writer) }
            }
        }
    }

    private func historyNote(_ vertex: ChartGraph.Vertex) -> String {
        switch vertex.history {
        case .none: ""
        case .shallow: " : H"
        case .deep: " : H*"
        }
    }

    /// Whether all that leads to a final state comes from inside its composite, where `[*]` means it.
    private func isDrawnAsEnd(_ final: Int) -> Bool {
        let composite = graph.vertices[final].superior ?? -1
        let leading = arrows.filter { $0.targets.contains(final) }
        return !leading.isEmpty && leading.allSatisfy { container(of: [$0.source] + $0.targets) == composite }
    }

    private func writeMermaid(_ arrow: Arrow, in container: Int, _ names: Identifiers, _ writer: inout TextWriter) {
        for target in arrow.targets {
            let isEnd = graph.vertices[target].kind == .final && isDrawnAsEnd(target)
            let label = arrow.labels.map(Self.mermaid).joined(separator: ", ")
            writer.line(
                "\(names[arrow.source]) --> \(isEnd ? "[*]" : names[target])" + (label.isEmpty ? "" : " : \(label)"))
        }
    }

    /// Text in which Mermaid finds no syntax.
    private static func mermaid(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "#", ";", ":", "<", ">", "&", "{", "}", "\\", "%", "`", "-", "~", "@", "*", "[", "]", "(", ")":
                // Hyphens and brackets mean something only in some places; numbers are safe in all.
                let isHarmless = "-*()[]~@".unicodeScalars.contains(scalar)
                escaped += isHarmless ? String(scalar) : "#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar.value == 0x7f: escaped += " "
            case _: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped.replacing("--", with: "#45;#45;").replacing("[*]", with: "#91;*#93;")
    }
}
