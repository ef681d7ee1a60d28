/// The place of a supervised machine in a system.
struct Membership: Sendable {
    weak let system: System?
    var member: System.Member
    let composite: System.Member?
    /// Whether it has left with a machine that has finished. It joins again with the next one, should the supervisor
    /// run again.
    var hasLeft = false
}

extension System {
    /// Adds a supervised machine: one member through all of its lives.
    ///
    ///     let player = supervisor.add("player") { Machine(Player()) }
    ///     await system.add(player)  // one member, whichever machine is behind it
    ///
    /// The ports are those that the top state of the present machine stores in properties; they are read from each new
    /// machine before it takes anything. While there is no machine they are those of the last one; before the first
    /// there are none. Each machine that is made is announced as ``Change/renewed(_:)``. Messages to its ports are
    /// seen, held and reported even between two lives. Returns when the ports of the present machine, if any, are
    /// known; while a step of it is suspended, this does not wait for it.
    ///
    /// It leaves when it has finished, or when its supervisor has removed it or is released; not when the supervisor's
    /// run ends, since there may be another run. If it is added again by the same name, it is the same member; after
    /// its removal from the supervisor it no longer joins. `add` of a supervisor with a system does the same before the
    /// first machine is made.
    /// - Parameters:
    ///   - child: what joins; it is not kept, but its present machine is.
    ///   - name: what the system calls it; by default ``SupervisedMachine/name``.
    ///   - composite: the component that it is a part of, if any. It has to be in the system; otherwise the machine is
    ///     inside none.
    @discardableResult
    public func add<Top: Statechart>(
        _ child: SupervisedMachine<Top>, named name: String? = nil, inside composite: Member? = nil
    ) async -> Member {
        let (member, present) = admit(child, named: name, inside: composite)
        guard let present else { return member }
        return await renew(member, present) ?? member
    }

    /// Answers also with the machine that is there already.
    func admit<Top: Statechart>(
        _ child: SupervisedMachine<Top>, named name: String? = nil, inside composite: Member? = nil
    ) -> (Member, Machine<Top>?) {
        let name = name ?? child.name
        if let known = child.membership(in: self, named: name) {
            return (members.first { $0.id == known.id } ?? known, nil)
        }
        let member = enter(name, type: ClassInfo.of(Top.self).name, machine: nil, [], inside: composite).0
        return (member, child.join(Membership(system: self, member: member, composite: composite)))
    }

    /// A machine stands behind a member from now on.
    @discardableResult
    func renew<Top: Statechart>(_ member: Member, _ machine: Machine<Top>) async -> Member? {
        guard let renewed = renew(member, machine, await machine.storedPorts) else { return nil }
        await admitChildren(of: machine, renewed)
        return renewed
    }
}

extension SupervisedMachine {
    func membership(in system: System, named name: String) -> System.Member? {
        contents.withLock { $0.memberships }.first { $0.system === system && $0.member.name == name }?.member
    }

    /// Answers with the present machine, if there is one. If there will be none any more, it has left already.
    func join(_ membership: Membership) -> Machine<Top>? {
        let (present, isOver) = contents.withLock { contents -> (Machine<Top>?, Bool) in
            if contents.isGone { return (nil, true) }
            contents.memberships.append(membership)
            return (contents.hasEnded ? nil : contents.latest, false)
        }
        if isOver { membership.system?.remove(membership.member) }
        return present
    }

    /// Has systems know the machine before it takes anything.
    func enroll(_ machine: Machine<Top>) async {
        for index in contents.withLock({ $0.memberships.indices }) {
            // Who is given up meanwhile has none any more.
            guard var membership = contents.withLock({ $0.isGone ? nil : $0.memberships[index] }),
                let system = membership.system
            else { continue }
            if membership.hasLeft {
                (membership.member, _) = system.enter(
                    membership.member.name, type: membership.member.type, machine: nil, [],
                    inside: membership.composite)
                membership.hasLeft = false
                let isGone = contents.withLock { [membership] in
                    if !$0.isGone { $0.memberships[index] = membership }
                    return $0.isGone
                }
                if isGone { return system.remove(membership.member) }
            }
            await system.renew(membership.member, machine)
        }
    }

    /// Systems do not keep a machine that is over.
    func strike() {
        for membership in contents.withLock({ $0.memberships }) { membership.system?.vacate(membership.member) }
    }

    /// Leaves all systems, because the machine has finished.
    func leave() {
        let memberships = contents.withLock { contents in
            let memberships = contents.memberships
            for index in contents.memberships.indices { contents.memberships[index].hasLeft = true }
            return memberships
        }
        for membership in memberships { membership.system?.remove(membership.member) }
    }

    /// Leaves all systems: nobody will have it live again.
    func depart() {
        let memberships = contents.withLock { contents in
            contents.isGone = true
            defer { contents.memberships = [] }
            return contents.memberships
        }
        for membership in memberships { membership.system?.remove(membership.member) }
    }
}
