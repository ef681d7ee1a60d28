extension ChartBinder {
    // What stored properties hold: scoped data, child machines, ports, vertices.

    mutating func checkScopedProperties(_ index: Int32) {
        let vertex = vertices[Int(index)]
        let slots = vertex.hasScopedProperties ? vertex.node.scopedSlots() : []
        checkChildMachines(index, stored: slots.compactMap { $0 as? EntrySlot })
        let isSaved = vertices[Int(topIndex(of: index))].node is any Snapshotting
        for slot in slots {
            if isSaved, slot.persistence == .saved, !slot.isCodable {
                report(
                    .notSaved, at: index,
                    "has the scoped property \(slot.label), which a snapshot cannot hold: \(slot.typeName) is not Codable",
                    fix: "make it Codable, or say that it is made anew when the chart continues: @Scoped(.transient)")
            }
            if let fault = slot.fault(in: vertex.node) { report(fault, of: slot, at: index) }
        }
    }

    /// What is stored and what is declared are the same child machines.
    private mutating func checkChildMachines(_ index: Int32, stored: [EntrySlot]) {
        let declared = vertices[Int(index)].declared.machines
        for child in stored {
            switch declared.count(where: { $0 === child }) {
            case 0:
                report(
                    .notDeclared, at: index, "stores the child '\(child.name)' but never declares it",
                    fix: "add it to children(…) in configure(), or remove the property")
            case 1: break
            default:
                report(
                    .declaredTwice, at: index, "declares the child '\(child.name)' more than once",
                    fix: "name it once in children(…)")
            }
            reportFaults(of: child, at: index)
        }
        if declared.contains(where: { child in !stored.contains { $0 === child } }) {
            report(
                .notDeclared, at: index, "names a child in children(…) that is not stored in a property of it",
                fix: "store it beside the substates: let player = Child(of: …)")
        }
    }

    /// Numbers that make no sense.
    private mutating func reportFaults(of child: EntrySlot, at index: Int32) {
        guard let facts = child.declaration else { return }
        let own = facts.keys == nil ? "the child" : "the children"
        for fault in facts.faults + facts.restartFaults {
            report(.wrongDeclaration, at: index, "has \(own) '\(child.name)' with \(fault.what)", fix: fault.fix)
        }
    }

    private mutating func report(_ fault: ScopedSlot.Fault, of slot: ScopedSlot, at index: Int32) {
        let own = ClassInfo.of(type(of: vertices[Int(index)].node)).name
        switch fault {
        case .valueOf(let asked):
            report(
                .wrongOwner, at: index,
                "has the scoped property \(slot.label), whose initial value is asked of a \(asked)",
                fix: "name \(own) in the closure")
        case .childOf(let asked):
            let isList = (slot as? EntrySlot)?.declaration?.keys != nil
            report(
                .wrongOwner, at: index, "has the child '\(slot.name)', which is declared as one of a \(asked)",
                fix: "declare it as \(isList ? "ChildMachines" : "Child")(of: \(own).self)")
        }
    }

    mutating func checkPorts(_ index: Int32) {
        for port in vertices[Int(index)].node.unreceivedPorts {
            report(
                .notReceived, at: index, "stores the input port '\(port)' but never receives it",
                fix:
                    "call receive(\(port)) { … } in configure(), or receiveElsewhere(\(port)) if other code takes its messages"
            )
        }
    }

    mutating func checkReceptions(_ index: Int32) {
        for port in vertices[Int(index)].node.portsDeclaredTwice {
            report(
                .declaredTwice, at: index,
                "receives \(port.map { "the input port '\($0)'" } ?? "an input port") more than once",
                fix: "name it in one receive(…) or receiveElsewhere(…); receive(_:while:as:) takes several states")
        }
    }

    mutating func checkGates(_ index: Int32) {
        for state in vertices[Int(index)].node.portReceptions?.gatingStates ?? [] where self.index(of: state) == nil {
            report(
                .notReceived, at: index,
                "receives an input port while \(ClassInfo.of(type(of: state)).name), which is not in the chart",
                fix: "name states that substates(…) or regions(…) declare")
        }
    }

    /// Vertices that are stored are declared. Notes which properties another chart of the same shape may fill
    /// otherwise.
    mutating func checkStoredVertices() {
        for index in vertices.indices {
            let properties = StoredProperty.all(of: vertices[index].node)
            let stored = properties.flatMap(\.nodes)
            looseProperties += properties.compactMap { property in
                LooseProperty(property, of: Int32(index)) { node in
                    let parent = self.index(of: node).map { vertices[Int($0)].parent }
                    return parent == Int32(index) && stored.count(where: { $0.node === node }) == 1
                }
            }
            for (label, node) in stored where self.index(of: node) == nil && !node.isTaken {
                undeclared.insert(ObjectIdentifier(node))
                if node.kind == .top {
                    report(
                        .notDeclared, at: Int32(index), "stores the chart '\(label)', which nothing runs",
                        fix: "own a machine of it by Child(of:), embed it by a Submachine, or remove the property")
                    continue
                }
                let region = hasRegions(Int32(index)) ? "region" : "vertex"
                report(
                    .notDeclared, at: Int32(index), "stores the \(region) '\(label)' but never declares it",
                    fix: "add it to substates(…) or regions(…) in configure(), or remove the property")
            }
        }
    }
}
