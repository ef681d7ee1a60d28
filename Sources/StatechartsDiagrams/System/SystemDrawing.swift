public import Statecharts

/// What a picture of a system shows: its components, their ports, and the connections between them.
///
///     let drawing = SystemDrawing(system)
///     try drawing.svg().write(toFile: "system.svg", atomically: true, encoding: .utf8)
///
/// Made from the system that runs, so that it cannot drift from it; a plain value in the order in which the components
/// were added.
public struct SystemDrawing: Sendable, Hashable, Codable {
    /// A box: a machine, a composite, or a process at the other end of a bridge.
    public struct Component: Sendable, Hashable, Codable {
        /// The name of the component.
        public let name: String
        /// The class of its chart; empty for a component without one.
        public let type: String
        /// The composite that contains it; for a component of another process, that process.
        public let composite: String?
        /// What it sends and takes, in the order of the system.
        public let ports: [Port]
        /// The process that it is, or is in, if that is another one: its ports are then the channels of the bridge.
        /// `nil` for a component here.
        public let process: String?
        /// The component whose machine owns this one as a child; `nil` for one that no state owns.
        public let owner: String?
    }

    /// Where messages leave or enter a component.
    public struct Port: Sendable, Hashable, Codable {
        /// The name of the port, without its owner.
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
        /// Whether there is a mapping in between, which may let only some of them through.
        public let isMapped: Bool
        /// The process at the other end, if it leads over a bridge.
        public let process: String?
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

    private enum CodingKeys: String, CodingKey {
        case components, connections
    }

    /// Reads a drawing.
    /// - Throws: `DecodingError` if composites are nested deeper than any that is drawn.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        components = try container.decode([Component].self, forKey: .components)
        connections = try container.decode([Connection].self, forKey: .connections)
        let outer = Dictionary(components.map { ($0.name, $0.composite) }) { first, _ in first }
        for component in components {
            var around: Set<String> = []
            var next = component.composite
            while let name = next, around.insert(name).inserted { next = outer[name] ?? nil }
            guard around.count <= ChartGraph.greatestDepth else {
                throw DecodingError.dataCorruptedError(
                    forKey: .components, in: container,
                    debugDescription: "\(component.name) lies deeper than \(ChartGraph.greatestDepth) composites")
            }
        }
    }

    init(components: [Component], connections: [Connection]) {
        self.components = components
        self.connections = connections
    }

    /// Draws a system as it is now, with the processes that its bridges lead to.
    /// - Parameters:
    ///   - system: whose components and connections are drawn.
    ///   - composites: which components are inside others, by name, besides those that the system knows to be.
    public init(_ system: System, composites: [String: [String]] = [:]) {
        self.init(
            members: system.members, connections: system.connections, composites: composites, remotes: system.remotes)
    }

    /// Draws components and connections that were read before.
    public init(
        members: [System.Member], connections: [System.Link], composites: [String: [String]] = [:],
        remotes: [System.Remote] = []
    ) {
        let names = Dictionary(members.map { ($0.id, $0.name) }) { first, _ in first }
        var outer: [String: String] = [:]
        for member in members { outer[member.name] = member.composite.flatMap { names[$0] } }
        for (composite, members) in composites { for member in members { outer[member] = composite } }
        let owners = Dictionary(members.map { ($0.id, $0.owner.flatMap { names[$0] }) }) { first, _ in first }
        // A child is beside its owner, also where that one is said to be.
        for member in members where outer[member.name] == nil {
            outer[member.name] = owners[member.id]?.flatMap { outer[$0] }
        }
        let local = members.map { member in
            Component(
                name: member.name, type: member.type, composite: outer[member.name],
                ports: member.ports.map {
                    Port(name: $0.label.name, isInput: $0.direction == .input, type: $0.type)
                }, process: nil, owner: owners[member.id] ?? nil)
        }
        // A process may be called like a component here, or like another process.
        var processes: [String: String] = [:]
        var taken = Set(members.map(\.name))
        var foreign: [Component] = []
        for remote in remotes where processes[remote.process] == nil {
            let name = taken.contains(remote.process) ? "process \(remote.process)" : remote.process
            taken.insert(name)
            processes[remote.process] = name
            // Several bridges may lead to one process.
            let bridges = remotes.filter { $0.process == remote.process }
            foreign.append(
                Component(
                    name: name, type: "", composite: nil,
                    // What leaves here enters there.
                    ports: bridges.flatMap(\.channels).map {
                        Port(name: $0.name, isInput: $0.direction == .output, type: $0.type)
                    }, process: remote.process, owner: nil))
            for member in bridges.first(where: { !$0.members.isEmpty })?.members ?? [] {
                foreign.append(
                    Component(
                        name: "\(name)/\(member.name)", type: member.type, composite: name,
                        ports: member.ports.map {
                            Port(name: $0.label.name, isInput: $0.direction == .input, type: $0.type)
                        }, process: remote.process, owner: nil))
            }
        }
        components = local + foreign
        self.connections = connections.map { link in
            func end(_ label: PortLabel, isForeign: Bool) -> End {
                End(component: isForeign ? processes[label.owner] ?? label.owner : label.owner, port: label.name)
            }
            let leaves = link.process != nil && link.to.owner == link.process
            return Connection(
                from: end(link.from, isForeign: link.process != nil && !leaves),
                to: end(link.to, isForeign: leaves), type: link.type, isMapped: link.isMapped, process: link.process)
        }
    }
}
