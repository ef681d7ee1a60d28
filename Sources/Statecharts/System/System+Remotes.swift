extension System {
    /// A process at the other end of a bridge, as far as it shows itself.
    public struct Remote: Sendable, Hashable, CustomStringConvertible {
        /// The name that it gives itself.
        public let process: String
        /// The name of this side of the bridge: records name it as the receiver of messages that leave.
        public let bridge: String
        /// The components of its system, if it shows one.
        public let members: [RemoteMember]
        /// The channels of the bridge.
        public let channels: [Channel]
        /// True while messages pass; otherwise the link has broken, and another one is being tried.
        public let isConnected: Bool

        package init(
            process: String, bridge: String, members: [RemoteMember], channels: [Channel], isConnected: Bool
        ) {
            self.process = process
            self.bridge = bridge
            self.members = members
            self.channels = channels
            self.isConnected = isConnected
        }

        /// `guest: Table, Bar`
        public var description: String {
            let names = members.isEmpty ? "nothing shown" : members.map(\.name).joined(separator: ", ")
            return "\(process)\(isConnected ? "" : " (cut)"): \(names)"
        }
    }

    /// A component of the system of another process.
    public struct RemoteMember: Sendable, Hashable {
        /// Its name there.
        public let name: String
        /// The class of its chart; empty for a component without one.
        public let type: String
        /// The name of the composite there that contains it; `nil` if none does.
        public let composite: String?
        /// Its ports there, with their directions and types.
        public let ports: [PortInfo]

        package init(name: String, type: String, composite: String? = nil, ports: [PortInfo]) {
            self.name = name
            self.type = type
            self.composite = composite
            self.ports = ports
        }
    }

    /// A channel of a bridge.
    public struct Channel: Sendable, Hashable {
        /// Its name, the same on both sides.
        public let name: String
        /// The type of its messages, as both sides call it.
        public let type: String
        /// The direction of its messages, seen from this process.
        public let direction: PortDirection

        package init(name: String, type: String, direction: PortDirection) {
            self.name = name
            self.type = type
            self.direction = direction
        }
    }

    /// The processes at the other ends of those bridges that show this system (`Bridge.share(_:)`), in the order in
    /// which they were met.
    public var remotes: [Remote] { register.withLock { $0.remotes.map(\.remote) } }

    /// Has a process known that a bridge leads to, in place of what was known of it; with `nil` it is forgotten.
    /// - Parameters:
    ///   - key: the bridge.
    ///   - receivers: the ports here that get the messages of the channels which enter.
    package func setRemote(
        _ remote: Remote?, of key: ObjectIdentifier, receivers: [String: @Sendable () -> PortLabel?] = [:]
    ) {
        let entry = remote.map { RemoteEntry(key: key, remote: $0, receivers: receivers) }
        let (change, errands, former) = register.withLock { register in
            let (change, former) = register.setRemote(entry, of: key)
            // In one go with the register, as for members.
            return (change, change.map { announcements.append($0) }, former)
        }
        if let change { errands?.run(change) }
        withExtendedLifetime(former) {}
    }
}

extension Register {
    /// Answers what that changes, and what was known before, to be released.
    fileprivate mutating func setRemote(
        _ entry: RemoteEntry?, of key: ObjectIdentifier
    ) -> (change: System.Change?, former: RemoteEntry?) {
        let index = remotes.firstIndex { $0.key == key }
        let former = index.map { remotes[$0] }
        guard let entry else {
            if let index { remotes.remove(at: index) }
            return (former.map { .parted($0.remote) }, former)
        }
        if let index { remotes[index] = entry } else { remotes.append(entry) }
        return (former?.remote == entry.remote ? nil : .met(entry.remote), former)
    }
}

/// A process that a bridge leads to, and where its messages come in.
struct RemoteEntry: Sendable {
    let key: ObjectIdentifier
    let remote: System.Remote
    let receivers: [String: @Sendable () -> PortLabel?]
}

/// Finds out which connections lead over bridges, and to which process.
struct RemoteWays {
    private let entries: [RemoteEntry]
    /// What leaves through bridges, until it has been found among the connections of the ports.
    private var leaving: [(label: PortLabel, process: String)]

    init(_ entries: [RemoteEntry]) {
        self.entries = entries
        leaving = entries.flatMap { entry in
            entry.remote.channels.filter { $0.direction == .output }.map {
                (PortLabel(owner: entry.remote.bridge, name: $0.name), entry.remote.process)
            }
        }
    }

    /// A connection of a port. Bridges may be called alike: then their channels are taken in the order in which the
    /// bridges were met.
    mutating func link(from: PortLabel, to: PortLabel, type: String, isMapped: Bool) -> System.Link {
        guard let index = leaving.firstIndex(where: { $0.label == to }) else {
            return System.Link(from: from, to: to, type: type, isMapped: isMapped, process: nil)
        }
        let process = leaving[index].process
        if leaving.filter({ $0.label == to }).count > 1 { leaving.remove(at: index) }
        return System.Link(
            from: from, to: PortLabel(owner: process, name: to.name), type: type, isMapped: isMapped, process: process)
    }

    /// The connections through which messages enter.
    var arriving: [System.Link] {
        entries.flatMap { entry in
            entry.remote.channels.compactMap { channel in
                guard channel.direction == .input, let receiver = entry.receivers[channel.name]?() else { return nil }
                let process = entry.remote.process
                return System.Link(
                    from: PortLabel(owner: process, name: channel.name), to: receiver, type: channel.type,
                    isMapped: false, process: process)
            }
        }
    }
}
