extension SystemDrawing {
    /// Everything that either drawing shows, in the order in which it was met: components by name, with the ports of
    /// both; connections by their ends.
    ///
    /// Where the two say otherwise of a component, the other drawing is believed, as the newer one. So a system that
    /// changes can be drawn with all that it ever had. Connections of ports that belonged to no component are taken
    /// from the newer one only, and not where they are known by their owners: these often join later and leave earlier.
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
                ports: newer.ports + gone, process: newer.process ?? known.process,
                owner: newer.owner ?? known.owner)
        }
        let names = Set(components.map(\.name))
        var connections = connections.filter { known in
            other.connections.contains(known)
                || (names.contains(known.from.component) && names.contains(known.to.component))
        }
        /// Whether this is the end of a known connection, also if its owner has left since.
        func isSame(_ known: End, _ end: End) -> Bool {
            known == end || (!names.contains(end.component) && known.port == end.port)
        }
        for newer in other.connections {
            let place = connections.firstIndex {
                isSame($0.from, newer.from) && isSame($0.to, newer.to) && $0.type == newer.type
            }
            guard let place else {
                connections.append(newer)
                continue
            }
            if connections[place].from == newer.from, connections[place].to == newer.to { connections[place] = newer }
        }
        // In its own order, if it shows everything.
        let isAll =
            components.count == other.components.count && Set(connections) == Set(other.connections)
        return isAll ? other : SystemDrawing(components: components, connections: connections)
    }

    /// The same with the components of another drawing that are not in this one.
    func adding(_ others: [Component]) -> SystemDrawing {
        let names = Set(components.map(\.name))
        return SystemDrawing(
            components: components + others.filter { !names.contains($0.name) }, connections: connections)
    }
}
