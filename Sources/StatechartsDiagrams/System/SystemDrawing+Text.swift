extension SystemDrawing {
    /// The system as a flowchart of Mermaid: boxes for components, rounded ones for the ports of composites and the
    /// channels of bridges, dotted arrows where there is a mapping in between, thick ones over bridges, and a line from
    /// a machine to each that it owns as a child.
    public var mermaid: String {
        func escape(_ text: String) -> String {
            // Angle brackets would be read as markup, and the parameters of a generic type be lost.
            text.replacing("#", with: "#35;").replacing("\"", with: "#quot;").replacing("<", with: "#lt;")
                .replacing(">", with: "#gt;").replacing("\n", with: " ")
        }
        func text(_ text: String) -> String {
            let isPlain = text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil
            }
            return isPlain ? text : "\"" + escape(text) + "\""
        }
        func node(_ node: SystemOutline.Node) -> String {
            node.isPort ? "\(node.id)([\(text(node.title))])" : "\(node.id)[\(text(node.title))]"
        }
        var writer = TextWriter(indent: "    ")
        let outline = SystemOutline(self)
        writer.nested("flowchart LR", "") { writer in
            func write(_ items: [SystemOutline.Item], _ writer: inout TextWriter) {
                for item in items {
                    switch item {
                    case .node(let single): writer.line(node(single))
                    case .frame(let id, let title, let inner):
                        writer.nested(id == title ? "subgraph \(id)" : "subgraph \(id)[\(text(title))]", "end") {
                            write(inner, &$0)
                        }
                    }
                }
            }
            write(outline.items, &writer)
            for edge in outline.bundles {
                let label =
                    edge.labels.count == 1 ? text(edge.labels[0].text) : "\"" + list(edge, "<br>", escape) + "\""
                let arrow = edge.isMapped ? "-.->" : edge.isRemote ? "==>" : "-->"
                writer.line("\(edge.from) \(arrow)|\(label)| \(edge.to)")
            }
            for pair in outline.ownerships { writer.line("\(pair.owner) ---|owns| \(pair.child)") }
        }
        return writer.lines.dropLast().joined(separator: "\n") + "\n"
    }

    /// The system as a component diagram of PlantUML.
    public var plantUML: String {
        func quote(_ text: String) -> String {
            "\"" + text.replacing("\"", with: "&#34;").replacing("\n", with: " ") + "\""
        }
        func node(_ node: SystemOutline.Node) -> String {
            "\(node.isPort ? "interface" : "component") \(quote(node.title)) as \(node.id)"
        }
        var writer = TextWriter()
        let outline = SystemOutline(self)
        writer.line("@startuml")
        func write(_ items: [SystemOutline.Item], _ writer: inout TextWriter) {
            for item in items {
                switch item {
                case .node(let single): writer.line(node(single))
                case .frame(let id, let title, let inner):
                    writer.nested("component \(quote(title)) as \(id) {", "}") { write(inner, &$0) }
                }
            }
        }
        write(outline.items, &writer)
        for edge in outline.bundles {
            let label = list(edge, "\\n") { $0.replacing("\n", with: " ") }
            let arrow = edge.isMapped ? "..>" : edge.isRemote ? "-[bold]->" : "-->"
            writer.line("\(edge.from) \(arrow) \(edge.to) : \(label)")
        }
        for pair in outline.ownerships { writer.line("\(pair.owner) *-- \(pair.child)") }
        writer.line("@enduml")
        return writer.text
    }

    /// The system in the language of Graphviz.
    public var dot: String {
        func node(_ node: SystemOutline.Node) -> String {
            "\(node.id) [label=\(TextWriter.quoted(node.title))\(node.isPort ? ", shape=oval" : "")];"
        }
        var writer = TextWriter()
        let outline = SystemOutline(self)
        writer.nested("digraph system {", "}") { writer in
            writer.line("rankdir=LR; fontname=\"Helvetica\";")
            writer.line("node [fontname=\"Helvetica\", fontsize=11, shape=component];")
            writer.line("edge [fontname=\"Helvetica\", fontsize=10];")
            func write(_ items: [SystemOutline.Item], _ writer: inout TextWriter) {
                for item in items {
                    switch item {
                    case .node(let single): writer.line(node(single))
                    case .frame(let id, let title, let inner):
                        writer.nested("subgraph cluster_\(id) {", "}") { writer in
                            writer.line("label=\(TextWriter.quoted(title)); style=rounded;")
                            write(inner, &writer)
                        }
                    }
                }
            }
            write(outline.items, &writer)
            for edge in outline.bundles {
                let label = list(edge, "\n") { $0.replacing("\n", with: " ") }
                let style = edge.isMapped ? ", style=dashed" : edge.isRemote ? ", style=bold" : ""
                writer.line("\(edge.from) -> \(edge.to) [label=\(TextWriter.quoted(label))\(style)];")
            }
            for pair in outline.ownerships {
                writer.line("\(pair.owner) -> \(pair.child) [dir=back, arrowtail=diamond];")
            }
        }
        return writer.text
    }

    /// What connections drawn as one line are called, a line for each.
    private func list(_ bundle: SystemOutline.Bundle, _ lineBreak: String, _ escape: (String) -> String) -> String {
        bundle.labels.map { escape($0.text) }.joined(separator: lineBreak)
    }
}
