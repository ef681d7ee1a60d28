extension Machine {
    /// Reads a port, or anything else that is `Sendable`, of the chart's top state.
    ///
    ///     let orders = await machine.port(\.orders)
    ///     orders.send("tea")
    ///
    /// Works at any time of the machine's life. Ports can also be read from the chart before a machine is made from it,
    /// as in the example at ``OutputPort``.
    public func port<Port: Sendable>(_ port: any KeyPath<Top, Port> & Sendable) -> Port {
        interpreter.top[keyPath: port]
    }

    /// Where messages for this machine are put.
    @usableFromInline
    nonisolated var address: MachineAddress<Event> { address(nil) }

    /// - Parameter handover: of a supervised machine.
    private nonisolated func address(_ handover: RestartHandover<Event>?) -> MachineAddress<Event> {
        MachineAddress(
            mailbox, of: ObjectIdentifier(self), handover: handover,
            name: { [options] in options?.name ?? ClassInfo.of(Top.self).name }
        ) { [weak self] in
            if let self { MailboxScheduler.call(self) }
        }
    }

    /// Lets the messages of the top state's ports into the mailbox, those first that the ports have kept.
    func attachPorts() {
        if let gates = interpreter.engine?.portGates(of: cold?.handover?.ports), !gates.isEmpty {
            needingCold.gates = gates
            updateWorkAfterSteps()
        }
        interpreter.engine?.attachPorts { address(cold?.handover) }
    }
}

extension Engine {
    /// Lets the messages of the chart's ports, and of those of charts embedded in it, into a mailbox.
    /// - Parameter address: that of the mailbox, asked for each chart that receives messages.
    func attachPorts<Event: Sendable>(to address: () -> MachineAddress<Event>) {
        if nodes[0].portReceptions != nil, let top = nodes[0] as? TopState<Event> { top.attachPorts(to: address()) }
        for scope in topology.scopeNodes.dropFirst() {
            guard let ports = nodes[scope + 1].receivedPorts else { continue }
            ports.attach(insideOf: InsideAddress(address(), insideOf: scope + 1))
        }
    }
}
