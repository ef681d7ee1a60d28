/// Who is in a system.
struct Register {
    struct Entry {
        let member: System.Member
        let machine: (any Actor)?
        let ports: [WeakPort]
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

    /// Answers what has left, the innermost first.
    mutating func remove(_ id: Int) -> [Entry] {
        guard entries.contains(where: { $0.member.id == id }) else { return [] }
        let inside = entries.filter { $0.member.composite == id }.map(\.member.id)
        var removed = inside.reversed().flatMap { remove($0) }
        if let place = entries.firstIndex(where: { $0.member.id == id }) { removed.append(entries.remove(at: place)) }
        return removed
    }
}
