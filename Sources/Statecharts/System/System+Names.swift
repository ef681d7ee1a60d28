extension System {
    /// The machine of a chart class with this name, the one that was added first if there are several.
    public func machine<Top: Statechart>(_ type: Top.Type = Top.self, named name: String) -> Machine<Top>? {
        register.withLock { register in
            register.entries(named: name).lazy.compactMap { $0.machine as? Machine<Top> }.first
        }
    }

    /// Two of one name that are in the same composite, or in none, are not told apart. A child has the name of the one
    /// before it, which may not have ended.
    func tellOfNamesake(of member: Member) {
        // A few are enough: those that have ended will leave soon.
        let others = register.withLock { register in
            Array(
                register.entries(named: member.name).lazy.filter {
                    $0.member.id != member.id && $0.member.composite == member.composite
                }.prefix(8))
        }
        let look = LookForEnd()
        for other in others {
            look.hasEnded = false
            (other.machine as? any VisitableMachine)?.accept(look, named: "")
            if look.hasEnded { continue }
            return Misuse.tellOnce(
                "a system has two members of the name \(member.name): machine(named:) finds the first one, and records "
                    + "do not tell them apart; give each a name of its own: add(…, named:)")
        }
    }
}

/// Finds out whether a machine has come to its end, of which the system may not have heard.
private final class LookForEnd: MachineVisitor {
    var hasEnded = false
    func visit<Top: Statechart>(_ machine: Machine<Top>, named name: String) { hasEnded = machine.mailbox.isClosed }
}
