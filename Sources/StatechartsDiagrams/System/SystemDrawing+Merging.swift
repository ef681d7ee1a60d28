extension SystemDrawing {
    /// Returns everything that either drawing shows, in the order in which it was met: components by name, with the
    /// ports of both; connections by their ends.
    ///
    /// Where the two disagree about a component, the other drawing counts, as the newer one. So a system that changes
    /// can be drawn with everything that it ever had. Connections of ports that belonged to no component are taken only
    /// from the newer one, and not where they are known by their owners: owners often join later and leave earlier.
    public func merged(with other: SystemDrawing) -> SystemDrawing {
        if self == other || components.isEmpty && connections.isEmpty { return other }
        var components = components
        var places = Dictionary(components.enumerated().map { ($1.name, $0) }) { first, _ in first }
        for newer in other.components {
            guard let place = places[newer.name] else {
                places[newer.name] = components.count
                components.append(newer)
                continue
            }
            let known = components[place]
            if known == newer { continue }
            let faces = Set(newer.ports.map(\.face))
            let gone = known.ports.filter { !faces.contains($0.face) }
            components[place] = Component(
                name: newer.name, type: newer.type, composite: newer.composite ?? known.composite,
                ports: newer.ports + gone, process: newer.process ?? known.process,
                owner: newer.owner ?? known.owner)
        }
        let names = Set(components.map(\.name))
        let shown = Set(other.connections)
        func hasOwners(_ connection: Connection) -> Bool {
            names.contains(connection.from.component) && names.contains(connection.to.component)
        }
        var connections = connections.filter { shown.contains($0) || hasOwners($0) }
        // An end whose owner has left, or joins later, is told by its port alone: known ones are looked up either way.
        let forms = other.connections.allSatisfy(hasOwners) ? [(true, true)] : WayKey.forms
        var ways: [WayKey: Int] = [:]
        func note(_ place: Int) {
            for (hasFrom, hasTo) in forms {
                let way = WayKey(connections[place], hasFrom, hasTo)
                if ways[way] == nil { ways[way] = place }
            }
        }
        for place in connections.indices { note(place) }
        for newer in other.connections {
            let way = WayKey(newer, names.contains(newer.from.component), names.contains(newer.to.component))
            if let place = ways[way] {
                let known = connections[place]
                if known.from == newer.from, known.to == newer.to { connections[place] = newer }
            } else {
                connections.append(newer)
                note(connections.count - 1)
            }
        }
        // In its own order, if it shows everything.
        let isAll = components.count == other.components.count && Set(connections) == shown
        return isAll ? other : SystemDrawing(components: components, connections: connections)
    }

    /// What is the same of two connections that are one.
    private struct WayKey: Hashable {
        let from: String?
        let fromPort: String
        let to: String?
        let toPort: String
        let type: String

        static let forms = [(true, true), (true, false), (false, true), (false, false)]

        init(_ connection: Connection, _ hasFrom: Bool, _ hasTo: Bool) {
            from = hasFrom ? connection.from.component : nil
            fromPort = connection.from.port
            to = hasTo ? connection.to.component : nil
            toPort = connection.to.port
            type = connection.type
        }
    }
}

extension SystemDrawing.Port {
    /// What ports of one component are told apart by.
    fileprivate var face: String { (isInput ? "▶" : "◀") + name }
}
