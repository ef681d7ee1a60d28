public import Statecharts

extension Bridge {
    /// Shows the components of a system to the other side, and those of the other side to the system: in
    /// `System.remotes`, `System.connections` and drawings.
    ///
    ///     bridge.share(system)
    ///     try await bridge.start()
    ///
    /// and when the two sides have met and exchanged their components,
    ///
    ///     print(system.remotes)  // [guest: Table]
    ///     print(system.connections)  // [Shop.prices ⇒ guest.prices, guest.orders ⇒ Shop.orders]
    ///
    /// Either side may do it without the other: then there is a process with its channels, and no components. Changes
    /// are reported as they happen; when the link breaks, the process stays and counts as not connected, and when the
    /// bridge ends it is gone. Messages are not affected: to see those of another process, use a ``Monitor``.
    ///
    /// The system is not kept alive. To be called before ``start()``, once; otherwise it traps.
    public func share(_ system: System) {
        guard sharing.begin(system, isLate: hasBegun) else {
            trap("share(_:) of the bridge \(name) was called after start(), or twice", "call it once, before start()")
        }
    }
}

/// What a bridge and a system tell each other about components.
@usableFromInline
final class Sharing: Sendable {
    fileprivate struct Contents {
        weak var system: System?
        var isShared = false
        var receivers: [String: @Sendable () -> PortLabel?] = [:]
        var channels: [System.Channel] = []
        /// Those at the other end, by their seats.
        var guests: [ObjectIdentifier: Guest] = [:]
        /// Seats in the order in which guests were met, and of those who have gone.
        var order: [ObjectIdentifier] = []
        var gone: [ObjectIdentifier] = []
        var hasEnded = false
        var tasks: [Task<Void, Never>] = []
    }

    /// Somebody at the other end.
    fileprivate struct Guest {
        /// What it calls itself, from when it was met.
        var name: String?
        var isConnected = false
        var members: [System.RemoteMember] = []
        /// The number of the newest list.
        var shown: UInt64 = 0
    }

    private let bridge: String
    private let contents = Guarded(Contents())
    /// The system is told by one at a time, so that what it hears last is how things stand.
    private let turn = WriteTurn()
    /// The most components that are shown: a frame has its limit, and each of the others' is kept.
    private static let mostMembers = 1_000

    init(_ bridge: String) { self.bridge = bridge }

    deinit { for task in contents.withLock({ $0.tasks }) { task.cancel() } }

    /// Answers whether it is not too late, and the first time.
    func begin(_ system: System, isLate: Bool) -> Bool {
        contents.withLock { contents in
            if isLate || contents.isShared { return false }
            contents.isShared = true
            contents.system = system
            return true
        }
    }

    /// Remembers where the messages of a channel come in.
    @usableFromInline
    func receives(_ channel: String, _ label: @escaping @Sendable () -> PortLabel?) {
        contents.withLock { $0.receivers[channel] = label }
    }

    /// Begins to tell, with the bridge. Without effect if no system is shared, or the second time.
    func start(_ core: BridgeCore, exports: [ChannelOffer], imports: [ChannelOffer]) {
        let system = contents.withLock { contents -> System? in
            guard contents.isShared, contents.tasks.isEmpty, !contents.hasEnded else { return nil }
            contents.channels =
                exports.map { .init(name: $0.channel, type: $0.type, direction: .output) }
                + imports.map { .init(name: $0.channel, type: $0.type, direction: .input) }
            return contents.system
        }
        guard let system else { return }
        let changes = system.changes
        let showing = Task { [weak core, weak system] in
            var shown: [System.Member]?
            for await _ in changes {
                // Of many changes at once the first one has told all.
                let members = system?.members ?? []
                if members == shown { continue }
                let composites = members.composites
                core?.show(
                    members.prefix(Self.mostMembers).map { RemoteMember($0, inside: composites[$0.id]) },
                    of: members.count)
                shown = members
            }
        }
        let isLate = contents.withLock { contents in
            contents.tasks = [showing]
            return contents.hasEnded
        }
        if isLate { showing.cancel() }
    }

    /// Something has changed with the peer at a seat.
    func note(_ peer: BridgePeer, at seat: Seat) {
        let key = ObjectIdentifier(seat)
        contents.withLock { contents in
            guard contents.isShared else { return }
            if contents.guests[key]?.name == nil { contents.order.append(key) }
            contents.guests[key, default: Guest()].name = peer.name
            switch peer.state {
            case .connected: contents.guests[key]?.isConnected = true
            case .new, .connecting, .cut: contents.guests[key]?.isConnected = false
            case .ended: contents.forget(key)
            }
        }
        tell()
    }

    /// The bridge has ended.
    func end() {
        let tasks = contents.withLock { contents in
            contents.hasEnded = true
            for key in contents.order { contents.forget(key) }
            return contents.tasks
        }
        for task in tasks { task.cancel() }
        tell()
    }

    /// The peer at a seat shows its components.
    func take(_ members: [RemoteMember], number: UInt64, of seat: Seat) {
        let key = ObjectIdentifier(seat)
        let members = members.prefix(Self.mostMembers + 1).map(System.RemoteMember.init)
        let isNewest = contents.withLock { contents in
            guard contents.isShared, !contents.hasEnded else { return false }
            guard number > contents.guests[key]?.shown ?? 0 else { return false }
            contents.guests[key, default: Guest()].shown = number
            contents.guests[key]?.members = members
            return true
        }
        if isNewest { tell() }
    }

    /// Lets the system know how things stand.
    private func tell() { turn.run(tellInTurn) }

    private func tellInTurn() {
        let (system, remotes, receivers) = contents.withLock { contents in
            var remotes: [(key: ObjectIdentifier, remote: System.Remote?)] = contents.gone.map { ($0, nil) }
            contents.gone = []
            for key in contents.order {
                guard let guest = contents.guests[key], let name = guest.name else { continue }
                remotes.append(
                    (
                        key,
                        System.Remote(
                            process: name, bridge: bridge, members: guest.members, channels: contents.channels,
                            isConnected: guest.isConnected)
                    ))
            }
            return (contents.system, remotes, contents.receivers)
        }
        for (key, remote) in remotes { system?.setRemote(remote, of: key, receivers: receivers) }
    }
}

extension Sharing.Contents {
    /// Nobody is there any more. A list is kept: it may have come from whoever is there next, before this was told.
    /// That of the former one is replaced before the next one is told of.
    fileprivate mutating func forget(_ key: ObjectIdentifier) {
        guests[key] = guests[key].map { .init(members: $0.members, shown: $0.shown) }
        order.removeAll { $0 == key }
        gone.append(key)
    }
}

extension [System.Member] {
    /// The names of the composites that components are inside of, by the numbers of the components.
    var composites: [Int: String] {
        let names = Dictionary(map { ($0.id, $0.name) }) { first, _ in first }
        let inside = compactMap { member in member.composite.flatMap { names[$0] }.map { (member.id, $0) } }
        return Dictionary(inside) { first, _ in first }
    }
}

extension RemoteMember {
    init(_ member: System.Member, inside composite: String?) {
        self.init(
            name: member.name, type: member.type, composite: composite,
            ports: member.ports.map {
                Port(name: $0.label.name, isInput: $0.direction == .input, type: $0.type)
            })
    }
}

extension System.RemoteMember {
    init(_ member: RemoteMember) {
        self.init(
            name: member.name, type: member.type, composite: member.composite,
            ports: member.ports.map {
                System.PortInfo(
                    label: PortLabel(owner: member.name, name: $0.name), direction: $0.isInput ? .input : .output,
                    type: $0.type)
            })
    }
}
