/// A child machine, for those who look at its owner.
struct ChildPresence<Inner: Statechart>: LivingChild, PortOwner {
    let number: UInt64
    let place: String
    let name: String
    private weak let machine: Machine<Inner>?
    let ports: [(property: String?, port: any PortStorage)]?

    init(
        _ number: UInt64, of owner: StateNode, named name: ChildName, _ machine: Machine<Inner>,
        ports: [(property: String?, port: any PortStorage)]?
    ) {
        self.number = number
        self.name = ChildPath.of(name.text, in: owner)
        place = ChildPath.of(name.property, in: owner)
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
