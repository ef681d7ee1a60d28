public import Statecharts

extension Bridge {
    /// Shows the components of a system to the other side, and those that the other side shows to the system: in
    /// `System.remotes`, `System.connections` and drawings.
    ///
    ///     bridge.share(system)
    ///     try await bridge.start()
    ///
    /// and when the two have met and told each other,
    ///
    ///     print(system.remotes)  // [guest: Table]
    ///     print(system.connections)  // [Shop.prices ⇒ guest.prices, guest.orders ⇒ Shop.orders]
    ///
    /// Either side may do it without the other: then there is a process with its channels, and no components. What
    /// comes and goes is told as it does; when the link breaks, the process stays and counts as not connected, and when
    /// the bridge ends it is gone. Messages are not concerned: who is to see those of another process uses a
    /// ``Monitor``.
    ///
    /// The system is not kept. To be called before ``start()``, once; otherwise it traps.
    public func share(_ system: System) {
        guard sharing.begin(system, isLate: hasBegun) else {
            trap("share(_:) of the bridge \(name) was called after start(), or twice", "call it once, before start()")
        }
    }
}

/// What a bridge and a system tell each other about components.
@usableFromInline
final class Sharing: Sendable {
    private struct Contents {
        weak var system: System?
        var isShared = false
        var receivers: [String: @Sendable () -> PortLabel?] = [:]
        var channels: [System.Channel] = []
        /// What the other side calls itself, from when it was met until the bridge ends.
        var peer: String?
        var isConnected = false
        var members: [System.RemoteMember] = []
        /// The number of the newest list.
        var shown: UInt64 = 0
        var hasEnded = false
        var tasks: [Task<Void, Never>] = []
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
    func start(
        _ core: BridgeCore, _ states: OutputPort<BridgeState>, exports: [ChannelOffer], imports: [ChannelOffer]
    ) {
        let system = contents.withLock { contents -> System? in
            guard contents.isShared, contents.tasks.isEmpty, !contents.hasEnded else { return nil }
            contents.channels =
                exports.map { .init(name: $0.channel, type: $0.type, direction: .output) }
                + imports.map { .init(name: $0.channel, type: $0.type, direction: .input) }
            return contents.system
        }
        guard let system else { return }
        let states = states.stream(), changes = system.changes
        let following = Task { [weak self] in
            for await state in states { self?.note(state) }
            self?.end()
        }
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
            contents.tasks = [following, showing]
            return contents.hasEnded
        }
        if isLate { showing.cancel() }
    }

    private func note(_ state: BridgeState) {
        contents.withLock { contents in
            switch state {
            case .connected(let peer):
                contents.peer = peer
                contents.isConnected = true
            case .new, .connecting, .cut: contents.isConnected = false
            case .ended: contents.hasEnded = true
            }
        }
        tell()
    }

    private func end() {
        let tasks = contents.withLock { contents in
            contents.hasEnded = true
            return contents.tasks
        }
        for task in tasks { task.cancel() }
        tell()
    }

    /// The other side shows its components.
    func take(_ members: [RemoteMember], number: UInt64) {
        let members = members.prefix(Self.mostMembers + 1).map(System.RemoteMember.init)
        let isNewest = contents.withLock { contents in
            guard number > contents.shown else { return false }
            contents.shown = number
            contents.members = members
            return true
        }
        if isNewest { tell() }
    }

    /// Lets the system know how things stand.
    private func tell() { turn.run(tellInTurn) }

    private func tellInTurn() {
        let (system, remote, receivers) = contents.withLock { contents in
            let remote = contents.peer.map { peer in
                System.Remote(
                    process: peer, bridge: bridge, members: contents.members, channels: contents.channels,
                    isConnected: contents.isConnected)
            }
            return (contents.system, contents.hasEnded ? nil : remote, contents.receivers)
        }
        system?.setRemote(remote, of: ObjectIdentifier(self), receivers: receivers)
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
