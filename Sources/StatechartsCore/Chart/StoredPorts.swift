/// A port that a chart stores in a property, as far as a chart knows of ports.
package protocol StoredPort {
    /// What `receive(…)` knows the port by; `nil` if no chart can receive from it.
    var receptionKey: ObjectIdentifier? { get }
    /// Whether a closure or an inner port takes its messages already.
    var isReceived: Bool { get }
    /// The machine is released that was never started: what the port still gets is lost.
    /// - Parameter property: what the machine calls the port.
    func abandon(by machine: String, _ property: String?)
}

extension StoredPort {
    package var receptionKey: ObjectIdentifier? { nil }
    package var isReceived: Bool { true }
}

/// What a top state has declared about the ports whose messages it receives.
package protocol PortReceptions: AnyObject {
    /// True if a declaration is about this port.
    func declares(_ port: ObjectIdentifier) -> Bool
    /// The ports that more than one declaration is about.
    var declaredTwice: [ObjectIdentifier] { get }
    /// The states in which messages of ports are taken, of those that are not taken in all.
    var gatingStates: [StateNode] { get }
}

extension StateNode {
    /// The names of the input ports that this top state stores, of which no `receive(…)` says anything and whose
    /// messages nobody else takes.
    final var unreceivedPorts: [String] {
        StoredProperty.all(of: self).compactMap { property in
            guard let port = property.value as? any StoredPort, forgets(port) else { return nil }
            return property.label
        }
    }

    /// The ports of which this top state says more than once what becomes of their messages: the names of properties,
    /// as far as it stores them; `nil` for others.
    final var portsDeclaredTwice: [String?] {
        guard let twice = portReceptions?.declaredTwice, !twice.isEmpty else { return [] }
        let stored = StoredProperty.all(of: self)
        return twice.map { key in stored.first { ($0.value as? any StoredPort)?.receptionKey == key }?.label }
    }

    /// Whether a port that this top state stores is an input port of which no `receive(…)` says anything and whose
    /// messages nobody else takes.
    final func forgets(_ port: any StoredPort) -> Bool {
        guard let key = port.receptionKey, !port.isReceived else { return false }
        return !(portReceptions?.declares(key) ?? false)
    }

    /// A machine is released that was never started: what the ports of its chart get is lost.
    final func abandonPorts() { ChartPorts.abandon(self) }
}

/// The ports that a chart stores in properties.
package enum ChartPorts {
    package typealias Stored = (property: String?, port: any StoredPort)

    /// The classes of charts that were found without ports, so that they need not be searched again.
    private static let without = Guarded<Set<ObjectIdentifier>>([])

    /// Those of the top state, with the names of the properties, and those of the charts that are embedded in it.
    /// - Parameter isOneChart: true if it is known that no chart is embedded: states are not searched for one.
    package static func all(of top: StateNode, isOneChart: Bool = false) -> [Stored] {
        if isOneChart { return ports(of: top) }
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
        let machine = ClassInfo.of(Swift.type(of: top)).name
        for (property, port) in ports { port.abandon(by: machine, property) }
    }

    /// Whether other objects of the class may have ports although this one has none.
    private static func hasOptionalProperties(_ top: StateNode) -> Bool {
        StoredProperty.all(of: top).contains { Mirror(reflecting: $0.value).displayStyle == .optional }
    }

    private static func ports(of top: StateNode) -> [Stored] {
        StoredProperty.all(of: top).compactMap { property in
            (property.value as? any StoredPort).map { (property.label.isEmpty ? nil : property.label, $0) }
        }
    }

    /// Those in structs that the top state stores, as `property.port`: not the top's own, but given to it.
    package static func given(to top: StateNode) -> [(property: String, port: any StoredPort)] {
        StoredProperty.all(of: top).flatMap { property -> [(property: String, port: any StoredPort)] in
            if property.value is any StoredPort || property.value is any CustomReflectable { return [] }
            let mirror = Mirror(reflecting: property.value)
            guard mirror.displayStyle == .struct else { return [] }
            return mirror.children.compactMap { name, value in
                (value as? any StoredPort).map { ("\(property.label).\(name ?? "")", $0) }
            }
        }
    }

    /// The charts of submachines that vertices of a chart hold in properties, with the names of these. The machine need
    /// not have been started.
    private static func embedded(in top: StateNode) -> [(submachine: String, chart: StateNode)] {
        var found: [(submachine: String, chart: StateNode)] = []
        var nodes = [top]
        var known: Set<ObjectIdentifier> = [ObjectIdentifier(top)]
        while let node = nodes.popLast() {
            for (label, inner) in StoredProperty.nodes(of: node)
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
