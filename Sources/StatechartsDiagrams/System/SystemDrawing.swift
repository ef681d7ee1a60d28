public import Statecharts

/// What a picture of a system shows: its components, their ports, and the connections between them.
///
///     let drawing = SystemDrawing(system)
///     try drawing.svg().write(toFile: "system.svg", atomically: true, encoding: .utf8)
///
/// Made from the system that runs, so that it cannot drift from it; a plain value in the order in which the components were added.
public struct SystemDrawing: Sendable, Hashable, Codable {
    /// A component.
    public struct Component: Sendable, Hashable, Codable {
        /// What people call it.
        public let name: String
        /// The class of its chart; empty for a component without one.
        public let type: String
        /// The composite that it is inside of.
        public let composite: String?
        /// Its ports.
        public let ports: [Port]
    }

    /// A port.
    public struct Port: Sendable, Hashable, Codable {
        /// What people call it, without its owner.
        public let name: String
        /// Whether messages enter through it.
        public let isInput: Bool
        /// The type of its messages.
        public let type: String
    }

    /// A connection between two ports.
    public struct Connection: Sendable, Hashable, Codable {
        /// The component and the port that messages leave.
        public let from: End
        /// The component and the port that they arrive at.
        public let to: End
        /// The type of the messages that leave.
        public let type: String
        /// Whether a mapping lies between, which may let only some of them through.
        public let isMapped: Bool
    }

    /// An end of a connection. A port of no component has an empty one.
    public struct End: Sendable, Hashable, Codable, CustomStringConvertible {
        /// The name of the component.
        public let component: String
        /// The name of the port.
        public let port: String

        /// Both, joined by a dot.
        public var description: String { component.isEmpty ? port : "\(component).\(port)" }
    }

    /// The components, in the order in which they were added.
    public let components: [Component]
    /// The connections, those of each component in the order of its ports.
    public let connections: [Connection]

    /// Draws a system as it is now.
    /// - Parameters:
    ///   - system: whose components and connections are drawn.
    ///   - composites: which components are inside others, by name.
    public init(_ system: System, composites: [String: [String]] = [:]) {
        self.init(members: system.members, connections: system.connections, composites: composites)
    }

    /// Draws components and connections that were asked for before.
    public init(members: [System.Member], connections: [System.Link], composites: [String: [String]] = [:]) {
        var outer: [String: String] = [:]
        for (composite, members) in composites { for member in members { outer[member] = composite } }
        components = members.map { member in
            Component(
                name: member.name, type: member.type, composite: outer[member.name],
                ports: member.ports.map {
                    Port(name: $0.label.name, isInput: $0.direction == .input, type: $0.type)
                })
        }
        self.connections = connections.map { link in
            Connection(
                from: End(component: link.from.owner, port: link.from.name),
                to: End(component: link.to.owner, port: link.to.name), type: link.type, isMapped: link.isMapped)
        }
    }
}
