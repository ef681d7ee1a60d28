extension Machine {
    /// The ports that the top state stores in properties, with the names of these, and those of the charts that are
    /// embedded in it.
    var storedPorts: [(property: String?, port: any PortStorage)] {
        var charts: [(path: String, top: StateNode)] = [("", interpreter.top)]
        var found: [(property: String?, port: any PortStorage)] = []
        var position = 0
        while position < charts.count {
            let (path, top) = charts[position]
            found += Self.ports(of: top).map { ($0.property.map { path + $0 }, $0.port) }
            for (submachine, chart) in Self.charts(embeddedIn: top) { charts.append((path + submachine + ".", chart)) }
            position += 1
        }
        return found
    }

    private static func ports(of top: StateNode) -> [(property: String?, port: any PortStorage)] {
        StoredProperty.all(of: top).compactMap { property in
            (property.value as? any PortFace).map { (property.label.isEmpty ? nil : property.label, $0.port) }
        }
    }

    /// The charts of submachines that vertices of a chart hold in properties, with the names of these. The machine need
    /// not have been started.
    private static func charts(embeddedIn top: StateNode) -> [(submachine: String, chart: StateNode)] {
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
