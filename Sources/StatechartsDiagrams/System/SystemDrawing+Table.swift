extension SystemDrawing {
    /// The components as an indented list, those of composites below them and child machines below their owners, each
    /// with its ports: `▶` for one that messages enter through, `◀` for one that they leave.
    public var tree: String {
        var lines: [String] = []
        let names = Set(components.map(\.name))
        func place(_ component: Component) -> String? {
            component.owner.flatMap { names.contains($0) ? $0 : nil } ?? component.composite
        }
        // Of several components with one name the first one has what is inside.
        let members = Dictionary(grouping: components, by: place)
        var open: Set<String> = []
        func write(_ component: Component, _ depth: Int) {
            let margin = String(repeating: "  ", count: depth)
            let type = component.type.isEmpty || component.type == component.name ? "" : ": \(component.type)"
            lines.append(margin + component.name + type)
            for port in component.ports {
                lines.append("\(margin)  \(port.isInput ? "▶" : "◀") \(port.name): \(port.type)")
            }
            guard open.insert(component.name).inserted else { return }
            for inner in members[component.name, default: []] { write(inner, depth + 1) }
        }
        for component in components where !names.contains(place(component) ?? "") { write(component, 0) }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The connections as a table in Markdown.
    public var markdown: String {
        func cell(_ text: String) -> String {
            text.replacing("\\", with: "\\\\").replacing("|", with: "\\|").replacing("\n", with: " ")
        }
        func notes(_ connection: Connection) -> String {
            let bridge = connection.process.map { "over a bridge to \(cell($0))" }
            return [connection.isMapped ? "mapped" : nil, bridge].compactMap { $0 }.joined(separator: ", ")
        }
        let rows = connections.map { connection in
            "| \(cell("\(connection.from)")) | \(cell("\(connection.to)")) | \(cell(connection.type)) "
                + "| \(notes(connection)) |"
        }
        return (["| from | to | messages | |", "| --- | --- | --- | --- |"] + rows).joined(separator: "\n") + "\n"
    }
}
