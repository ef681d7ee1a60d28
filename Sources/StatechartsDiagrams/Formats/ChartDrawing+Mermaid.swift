import Statecharts

extension ChartDrawing {
    /// The chart as a `stateDiagram-v2` of Mermaid, which many readers of Markdown draw.
    ///
    /// Mermaid has no histories, entry and exit points: they are states with the name that UML writes, such as `H*`.
    /// What a composite does is in a note beside it. So are transitions that Mermaid cannot draw as arrows, as
    /// `reset → Idle`: those between a composite and what is inside it, and those from a region to itself.
    public var mermaid: String { MermaidText(self).chart }
}

/// Writes a chart for Mermaid, with three of its rules in mind (version 11):
///
/// - A state belongs to the box in which it is named last. So arrows come before the boxes whose states they lead to.
/// - A state has the shape that it is named with first. So choices, forks and joins come before arrows.
/// - A composite has no descriptions; a chart in which one has is not drawn.
private struct MermaidText {
    private let drawing: ChartDrawing
    private let names: Identifiers
    private let children: [Int: [Int]]
    /// What is drawn as an arrow, by the box in which it is written.
    private let arrows: [Int: [ChartDrawing.Arrow]]
    /// What is not, as text, by its source.
    private let texts: [Int: [String]]
    /// Final states to which all arrows come from inside of their composite, where `[*]` means them.
    private let ends: Set<Int>

    init(_ drawing: ChartDrawing) {
        self.drawing = drawing
        let graph = drawing.graph
        names = Identifiers(graph, separator: "_")
        children = drawing.shownChildren
        /// Between a composite and what is inside it Mermaid draws an arrow somewhere else, or fails.
        func isText(_ arrow: ChartDrawing.Arrow) -> Bool {
            arrow.targets.contains { target in
                drawing.around(target).contains(arrow.source) || drawing.around(arrow.source).contains(target)
                    || (target == arrow.source && graph.vertices[target].isRegion)
            }
        }
        let all = drawing.arrowsByContainer
        arrows = all.mapValues { $0.filter { !isText($0) } }
        texts = Dictionary(grouping: drawing.shownArrows.filter(isText), by: \.source).mapValues { arrows in
            arrows.map { arrow in
                let targets = arrow.targets.map { graph.vertices[$0].path }.joined(separator: ", ")
                return (arrow.labels.isEmpty ? "" : arrow.labels.joined(separator: ", ") + " ") + "→ \(targets)"
            }
        }
        var inside: Set<Int> = [], outside = Set(all.values.joined().map(\.source))
        for (container, arrows) in all {
            for arrow in arrows {
                for target in arrow.targets where graph.vertices[target].kind == .final {
                    if container == graph.vertices[target].superior, !isText(arrow) {
                        inside.insert(target)
                    } else {
                        outside.insert(target)
                    }
                }
            }
        }
        ends = inside.subtracting(outside)
    }

    var chart: String {
        var writer = TextWriter(indent: "    ")
        writer.nested("stateDiagram-v2", "") { writer in
            write(children[-1] ?? [], in: -1, &writer)
            let marked = drawing.graph.vertices.filter {
                drawing.active.contains($0.id) && children[$0.id] == nil && $0.kind != .final && $0.id > 0
            }
            guard !marked.isEmpty else { return }
            writer.line("classDef active fill:#e1f0ff,stroke:#0b6bcb,stroke-width:2px,color:#0b3d75")
            writer.line("class \(marked.map { names[$0.id] }.joined(separator: ",")) active")
        }
        return writer.lines.dropLast().joined(separator: "\n") + "\n"
    }

    /// Writes vertices inside a box, and its arrows.
    private func write(_ inside: [Int], in box: Int, withArrows: Bool = true, _ writer: inout TextWriter) {
        let composites = inside.filter { children[$0] != nil }
        let leaves = inside.filter { children[$0] == nil }
        for leaf in leaves { write(leaf: leaf, &writer) }
        if withArrows {
            let initial = box < 0 ? nil : drawing.graph.vertices[box].initial
            let own = arrows[box] ?? []
            var isNamed = Set(leaves)
            for vertex in (initial.map { [$0] } ?? []) + own.flatMap({ [$0.source] + $0.targets }) {
                guard let shape = shape(vertex), isNamed.insert(vertex).inserted else { continue }
                writer.line("state \(names[vertex]) <<\(shape)>>")
            }
            if let initial { writer.line("[*] --> \(names[initial])" + historyNote(drawing.graph.vertices[box])) }
            for arrow in own { write(arrow, &writer) }
        }
        for composite in composites { write(composite: composite, children[composite] ?? [], &writer) }
    }

    private func write(composite number: Int, _ inside: [Int], _ writer: inout TextWriter) {
        let vertex = drawing.graph.vertices[number]
        writer.line("state \"\(Self.escaped(vertex.name))\" as \(names[number])")
        writeNote(number, &writer)
        writer.nested("state \(names[number]) {", "}") { writer in
            let regions = vertex.hasRegions ? inside.filter { drawing.graph.vertices[$0].isRegion } : []
            write(inside.filter { !regions.dropFirst().contains($0) }, in: number, &writer)
            for region in regions.dropFirst() {
                writer.line("--")
                write([region], in: number, withArrows: false, &writer)
            }
        }
    }

    /// Writes what has nothing inside.
    private func write(leaf number: Int, _ writer: inout TextWriter) {
        let name = names[number]
        if let shape = shape(number) {
            writer.line("state \(name) <<\(shape)>>")
            writeNote(number, &writer)
        } else if !ends.contains(number) {
            writer.line("state \"\(title(of: drawing.graph.vertices[number]))\" as \(name)")
            for text in body(of: number) { writer.line("\(name) : \(text)") }
        }
    }

    private func writeNote(_ number: Int, _ writer: inout TextWriter) {
        let lines = body(of: number)
        guard !lines.isEmpty else { return }
        writer.nested("note right of \(names[number])", "end note") { writer in
            // These words end a note wherever they stand.
            for line in lines { writer.line(line.replacing("end note", with: "end#32;note")) }
        }
    }

    private func write(_ arrow: ChartDrawing.Arrow, _ writer: inout TextWriter) {
        let label = arrow.labels.map(Self.escaped).joined(separator: ", ")
        for target in arrow.targets {
            let end = ends.contains(target) ? "[*]" : names[target]
            writer.line("\(names[arrow.source]) --> \(end)" + (label.isEmpty ? "" : " : \(label)"))
        }
    }

    private func body(of number: Int) -> [String] {
        let vertex = drawing.graph.vertices[number]
        // As in other pictures, a final state has nothing but its name.
        return ((vertex.kind == .final ? [] : drawing.body(of: vertex)) + (texts[number] ?? [])).map(Self.escaped)
    }

    private func title(of vertex: ChartGraph.Vertex) -> String {
        let name = Self.escaped(vertex.name)
        return switch vertex.kind {
        case .final: "◉ \(name)"
        case .terminate: "✕ \(name)"
        case .shallowHistory: "H"
        case .deepHistory: "H*"
        case .entryPoint: "○ \(name)"
        case .exitPoint: "⊗ \(name)"
        case .top, .state, .orthogonal, .submachine, .choice, .junction, .fork, .join: name
        }
    }

    /// The stereotype of pseudostates that have one.
    private func shape(_ vertex: Int) -> String? {
        switch drawing.graph.vertices[vertex].kind {
        case .choice, .junction: "choice"
        case .fork: "fork"
        case .join: "join"
        case .top, .state, .orthogonal, .submachine, .final, .terminate, .shallowHistory, .deepHistory, .entryPoint,
            .exitPoint:
            nil
        }
    }

    private func historyNote(_ vertex: ChartGraph.Vertex) -> String {
        switch vertex.history {
        case .none: ""
        case .shallow: " : H"
        case .deep: " : H*"
        }
    }

    /// Text in which Mermaid finds no syntax.
    private static func escaped(_ text: String) -> String {
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
