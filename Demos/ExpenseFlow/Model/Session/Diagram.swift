import Statecharts

/// The components of a system and their connections as a Mermaid flowchart.
///
/// What a composite consists of is not the system's business, so it is said here: the composite becomes a frame around its components, with
/// its proxies at the edge.
struct Diagram: CustomStringConvertible {
    let members: [System.Member]
    let connections: [System.Link]
    /// The names of the components inside a composite, by its name.
    let composites: KeyValuePairs<String, [String]>

    var description: String {
        let inside = composites.flatMap(\.value)
        var lines = ["flowchart LR"]
        for member in members where !inside.contains(member.name) {
            if let parts = composites.first(where: { $0.key == member.name })?.value {
                lines.append("    subgraph \(member.name)")
                lines += member.ports.map { "        \(id($0.label))([\($0.label.name)])" }
                lines += parts.map { "        \($0)[\($0)]" }
                lines.append("    end")
            } else {
                lines.append("    \(member.name)[\(member.name)]")
            }
        }
        lines += connections.map { "    \(id($0.from)) -->|\(label($0))| \(id($0.to))" }
        return lines.joined(separator: "\n")
    }

    private func isComposite(_ name: String) -> Bool { composites.contains { $0.key == name } }

    /// The node of a port: its component's, or one of its own if it is a proxy.
    private func id(_ port: PortLabel) -> String {
        isComposite(port.owner) ? "\(port.owner)_\(port.name)" : port.owner
    }

    /// The type of the messages, and the ports that are not to be seen as nodes.
    private func label(_ link: System.Link) -> String {
        let ports = [link.from, link.to].filter { !isComposite($0.owner) }.map(\.name)
        let names = Set(ports).count == 1 ? Array(ports.prefix(1)) : ports
        return names.joined(separator: " → ") + ": " + link.type
    }
}
