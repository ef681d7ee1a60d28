/// A system as nodes in frames, with edges: what all its renderers draw. Composites are frames around their components,
/// with their ports as nodes, and so are other processes, with the channels of bridges; other components are nodes, and
/// their ports are words beside the edges.
struct SystemOutline {
    /// A component, or a port of a composite.
    struct Node {
        let id: String
        let title: String
        /// The class of its chart; empty without one.
        let type: String
        let isPort: Bool
    }
    /// A composite with what is inside, or a single node.
    enum Item {
        case node(Node)
        indirect case frame(id: String, title: String, [Item])
    }
    struct Edge {
        let from: String
        let to: String
        let label: String
        let isMapped: Bool
        /// Whether it leads over a bridge.
        let isRemote: Bool
        /// Both ports, as records of messages name them.
        let key: String
    }

    /// Connections that lead from one node to another in the same way: one line with a list, in every format.
    struct Bundle {
        let from: String
        let to: String
        let isMapped: Bool
        let isRemote: Bool
        /// What each is called, and its place among the connections.
        fileprivate(set) var labels: [(text: String, place: Int)]
    }

    private(set) var items: [Item] = []
    private(set) var edges: [Edge] = []
    /// Components whose machines own those of others.
    private(set) var ownerships: [(owner: String, child: String)] = []

    init(_ drawing: SystemDrawing) {
        let processes = drawing.components.filter { $0.process != nil && $0.composite == nil }.map(\.name)
        let composites = Set(drawing.components.compactMap(\.composite) + processes)
        // In the order of the document. Of several components with one name the first one has what is inside, and the
        // connections.
        let members = Dictionary(grouping: drawing.components) { $0.composite }
        var open: Set<String> = []
        var ids = Identifiers()
        func item(_ component: SystemDrawing.Component) -> Item {
            let isFirst = open.insert(component.name).inserted
            guard isFirst, composites.contains(component.name) else {
                let id = isFirst ? ids[component.name] : ids.another(component.name)
                return .node(Node(id: id, title: component.name, type: component.type, isPort: false))
            }
            let ports = component.ports.map { port in
                Item.node(Node(id: ids[component.name, port.name], title: port.name, type: port.type, isPort: true))
            }
            return .frame(
                id: ids[component.name], title: component.name,
                ports + members[component.name, default: []].map(item))
        }
        let names = Set(drawing.components.map(\.name))
        for component in drawing.components where !names.contains(component.composite ?? "") {
            items.append(item(component))
        }
        func id(_ end: SystemDrawing.End) -> String {
            composites.contains(end.component) ? ids[end.component, end.port] : ids[end.component]
        }
        edges = drawing.connections.map { connection in
            // Ports that are nodes of their own need no words.
            let words = [connection.from, connection.to].filter { !composites.contains($0.component) }.map(\.port)
            let ports = Set(words).count == 1 ? words[0] : words.joined(separator: " → ")
            let label = ports.isEmpty || ports == connection.type ? connection.type : "\(ports): \(connection.type)"
            return Edge(
                from: id(connection.from), to: id(connection.to), label: label, isMapped: connection.isMapped,
                isRemote: connection.process != nil,
                key: "\(connection.from) → \(connection.to)")
        }
        ownerships = drawing.components.compactMap { component in
            component.owner.flatMap { names.contains($0) ? (ids[$0], ids[component.name]) : nil }
        }
        let known = Set(drawing.components.map(\.name))
        var strangers = drawing.connections.flatMap { [$0.from.component, $0.to.component] }
        strangers = strangers.filter { !known.contains($0) }
        var seen: Set<String> = []
        for name in strangers where seen.insert(name).inserted {
            let title = name.isEmpty ? "outside" : name
            items.append(.node(Node(id: ids[name], title: title, type: "", isPort: false)))
        }
    }

    /// The edges, as they are drawn, in the order in which their first connections come.
    var bundles: [Bundle] {
        struct Way: Hashable {
            let from: String, to: String, isMapped: Bool, isRemote: Bool
        }
        var bundles: [Bundle] = []
        var places: [Way: Int] = [:]
        for (place, edge) in edges.enumerated() {
            let way = Way(from: edge.from, to: edge.to, isMapped: edge.isMapped, isRemote: edge.isRemote)
            if let known = places[way] {
                bundles[known].labels.append((edge.label, place))
            } else {
                places[way] = bundles.count
                bundles.append(
                    Bundle(
                        from: edge.from, to: edge.to, isMapped: edge.isMapped, isRemote: edge.isRemote,
                        labels: [(edge.label, place)]))
            }
        }
        return bundles
    }

    /// The identifiers of components and of their ports.
    private struct Identifiers {
        private var maker = IdentifierMaker(prefix: "c_", separator: "_")
        private var known: [[String]: String] = [:]

        /// That of a component, or of a port with its component before it.
        subscript(_ names: String...) -> String {
            mutating get {
                if let id = known[names] { return id }
                let id = another(names.joined(separator: "_"))
                known[names] = id
                return id
            }
        }

        /// One for something else of the same name.
        mutating func another(_ name: String) -> String {
            let text = name.unicodeScalars.map { scalar in
                scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
                    || scalar == "_" ? String(scalar) : "u\(String(scalar.value, radix: 16))"
            }.joined()
            return maker.make(text.isEmpty ? "outside" : text)
        }
    }
}
