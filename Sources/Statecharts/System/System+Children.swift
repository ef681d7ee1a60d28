// Child machines are members beside the machine that owns them, from when they are made until they have ended.

/// A child machine with its ports.
protocol PortOwner {
    /// Its ports with the names of their properties, if somebody was told of it when it was made.
    var ports: [(property: String?, port: any PortStorage)]? { get }
    /// The same, asked of the machine where they are not known.
    func storedPorts() async -> [(property: String?, port: any PortStorage)]
}

extension System {
    /// A child machine that is to be a member, and whose it is.
    struct Newcomer: Sendable {
        let child: any LivingChild
        let owner: Member
        let children: LivingChildren
        /// The children of the owner that are members.
        let members: ChildMembers
    }

    /// The members that the children of a machine are, by the numbers of these.
    final class ChildMembers: Sendable {
        private let members = Guarded<[UInt64: Member]>([:])

        func put(_ member: Member?, for child: any LivingChild) { members.withLock { $0[child.number] = member } }
        func take(_ child: any LivingChild) -> Member? { members.withLock { $0.removeValue(forKey: child.number) } }
    }

    /// Has the children of a member's machine be members too. Returns when those that are there are.
    func admitChildren<Top: Statechart>(of machine: Machine<Top>, _ member: Member) async {
        await admit(follow(machine, member))
    }

    private func admit(_ newcomers: [Newcomer]) async {
        var waiting = newcomers
        while !waiting.isEmpty {
            let next = waiting.removeFirst()
            let ports = await (next.child as? any PortOwner)?.storedPorts() ?? []
            waiting += admit(next, ports)
        }
    }

    /// Has children come and go with a machine as long as it is a member. Answers those that are there.
    private func follow<Top: Statechart>(_ machine: Machine<Top>, _ member: Member) -> [Newcomer] {
        let children = machine.livingChildren
        children.note(journal, callingOwner: member.name)
        let members = ChildMembers()
        let (present, end) = children.watch { [weak self, weak children] change in
            guard let self, let children else { return }
            switch change {
            case .came(let child):
                let newcomer = Newcomer(child: child, owner: member, children: children, members: members)
                guard let ports = (child as? any PortOwner)?.ports else {
                    // It was made while the watch began.
                    Task { await self.admit([newcomer]) }
                    return
                }
                _ = admit(newcomer, ports)
            case .went(let child):
                if let gone = members.take(child) { remove(gone) }
            }
        }
        whenLeft(member, end)
        return present.map { Newcomer(child: $0, owner: member, children: children, members: members) }
    }

    /// Answers the children that it has already.
    private func admit(
        _ newcomer: Newcomer, _ ports: [(property: String?, port: any PortStorage)]
    ) -> [Newcomer] {
        let entrance = Entrance(system: self, newcomer: newcomer, ports: ports)
        newcomer.child.accept(entrance, named: "\(newcomer.owner.name)/\(newcomer.child.name)")
        return entrance.children
    }

    private final class Entrance: MachineVisitor {
        let system: System, newcomer: Newcomer
        let ports: [(property: String?, port: any PortStorage)]
        private(set) var children: [Newcomer] = []

        init(system: System, newcomer: Newcomer, ports: [(property: String?, port: any PortStorage)]) {
            self.system = system
            self.newcomer = newcomer
            self.ports = ports
        }

        func visit<Top: Statechart>(_ machine: Machine<Top>, named name: String) {
            let member = system.enter(
                name, type: ClassInfo.of(Top.self).name, machine: machine, ports, inside: nil, of: newcomer.owner
            ).0
            newcomer.members.put(member, for: newcomer.child)
            // Its owner may have left, and it may have ended meanwhile.
            guard member.owner != nil, newcomer.children.contains(newcomer.child) else {
                newcomer.members.put(nil, for: newcomer.child)
                return system.remove(member)
            }
            children = system.follow(machine, member)
        }
    }
}
