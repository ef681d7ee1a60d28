/// Who is in a system.
struct Register {
    struct Entry {
        var member: System.Member
        var machine: (any Actor)?
        var ports: [WeakPort]
    }
    struct WeakPort: Sendable {
        weak let port: (any PortStorage)?
    }

    private(set) var entries: [Entry] = []
    var remotes: [RemoteEntry] = []
    private var lastID = 0

    mutating func enter(
        _ name: String, type: String, machine: (any Actor)?, _ infos: [System.PortInfo], _ ports: [any PortStorage],
        inside composite: Int?
    ) -> (System.Member, isNew: Bool) {
        if let machine, let known = entries.first(where: { $0.machine === machine && $0.member.name == name }) {
            return (known.member, false)
        }
        lastID += 1
        let isThere = entries.contains { $0.member.id == composite }
        let member = System.Member(
            id: lastID, name: name, type: type, ports: infos, composite: isThere ? composite : nil)
        entries.append(Entry(member: member, machine: machine, ports: ports.map { WeakPort(port: $0) }))
        return (member, true)
    }

    /// Another machine stands behind a member. Answers the member as it is from then on and what there was before;
    /// `nil` if it has left.
    mutating func renew(
        _ id: Int, machine: any Actor, _ infos: [System.PortInfo], _ ports: [any PortStorage]
    ) -> (System.Member, former: Entry)? {
        guard let place = entries.firstIndex(where: { $0.member.id == id }) else { return nil }
        let former = entries[place]
        entries[place].member = System.Member(
            id: id, name: former.member.name, type: former.member.type, ports: infos,
            composite: former.member.composite)
        entries[place].machine = machine
        entries[place].ports = ports.map { WeakPort(port: $0) }
        return (entries[place].member, former)
    }

    /// No machine stands behind a member for some time. Answers the one that did.
    mutating func vacate(_ id: Int) -> (any Actor)? {
        guard let place = entries.firstIndex(where: { $0.member.id == id }) else { return nil }
        return entries[place].machine.take()
    }

    /// Answers what has left, the innermost first.
    mutating func remove(_ id: Int) -> [Entry] {
        guard entries.contains(where: { $0.member.id == id }) else { return [] }
        let inside = entries.filter { $0.member.composite == id }.map(\.member.id)
        var removed = inside.reversed().flatMap { remove($0) }
        if let place = entries.firstIndex(where: { $0.member.id == id }) { removed.append(entries.remove(at: place)) }
        return removed
    }
}
