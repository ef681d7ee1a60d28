extension SystemDrawing {
    /// Everything that either drawing shows, in the order in which it was met: components by name, with the ports of both; connections by their ends.
    ///
    /// Where the two say otherwise of a component, the other drawing is believed, as the newer one. So a system that changes can be drawn with all that it ever had.
    public func merged(with other: SystemDrawing) -> SystemDrawing {
        var components = components
        var places = Dictionary(components.enumerated().map { ($1.name, $0) }) { first, _ in first }
        for newer in other.components {
            guard let place = places[newer.name] else {
                places[newer.name] = components.count
                components.append(newer)
                continue
            }
            let known = components[place]
            // Ports are told apart by name and direction.
            let gone = known.ports.filter { port in
                !newer.ports.contains { $0.name == port.name && $0.isInput == port.isInput }
            }
            components[place] = Component(
                name: newer.name, type: newer.type, composite: newer.composite ?? known.composite,
                ports: newer.ports + gone, process: newer.process ?? known.process)
        }
        var connections = connections
        for newer in other.connections {
            let place = connections.firstIndex { $0.from == newer.from && $0.to == newer.to && $0.type == newer.type }
            if let place { connections[place] = newer } else { connections.append(newer) }
        }
        // In its own order, if it shows everything.
        let isAll = components.count == other.components.count && connections.count == other.connections.count
        return isAll ? other : SystemDrawing(components: components, connections: connections)
    }
}
