extension SystemDrawing {
    /// The system as a flowchart of Mermaid: boxes for components, rounded ones for the ports of composites, dotted arrows where a
    /// mapping lies between.
    public var mermaid: String {
        func text(_ text: String) -> String {
            let isPlain = text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || $0.properties.numericType != nil
            }
            if isPlain { return text }
            return "\"" + text.replacing("#", with: "#35;").replacing("\"", with: "#quot;").replacing("\n", with: " ")
                + "\""
        }
        func node(_ node: SystemOutline.Node) -> String {
            node.isPort ? "\(node.id)([\(text(node.title))])" : "\(node.id)[\(text(node.title))]"
        }
        var writer = TextWriter(indent: "    ")
        let outline = SystemOutline(self)
        writer.nested("flowchart LR", "") { writer in
            for item in outline.items {
                switch item {
                case .node(let single): writer.line(node(single))
                case .frame(let id, let title, let nodes):
                    writer.nested(id == title ? "subgraph \(id)" : "subgraph \(id)[\(text(title))]", "end") { writer in
                        for inner in nodes { writer.line(node(inner)) }
                    }
                }
            }
            for edge in outline.edges {
                let label = text(edge.label)
                writer.line("\(edge.from) \(edge.isMapped ? "-.->" : "-->")|\(label)| \(edge.to)")
            }
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
        for item in outline.items {
            switch item {
            case .node(let single): writer.line(node(single))
            case .frame(let id, let title, let nodes):
                writer.nested("component \(quote(title)) as \(id) {", "}") { writer in
                    for inner in nodes { writer.line(node(inner)) }
                }
            }
        }
        for edge in outline.edges {
            let label = edge.label.replacing("\n", with: " ")
            writer.line("\(edge.from) \(edge.isMapped ? "..>" : "-->") \(edge.to) : \(label)")
        }
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
            for item in outline.items {
                switch item {
                case .node(let single): writer.line(node(single))
                case .frame(let id, let title, let nodes):
                    writer.nested("subgraph cluster_\(id) {", "}") { writer in
                        writer.line("label=\(TextWriter.quoted(title)); style=rounded;")
                        for inner in nodes { writer.line(node(inner)) }
                    }
                }
            }
            for edge in outline.edges {
                let style = edge.isMapped ? ", style=dashed" : ""
                writer.line("\(edge.from) -> \(edge.to) [label=\(TextWriter.quoted(edge.label))\(style)];")
            }
        }
        return writer.text
    }
}
