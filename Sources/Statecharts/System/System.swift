/// The machines and other components that work together, as people and tools see them.
///
///     let system = System()
///     await system.add(machine)  // by the name of the machine
///     system.add("Guest", ports: guest)
///
///     let recorder = system.recorder()
///     guest.send("soup")
///     print(system.connections)  // Guest.orders → Shop.orders
///     print(MessageTree(recorder.records))  // #1 Guest.orders → Shop.orders: soup
///
/// Components know nothing of the system, and ports work without one. A port belongs to the system that its owner was
/// last added to; what it sends is then seen, ordered and held by that system. If the port comes to another system
/// while messages of it are held, what it sends until they are delivered is held after them. While nothing watches and
/// nothing is paused, this costs one load and one branch per message.
///
/// A system keeps the machines that were added to it alive until they end, are removed, or the system is released.
/// Ports never keep machines alive, so that a system of machines that refer to each other goes away with its
/// ``System``. A system does not learn why a machine has failed: await the end of the machine, or supervise it, as
/// without a system.
///
/// - Isolation: `Sendable`; everything may be called from anywhere.
public final class System: Sendable {
    /// A component of the system.
    public struct Member: Sendable, Hashable, Identifiable, CustomStringConvertible {
        /// A number that no other member of the system has or had.
        public let id: Int
        /// What the system and its records call it.
        public let name: String
        /// The class of the chart; empty for a component without one.
        public let type: String
        /// Its ports, those of a machine in the order of their properties.
        public let ports: [PortInfo]
        /// The ``id`` of the composite that contains it; `nil` if none does.
        public let composite: Int?
        /// The ``id`` of the member whose machine owns this one as a child; `nil` for a component that no state owns. A
        /// child is beside its owner, in the same composite, and leaves before it.
        public let owner: Int?

        /// The name.
        public var description: String { name }
    }

    /// A port of a component.
    public struct PortInfo: Sendable, Hashable {
        /// Its name, with that of its owner.
        public let label: PortLabel
        /// The direction of its messages.
        public let direction: PortDirection
        /// The type of its messages.
        public let type: String

        package init(label: PortLabel, direction: PortDirection, type: String) {
            self.label = label
            self.direction = direction
            self.type = type
        }
    }

    /// A connection from a port of the system.
    public struct Link: Sendable, Hashable, CustomStringConvertible {
        /// Where messages leave; an input for a proxy that forwards to the inside.
        public let from: PortLabel
        /// Where they arrive.
        public let to: PortLabel
        /// The type of the messages that leave.
        public let type: String
        /// True if they pass a mapping, which may let only some of them through.
        public let isMapped: Bool
        /// The process at the other end of a bridge, if the connection leads over one: the process of ``to`` if
        /// messages leave this process, that of ``from`` if they come in. The port there has the name of the channel.
        public let process: String?

        package init(from: PortLabel, to: PortLabel, type: String, isMapped: Bool, process: String?) {
            self.from = from
            self.to = to
            self.type = type
            self.isMapped = isMapped
            self.process = process
        }

        /// `Shop.orders → Kitchen.orders`; with a double arrow if it leads over a bridge.
        public var description: String { "\(from) \(process == nil ? "→" : "⇒") \(to)" }
    }

    /// A component that came or went.
    public enum Change: Sendable, Hashable {
        /// It was added.
        case joined(Member)
        /// It was removed, or its machine has ended or was released.
        case left(Member)
        /// A supervised machine was made, for the first time or after a restart; its ports may differ from those
        /// before.
        case renewed(Member)
        /// A process at the other end of a bridge has been met, or has announced other components; see
        /// ``System/remotes``.
        case met(Remote)
        /// The bridge to a process has ended.
        case parted(Remote)
    }

    let journal: TraceJournal
    let register = Guarded(Register())
    let announcements = Broadcast<Change>()

    /// Makes a system without components.
    /// - Parameter clock: the clock of the messages' timestamps.
    public init<C: Clock>(clock: C = ContinuousClock()) where C.Duration == Duration {
        let start = clock.now
        journal = TraceJournal { start.duration(to: clock.now) }
    }

    deinit {
        journal.close()
        announcements.finish()
        for entry in register.withLock({ $0.entries }) { for parting in entry.partings { parting() } }
    }

    // MARK: Register

    /// Adds a machine with the ports that its top state stores in properties, started or not.
    ///
    /// Ports have their own names, or else those of their properties. The machine leaves by itself when it ends. While
    /// a step of it is suspended, this does not wait for it.
    ///
    /// Its child machines, and their children, are members too while they live: they join when they are made, before
    /// they begin, as `Jukebox/Playing/player` or `Downloads/Queue/rows[3]`, and leave when they have ended. See
    /// ``Member/owner``.
    /// - Parameters:
    ///   - machine: the machine; it is kept until it ends or is removed.
    ///   - name: what the system calls it; by default ``Machine/name``. If another member in the same composite has that
    ///     name, this is told on the standard error, once for each name.
    ///   - composite: the component that it is a part of, if any. It has to be in the system; otherwise the machine is
    ///     inside none.
    @discardableResult
    public func add<Top: Statechart>(
        _ machine: Machine<Top>, named name: String? = nil, inside composite: Member? = nil
    ) async -> Member {
        let ports = await machine.storedPorts
        let (member, isNew) = enter(
            name ?? machine.name, type: ClassInfo.of(Top.self).name, machine: machine, ports, inside: composite)
        if isNew {
            let observers = machine.observers
            // Not where it ends: what is lost and violated there is still reported here.
            let task = Task { [weak self] in
                try? await observers.waitForEnd(isTold: false)
                self?.remove(member)
            }
            whenLeft(member) { task.cancel() }
            await admitChildren(of: machine, member)
        }
        return member
    }

    /// Adds a composite, or another component that is not a machine, with the ports that others are connected to.
    ///
    ///     let restaurant = system.add("Restaurant", ports: orders, dishes)
    ///     await system.add(kitchen, named: "Kitchen", inside: restaurant)
    ///
    /// What is inside leaves with the composite; drawings show it inside.
    /// - Parameters:
    ///   - name: what the system calls it.
    ///   - composite: the component that it is a part of, if any. It has to be in the system; otherwise the new one is
    ///     inside none.
    ///   - ports: the ports that others are connected to.
    @discardableResult
    public func add(_ name: String, inside composite: Member? = nil, ports: any Port...) -> Member {
        enter(
            name, type: "", machine: nil, ports.compactMap { ($0 as? any PortFace).map { (nil, $0.port) } },
            inside: composite
        ).0
    }

    func enter(
        _ name: String, type: String, machine: (any Actor)?, _ ports: [(property: String?, port: any PortStorage)],
        inside composite: Member?, of owner: Member? = nil
    ) -> (Member, isNew: Bool) {
        let infos = join(ports, owner: name)
        let (member, isNew, errands) = register.withLock { register in
            let (member, isNew) = register.enter(
                name, type: type, machine: machine, infos, ports.map(\.port), inside: composite?.id,
                of: owner?.id)
            // In one go with the register, so that nobody is announced twice or missed.
            return (member, isNew, isNew ? announcements.append(.joined(member)) : .init())
        }
        errands.run(.joined(member))
        if isNew {
            tell(.joined(member))
            if owner == nil { tellOfNamesake(of: member) }
        }
        return (member, isNew)
    }

    /// Another machine stands behind a member, before that takes anything. Answers the member with its ports; `nil` if
    /// it has left.
    func renew(
        _ member: Member, _ machine: any Actor, _ ports: [(property: String?, port: any PortStorage)]
    ) -> Member? {
        let infos = join(ports, owner: member.name)
        let (renewed, errands) = register.withLock { register in
            let renewed = register.renew(member.id, machine: machine, infos, ports.map(\.port))
            return (renewed, renewed.map { announcements.append(.renewed($0.0)) })
        }
        guard let (present, former) = renewed else {
            for (_, port) in ports { port.identity.leave(journal) }
            return nil
        }
        errands?.run(.renewed(present))
        tell(.renewed(present))
        for parting in former.partings { parting() }
        withExtendedLifetime(former) {}
        return present
    }

    /// Makes the ports those of a component of this system.
    private func join(_ ports: [(property: String?, port: any PortStorage)], owner: String) -> [PortInfo] {
        ports.map { property, port in
            let identity = port.identity
            identity.join(journal, owner: owner, property: property)
            return PortInfo(label: identity.label, direction: identity.direction, type: identity.messageType)
        }
    }

    /// The machine behind a member is over, and another one may follow: messages to its ports are still seen.
    func vacate(_ member: Member) {
        let machine = register.withLock { $0.vacate(member.id) }
        withExtendedLifetime(machine) {}
    }

    /// Removes a component, after everything inside it; its ports and connections go on without the system, as soon as
    /// the messages of them that the system holds are delivered. Does nothing if the component has left.
    public func remove(_ member: Member) {
        let removed = register.withLock { register in
            register.remove(member.id).map { ($0, announcements.append(.left($0.member))) }
        }
        for (entry, errands) in removed {
            errands.run(.left(entry.member))
            tell(.left(entry.member))
            for port in entry.ports.compactMap(\.port) { port.identity.leave(journal) }
            for parting in entry.partings { parting() }
        }
    }

    /// Has something done when a member leaves; now if it has.
    func whenLeft(_ member: Member, _ body: @escaping @Sendable () -> Void) {
        if !register.withLock({ $0.whenLeft(member.id, body) }) { body() }
    }

    /// Calls the closure for every component that joins, leaves or is renewed from now on, where that happens: a
    /// machine that is made for a supervised one has not begun yet. Answers who ends that.
    package func whenChanged(_ body: @escaping @Sendable (Change) -> Void) -> @Sendable () -> Void {
        let key = register.withLock { $0.listen(body) }
        return { [weak self] in
            let gone = self?.register.withLock { $0.listeners.removeValue(forKey: key) }
            withExtendedLifetime(gone) {}
        }
    }

    private func tell(_ change: Change) {
        let listeners = register.withLock { $0.listeners }.sorted { $0.key < $1.key }
        callingOut()
        for listener in listeners { listener.value(change) }
    }

    /// The components, in the order in which they were added.
    public var members: [Member] { register.withLock { $0.entries.map(\.member) } }

    /// The components that are there, and then those that come and go from now on; each access makes a new stream.
    public var changes: AsyncStream<Change> {
        register.withLock { register in
            announcements.stream(
                first: register.entries.map { .joined($0.member) } + register.remotes.map { .met($0.remote) })
        }
    }

    /// Shows the machines among the components to somebody, with what the system calls them, in the order in which they
    /// were added.
    /// - Parameter id: only that of this member; all by default.
    package func visitMachines(_ id: Int? = nil, _ visitor: some MachineVisitor) {
        for entry in register.withLock({ $0.entries(of: id) }) {
            (entry.machine as? any VisitableMachine)?.accept(visitor, named: entry.member.name)
        }
    }

    /// All connections from ports of the components, as they are now, and then those that come over bridges.
    public var connections: [Link] {
        let (ports, remotes) = register.withLock { ($0.entries.flatMap(\.ports).compactMap(\.port), $0.remotes) }
        var ways = RemoteWays(remotes)
        let local = ports.flatMap { port in
            let identity = port.identity
            return port.edges.map { edge in
                ways.link(from: identity.label, to: edge.label, type: identity.messageType, isMapped: edge.isPartial)
            }
        }
        return local + ways.arriving
    }
}
