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
/// Components know nothing of the system, and ports work without one. A port belongs to the system that its owner was last added to; what it
/// sends is then seen, ordered and held by that system. While nobody watches and nothing is paused, that costs a message no more than a
/// load and a branch.
///
/// A system keeps the machines that were added to it alive until they end, are removed, or the system is released. Ports never do, so
/// that a system of machines that refer to each other goes away with its ``System``.
///
/// - Isolation: `Sendable`; everything may be called from anywhere.
public final class System: Sendable {
    /// A component of the system.
    public struct Member: Sendable, Hashable, Identifiable, CustomStringConvertible {
        /// A number that no other member of the system has or had.
        public let id: Int
        /// What people call it.
        public let name: String
        /// The class of the chart; empty for a component without one.
        public let type: String
        /// Its ports, those of a machine in the order of their properties.
        public let ports: [PortInfo]

        /// The name.
        public var description: String { name }
    }

    /// A port of a component.
    public struct PortInfo: Sendable, Hashable {
        /// What people call it.
        public let label: PortLabel
        /// Whether messages enter or leave through it.
        public let direction: PortDirection
        /// The type of its messages.
        public let type: String
    }

    /// A connection from a port of the system.
    public struct Link: Sendable, Hashable, CustomStringConvertible {
        /// Where messages leave; an input for a proxy that forwards to the inside.
        public let from: PortLabel
        /// Where they arrive.
        public let to: PortLabel
        /// The type of the messages that leave.
        public let type: String
        /// Whether they pass a mapping, which may let only some of them through.
        public let isMapped: Bool

        /// `Shop.orders → Kitchen.orders`
        public var description: String { "\(from) → \(to)" }
    }

    /// A component that came or went.
    public enum Change: Sendable, Hashable {
        /// It was added.
        case joined(Member)
        /// It was removed, or its machine has ended or was released.
        case left(Member)
    }

    let router: Router
    private let register = Guarded(Register())
    private let announcements = Broadcast<Change>()

    /// Makes a system without components.
    /// - Parameter clock: what messages are timestamped by.
    public init<C: Clock>(clock: C = ContinuousClock()) where C.Duration == Duration {
        let start = clock.now
        router = Router { start.duration(to: clock.now) }
    }

    deinit {
        router.close()
        announcements.finish()
    }

    // MARK: Register

    /// Adds a machine with the ports that its top state stores in properties, started or not.
    ///
    /// The ports are called by their own names, or else by their properties. The machine leaves by itself when it ends. While its
    /// step is suspended this waits for nothing.
    /// - Parameters:
    ///   - machine: what joins; it is kept until it ends or is removed.
    ///   - name: what the system calls it; by default ``Machine/name``.
    @discardableResult
    public func add<Top: Statechart>(_ machine: Machine<Top>, named name: String? = nil) async -> Member {
        let ports = await machine.storedPorts
        let (member, isNew) = enter(name ?? machine.name, type: ClassFacts.of(Top.self).name, machine: machine, ports)
        if isNew {
            let observers = machine.observers
            Task { [weak self] in
                try? await observers.waitForEnd()
                self?.remove(member)
            }
        }
        return member
    }

    /// Adds a component that is not a machine, or a composite, with the ports by which others know it.
    @discardableResult
    public func add(_ name: String, ports: any Port...) -> Member {
        enter(name, type: "", machine: nil, ports.compactMap { ($0 as? any PortFace).map { (nil, $0.port) } }).0
    }

    private func enter(
        _ name: String, type: String, machine: (any Actor)?, _ ports: [(property: String?, port: any PortStorage)]
    ) -> (Member, isNew: Bool) {
        for (property, port) in ports { port.identity.join(router, owner: name, property: property) }
        let infos = ports.map { _, port in
            PortInfo(
                label: port.identity.label, direction: port.identity.direction, type: port.identity.messageType)
        }
        let (member, isNew, errands) = register.withLock { register in
            let (member, isNew) = register.enter(name, type: type, machine: machine, infos, ports.map(\.port))
            // In one go with the register, so that nobody is announced twice or missed.
            return (member, isNew, isNew ? announcements.append(.joined(member)) : .init())
        }
        errands.run(.joined(member))
        return (member, isNew)
    }

    /// Removes a component; its ports and connections go on without the system. Without effect if it has left.
    public func remove(_ member: Member) {
        let (entry, errands) = register.withLock { register in
            let entry = register.remove(member.id)
            return (entry, entry == nil ? .init() : announcements.append(.left(member)))
        }
        errands.run(.left(member))
        for port in entry?.ports.compactMap(\.port) ?? [] { port.identity.leave(router) }
    }

    /// The components, in the order in which they were added.
    public var members: [Member] { register.withLock { $0.entries.map(\.member) } }

    /// Components that come and go from now on, after those that are there; each call makes a stream of its own.
    public var changes: AsyncStream<Change> {
        register.withLock { register in announcements.stream(first: register.entries.map { .joined($0.member) }) }
    }

    /// The machine of a chart class with this name, the one that was added first if there are several.
    public func machine<Top: Statechart>(_ type: Top.Type = Top.self, named name: String) -> Machine<Top>? {
        register.withLock { register in
            register.entries.lazy.filter { $0.member.name == name }.compactMap { $0.machine as? Machine<Top> }.first
        }
    }

    /// Shows the machines among the components to somebody, with what the system calls them, in the order in which they were added.
    /// - Parameter id: only that of this member; all by default.
    package func visitMachines(_ id: Int? = nil, _ visitor: some MachineVisitor) {
        let entries = register.withLock { $0.entries.filter { id == nil || $0.member.id == id } }
        for entry in entries {
            (entry.machine as? any VisitableMachine)?.accept(visitor, named: entry.member.name)
        }
    }

    /// All connections from ports of the components, as they are now.
    public var connections: [Link] {
        register.withLock { $0.entries.flatMap(\.ports).compactMap(\.port) }.flatMap { port in
            let identity = port.identity
            return port.edges.map {
                Link(from: identity.label, to: $0.label, type: identity.messageType, isMapped: $0.isPartial)
            }
        }
    }
}

/// Who is in a system.
private struct Register {
    struct Entry {
        let member: System.Member
        let machine: (any Actor)?
        let ports: [WeakPort]
    }
    struct WeakPort: Sendable {
        weak let port: (any PortStorage)?
    }

    private(set) var entries: [Entry] = []
    private var lastID = 0

    mutating func enter(
        _ name: String, type: String, machine: (any Actor)?, _ infos: [System.PortInfo], _ ports: [any PortStorage]
    ) -> (System.Member, isNew: Bool) {
        if let machine, let known = entries.first(where: { $0.machine === machine && $0.member.name == name }) {
            return (known.member, false)
        }
        lastID += 1
        let member = System.Member(id: lastID, name: name, type: type, ports: infos)
        entries.append(Entry(member: member, machine: machine, ports: ports.map { WeakPort(port: $0) }))
        return (member, true)
    }

    mutating func remove(_ id: Int) -> Entry? {
        guard let place = entries.firstIndex(where: { $0.member.id == id }) else { return nil }
        return entries.remove(at: place)
    }
}
