/// The members of a system, and the processes that bridges lead to.
struct Register {
    struct Entry {
        var member: System.Member
        var machine: (any Actor)?
        var ports: [WeakPort]
        /// What is done when it leaves: the system watches its machine no more.
        var partings: [@Sendable () -> Void] = []
    }
    struct WeakPort: Sendable {
        weak let port: (any PortStorage)?
    }

    private(set) var entries: [Entry] = []
    var remotes: [RemoteEntry] = []
    var listeners: [Int: @Sendable (System.Change) -> Void] = [:]
    private var lastListener = 0
    private var lastID = 0
    /// How many entries each machine has, so that only those that are known are searched for.
    private var machines: [ObjectIdentifier: Int] = [:]
    /// The numbers of the members with each name, in the order in which they were added.
    private var names: [String: [Int]] = [:]
    /// How many are inside of each member, or owned by it.
    private var dependents: [Int: Int] = [:]

    mutating func enter(
        _ name: String, type: String, machine: (any Actor)?, _ infos: [System.PortInfo], _ ports: [any PortStorage],
        inside composite: Int?, of owner: Int?
    ) -> (System.Member, isNew: Bool) {
        if let machine, machines[ObjectIdentifier(machine)] != nil,
            let known = self.entries(named: name).first(where: { $0.machine === machine })
        {
            return (known.member, false)
        }
        lastID += 1
        let owner = owner.flatMap { index(of: $0) }.map { entries[$0].member }
        // A child is beside its owner.
        let composite = owner == nil ? composite.flatMap { index(of: $0) == nil ? nil : $0 } : owner?.composite
        count(machine, 1)
        let member = System.Member(
            id: lastID, name: name, type: type, ports: infos, composite: composite, owner: owner?.id)
        depend(member, 1)
        names[name, default: []].append(lastID)
        entries.append(Entry(member: member, machine: machine, ports: ports.map { WeakPort(port: $0) }))
        return (member, true)
    }

    mutating func listen(_ body: @escaping @Sendable (System.Change) -> Void) -> Int {
        lastListener += 1
        listeners[lastListener] = body
        return lastListener
    }

    /// Another machine stands behind a member. Answers the member as it is from then on and what there was before;
    /// `nil` if it has left.
    mutating func renew(
        _ id: Int, machine: any Actor, _ infos: [System.PortInfo], _ ports: [any PortStorage]
    ) -> (System.Member, former: Entry)? {
        guard let index = index(of: id) else { return nil }
        let former = entries[index]
        count(former.machine, -1)
        count(machine, 1)
        entries[index].member = System.Member(
            id: id, name: former.member.name, type: former.member.type, ports: infos,
            composite: former.member.composite, owner: former.member.owner)
        entries[index].machine = machine
        entries[index].ports = ports.map { WeakPort(port: $0) }
        // Those of the former machine are done by the caller.
        entries[index].partings = []
        return (entries[index].member, former)
    }

    /// No machine stands behind a member for some time. Answers the one that did.
    mutating func vacate(_ id: Int) -> (any Actor)? {
        guard let index = index(of: id) else { return nil }
        count(entries[index].machine, -1)
        return entries[index].machine.take()
    }

    /// Notes what is to be done when a member leaves. Answers `false` if it has.
    mutating func whenLeft(_ id: Int, _ body: @escaping @Sendable () -> Void) -> Bool {
        guard let index = index(of: id) else { return false }
        entries[index].partings.append(body)
        return true
    }

    /// Answers what has left, the innermost first.
    mutating func remove(_ id: Int) -> [Entry] {
        guard index(of: id) != nil else { return [] }
        let inner = dependents[id] == nil ? [] : entries.filter { $0.member.depends(on: id) }.map(\.member.id)
        // A child has left with its composite already, or with its owner.
        var removed = inner.reversed().flatMap { remove($0) }
        if let index = index(of: id) {
            let entry = entries.remove(at: index)
            count(entry.machine, -1)
            depend(entry.member, -1)
            forget(entry.member)
            removed.append(entry)
        }
        return removed
    }

    /// That of a member; all if there is no number.
    func entries(of id: Int?) -> [Entry] {
        guard let id else { return entries }
        return index(of: id).map { [entries[$0]] } ?? []
    }

    /// In the order in which they were added.
    func entries(named name: String) -> some Sequence<Entry> {
        names[name, default: []].lazy.compactMap { index(of: $0) }.map { entries[$0] }
    }

    private mutating func forget(_ member: System.Member) {
        guard let place = names[member.name]?.place(of: member.id, by: { $0 }) else { return }
        names[member.name]?.remove(at: place)
        if names[member.name]?.isEmpty == true { names[member.name] = nil }
    }

    /// The numbers of members grow.
    private func index(of id: Int) -> Int? { entries.place(of: id, by: { $0.member.id }) }

    private mutating func depend(_ member: System.Member, _ change: Int) {
        for other in [member.composite, member.owner].compactMap(\.self) {
            let count = dependents[other, default: 0] + change
            dependents[other] = count == 0 ? nil : count
        }
    }

    private mutating func count(_ machine: (any Actor)?, _ change: Int) {
        guard let machine else { return }
        let count = machines[ObjectIdentifier(machine), default: 0] + change
        machines[ObjectIdentifier(machine)] = count == 0 ? nil : count
    }
}

extension System.Member {
    /// Whether it leaves with another one.
    fileprivate func depends(on id: Int) -> Bool { composite == id || owner == id }
}
