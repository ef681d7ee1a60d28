/// An output port whose current value is a part of a simulated chart's situation, as late receivers get it.
protocol CurrentPort: Port {
    var hasCurrent: Bool { get }
    /// The current value. Of a port of changes it is the whole without its number, which only grows: what a chart does
    /// hardly depends on it, and no two situations would be the same.
    var currentData: Any? { get }
}

extension OutputPort: CurrentPort {
    var hasCurrent: Bool { storage.hasCurrent }
    var currentData: Any? {
        guard let current = storage.current else { return nil }
        return (current as? any WholeOfChanges)?.wholeData ?? current
    }
}

private protocol WholeOfChanges {
    var wholeData: Any? { get }
}

extension Numbered: WholeOfChanges {
    fileprivate var wholeData: Any? { if case .whole(let whole, _) = self { whole } else { nil } }
}

/// An output port with a current value in a property of a state.
struct StoredCurrentPort {
    /// `Lamp.level`: the state's path and the property.
    let name: String
    let node: Int32
    let property: StoredProperty
    let port: any CurrentPort
}

extension Simulation {
    /// The output ports with a current value that the chart's states store in properties, found once.
    var currentPorts: [StoredCurrentPort] {
        guard let engine else { return [] }
        if let known = host.currentPorts { return known }
        let found = (0..<Int32(engine.topology.count)).flatMap { node in
            StoredProperty.all(of: engine.nodes[node]).compactMap { property -> StoredCurrentPort? in
                guard let port = property.value as? any CurrentPort, port.hasCurrent else { return nil }
                let name = "\(engine.topology.path(of: node)).\(property.label)"
                return StoredCurrentPort(name: name, node: node, property: property, port: port)
            }
        }
        host.currentPorts = found
        return found
    }
}
