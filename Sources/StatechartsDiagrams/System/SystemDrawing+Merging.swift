extension SystemDrawing {
    /// Everything that either drawing shows, in the order in which it was met: components by name, with the ports of both;
    /// connections by their ends.
    ///
    /// Where the two say otherwise of a component, the other drawing is believed, as the newer one. So a system that changes
    /// can be drawn with all that it ever had. Connections of ports that belonged to no component are taken from the newer
    /// one only: the owner of such a port has often joined since.
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
        let names = Set(components.map(\.name))
        var connections = connections.filter { known in
            other.connections.contains(known)
                || (names.contains(known.from.component) && names.contains(known.to.component))
        }
        for newer in other.connections {
            let place = connections.firstIndex { $0.from == newer.from && $0.to == newer.to && $0.type == newer.type }
            if let place { connections[place] = newer } else { connections.append(newer) }
        }
        // In its own order, if it shows everything.
        let isAll = components.count == other.components.count && connections.count == other.connections.count
        return isAll ? other : SystemDrawing(components: components, connections: connections)
    }

    /// The same with the components of another drawing that are not in this one.
    func adding(_ others: [Component]) -> SystemDrawing {
        let names = Set(components.map(\.name))
        return SystemDrawing(
            components: components + others.filter { !names.contains($0.name) }, connections: connections)
    }
}
