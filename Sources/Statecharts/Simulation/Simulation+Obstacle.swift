extension Simulation {
    /// Whether the chart can be put back to where it was, and why not if it cannot.
    ///
    /// It can if all that its states and its top remember is in ``Scoped`` properties of values, or in data of
    /// ``Snapshotting`` states, and nothing is ``lostByPlacing``.
    package var obstacle: String? {
        guard let engine else { return "the chart has not started" }
        if let lostByPlacing { return lostByPlacing }
        for index in 0..<Int32(engine.topology.count) {
            let node = engine.nodes[index]
            if engine.scoped[index, default: []].contains(where: { $0.isReference }) {
                return "\(engine.topology.path(of: index)) has a scoped property that is an object"
            }
            if node is any Snapshotting { continue }
            if let property = node.hiddenProperties.first {
                let name = property.label.drop { $0 == "_" }
                return "\(engine.topology.path(of: index)) has a property '\(name)' and is not Snapshotting"
            }
        }
        return nil
    }

    /// What tells situations apart and cannot be put back, if there is such a thing: then the chart is not even put
    /// back where somebody asks for it.
    package var lostByPlacing: String? {
        guard let engine else { return nil }
        if isStepwise { return "child machines run beside the chart" }
        for index in 0..<Int32(engine.topology.count) {
            let node = engine.nodes[index]
            if let (property, _) = node.childDeclarations.first {
                return "\(ChildPath.of(property, in: node)) is a child machine"
            }
        }
        return currentPorts.first.map { "\($0.name) is an output port with a current value" }
    }
}
