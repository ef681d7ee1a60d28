/// A child machine, for those who look at its owner.
struct ChildPresence<Inner: Statechart>: LivingChild, PortOwner {
    let number: UInt64
    let place: String
    let name: String
    private weak let machine: Machine<Inner>?
    let ports: [(property: String?, port: any PortStorage)]?

    init(
        _ number: UInt64, of owner: StateNode, named name: String, _ machine: Machine<Inner>,
        ports: [(property: String?, port: any PortStorage)]?
    ) {
        self.number = number
        self.name = owner.index == 0 ? name : "\(owner.path)/\(name)"
        let property = EntrySlot.property(of: name)
        place = owner.index == 0 ? property : "\(owner.path)/\(property)"
        self.machine = machine
        self.ports = ports
    }

    func storedPorts() async -> [(property: String?, port: any PortStorage)] {
        if let ports { return ports }
        return await machine?.storedPorts ?? []
    }

    func accept(_ visitor: some MachineVisitor, named name: String) {
        if let machine { visitor.visit(machine, named: name) }
    }
}
