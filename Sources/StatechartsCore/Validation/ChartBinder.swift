/// Walks a chart once, in document order, and finds out its shape.
struct ChartBinder {
    struct Vertex {
        let node: StateNode
        /// What it calls itself.
        let ownName: String?
        let hasScopedProperties: Bool
        /// Whether it was free, and is this binder's until it is bound or let go.
        let isClaimed: Bool
        let parent: Int32
        let scope: Int16
        let declared: Declaration.Contents
        var children: [Int32] = []
    }

    private(set) var vertices: [Vertex] = []
    /// The submachine node of every scope; the host's chart has none.
    private(set) var scopeNodes: [Int32] = [-1]
    /// What was found wrong, in document order; of one vertex in the order of the checks.
    private(set) var findings: [Finding] = []
    private(set) var names: [String] = []
    private var indexOf: [ObjectIdentifier: Int32] = [:]

    /// - Parameter declarations: what some of the nodes have declared already.
    init(_ top: StateNode, _ declarations: Declarations) {
        collect(top, declarations)
        names = ChartNames.names(of: vertices)
    }

    /// Lets go of the vertices that were claimed and are not bound.
    func release() { for vertex in vertices where vertex.isClaimed { vertex.node.releaseClaim() } }

    func index(of node: StateNode) -> Int32? { indexOf[ObjectIdentifier(node)] }

    /// Document order: a node, then everything inside its first child, then its second.
    private mutating func collect(_ top: StateNode, _ declarations: Declarations) {
        var pending: [(node: StateNode, parent: Int32, scope: Int16)] = [(top, -1, 0)]
        while let next = pending.popLast() {
            if let first = indexOf[ObjectIdentifier(next.node)] {
                twiceDeclared.append((first, next.parent))
                continue
            }
            let index = Int32(vertices.count)
            indexOf[ObjectIdentifier(next.node)] = index
            let isFree = next.node.claim(as: index)
            // What the chart's own code answers is asked for here, once: when the chart is bound, none of it runs.
            let name = next.node.stateName
            let hasScopedProperties = ClassInfo.hasScopedProperties(next.node)
            let declared = isFree ? declarations.contents(of: next.node) : .init()
            vertices.append(
                Vertex(
                    node: next.node, ownName: name, hasScopedProperties: hasScopedProperties, isClaimed: isFree,
                    parent: next.parent, scope: next.scope, declared: declared))
            if next.parent >= 0 { vertices[Int(next.parent)].children.append(index) }

            var scope = next.scope
            var children = declared.children
            if let embedded = next.node.embedded {
                guard let number = Int16(exactly: scopeNodes.count) else {
                    trap(
                        "\(ClassInfo.of(type(of: top)).name) has more than \(Int16.max) submachines",
                        "let states own machines instead: Child, ChildMachines")
                }
                scope = number
                scopeNodes.append(index)
                children.insert(embedded, at: 0)
            }
            for child in children.reversed() { pending.append((child, index, scope)) }
        }
    }

    /// Vertices that a property stores and nobody declares.
    var undeclared: Set<ObjectIdentifier> = []
    /// Pseudostates that name such vertices.
    var leadsToUndeclared: Set<Int32> = []
    /// What has to be looked at in every chart of this shape.
    var looseProperties: [LooseProperty] = []

    /// Vertices that a second declaration named, with the node that declared them again.
    private(set) var twiceDeclared: [(vertex: Int32, parent: Int32)] = []

    func path(_ index: Int32) -> String { Topology.path(of: index, names) { vertices[Int($0)].parent } }

    /// One past the last vertex inside each vertex.
    var ends: [Int32] {
        var ends = vertices.indices.map { Int32($0 + 1) }
        for index in vertices.indices.reversed() {
            let parent = vertices[index].parent
            if parent >= 0 { ends[Int(parent)] = max(ends[Int(parent)], ends[index]) }
        }
        return ends
    }

    mutating func report(_ code: ChartError.Code, at index: Int32, _ message: String, fix: String) {
        let place = findings.firstIndex { $0.vertex > index } ?? findings.count
        let diagnostic = ChartError.Diagnostic(code: code, path: path(index), message: message, fix: fix)
        findings.insert(Finding(vertex: index, diagnostic: diagnostic), at: place)
    }
}

/// The names of vertices as people know them.
enum ChartNames {
    static func names(of vertices: [ChartBinder.Vertex]) -> [String] {
        var names = vertices.map { vertex in
            vertex.ownName ?? ClassInfo.of(type(of: vertex.node)).name
        }
        for (parent, vertex) in vertices.enumerated() where !vertex.children.isEmpty {
            let uses = Dictionary(vertex.children.map { (names[Int($0)], 1) }, uniquingKeysWith: +)
            let unclear = vertex.children.filter { child in
                let vertex = vertices[Int(child)]
                return vertex.ownName == nil
                    && (uses[names[Int(child)], default: 0] > 1 || ClassInfo.isOurs(type(of: vertex.node)))
            }
            guard !unclear.isEmpty else { continue }
            let labels = propertyLabels(of: vertices[parent].node)
            var taken = Set(vertex.children.filter { !unclear.contains($0) }.map { names[Int($0)] })
            for (position, child) in unclear.enumerated() {
                let base = labels[ObjectIdentifier(vertices[Int(child)].node)] ?? "\(names[Int(child)])\(position + 1)"
                var name = base
                var number = 2
                while !taken.insert(name).inserted {
                    name = "\(base)\(number)"
                    number += 1
                }
                names[Int(child)] = name
            }
        }
        return names
    }

    /// The stored properties that hold nodes, also in arrays and optionals, by the node they hold.
    static func propertyLabels(of owner: StateNode) -> [ObjectIdentifier: String] {
        var labels: [ObjectIdentifier: String] = [:]
        for (label, node) in StoredProperty.nodes(of: owner) { labels[ObjectIdentifier(node)] = label }
        return labels
    }
}
