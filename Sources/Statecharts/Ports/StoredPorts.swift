extension Machine {
    /// The ports that the top state stores in properties, with the names of these, and those of the charts that are
    /// embedded in it.
    var storedPorts: [ChartPorts.Stored] { ChartPorts.all(of: interpreter.top) }
}

extension StateNode {
    /// A machine is released that was never started: what the ports of its chart get is lost.
    final func abandonPorts() { ChartPorts.abandon(self) }
}

/// The ports that a chart stores in properties.
enum ChartPorts {
    typealias Stored = (property: String?, port: any PortStorage)

    /// The classes of charts that were found without ports, so that they need not be searched again.
    private static let without = Guarded<Set<ObjectIdentifier>>([])

    /// Those of the top state, with the names of the properties, and those of the charts that are embedded in it.
    static func all(of top: StateNode) -> [Stored] {
        var charts: [(path: String, top: StateNode)] = [("", top)]
        var found: [Stored] = []
        var position = 0
        while position < charts.count {
            let (path, top) = charts[position]
            found += ports(of: top).map { ($0.property.map { path + $0 }, $0.port) }
            for (submachine, chart) in embedded(in: top) { charts.append((path + submachine + ".", chart)) }
            position += 1
        }
        return found
    }

    /// A machine is released that was never started: what its ports get is lost, unless somebody else keeps them.
    static func abandon(_ top: StateNode) {
        let type = ObjectIdentifier(Swift.type(of: top))
        if without.withLock({ $0.contains(type) }) { return }
        let ports = all(of: top)
        if ports.isEmpty, !hasOptionalProperties(top) { return without.withLock { _ = $0.insert(type) } }
        let machine = ClassFacts.of(Swift.type(of: top)).name
        for (property, port) in ports where port.identity.direction == .input {
            port.identity.abandon(by: machine, property)
        }
    }

    /// Whether other objects of the class may have ports although this one has none.
    private static func hasOptionalProperties(_ top: StateNode) -> Bool {
        StoredProperty.all(of: top).contains { Mirror(reflecting: $0.value).displayStyle == .optional }
    }

    private static func ports(of top: StateNode) -> [Stored] {
        StoredProperty.all(of: top).compactMap { property in
            (property.value as? any PortFace).map { (property.label.isEmpty ? nil : property.label, $0.port) }
        }
    }

    /// The charts of submachines that vertices of a chart hold in properties, with the names of these. The machine need
    /// not have been started.
    private static func embedded(in top: StateNode) -> [(submachine: String, chart: StateNode)] {
        var found: [(submachine: String, chart: StateNode)] = []
        var nodes = [top]
        var known: Set<ObjectIdentifier> = [ObjectIdentifier(top)]
        while let node = nodes.popLast() {
            for (label, inner) in ChartNames.storedNodes(of: node)
            where known.insert(ObjectIdentifier(inner)).inserted {
                if let chart = inner.embedded, known.insert(ObjectIdentifier(chart)).inserted {
                    found.append((label, chart))
                } else {
                    nodes.append(inner)
                }
            }
        }
        return found
    }
}
