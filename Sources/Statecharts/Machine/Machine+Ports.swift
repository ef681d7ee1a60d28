extension Machine {
    /// Reads a port, or anything else that is `Sendable`, of the chart's top state.
    ///
    ///     let orders = await machine.port(\.orders)
    ///     orders.send("tea")
    ///
    /// Works at any time of the machine's life. Ports can also be read from the chart before the machine is made of it,
    /// as the example at ``OutputPort`` does.
    public func port<Port: Sendable>(_ port: any KeyPath<Top, Port> & Sendable) -> Port {
        interpreter.top[keyPath: port]
    }

    /// Where messages for this machine are put.
    @usableFromInline
    nonisolated var address: MachineAddress<Event> { address(orElse: nil) }

    /// - Parameter takeOver: gets what comes when the machine has ended.
    private nonisolated func address(
        orElse takeOver: (@Sendable (Envelope<Event>) -> Bool)?
    ) -> MachineAddress<Event> {
        MachineAddress(
            mailbox, of: ObjectIdentifier(self), orElse: takeOver,
            name: { [options] in options?.name ?? ClassInfo.of(Top.self).name }
        ) { [weak self] in
            guard let self else { return }
            self.callScheduler()
        }
    }

    /// Lets the messages of the top state's ports into the mailbox, those first that the ports have kept.
    func attachPorts() {
        if interpreter.top.portReceptions != nil, let top = interpreter.top as? TopState<Event> {
            top.attachPorts(to: address(orElse: cold?.handover?.takeOver))
        }
        guard let engine = interpreter.engine else { return }
        for submachine in engine.topology.scopeNodes.dropFirst() {
            let top = engine.nodes[submachine + 1]
            guard top.portReceptions != nil else { continue }
            let address = address(orElse: cold?.handover?.takeOver)
            top.attachPorts(insideOf: InsideAddress(address, insideOf: submachine + 1))
        }
    }

    // MARK: Causes

    /// Goes on from where the engine has come back, while that is only to be told of a deferred event. Answers true if
    /// an action suspends.
    @inline(__always)
    func advance(_ engine: Engine, from end: StepEnd) -> Bool {
        guard Tracing.isActive || engine.deferredCauses != nil else { return end.isSuspended }
        return advanceCaused(engine, from: end)
    }

    /// Runs the engine on while messages are traced, or deferred events came with something: what is sent meanwhile
    /// refers to the message that is being handled.
    func advanceCaused(_ engine: Engine) -> Bool {
        advanceCaused(engine, from: caused(in: engine) { engine.run() })
    }

    private func advanceCaused(_ engine: Engine, from end: StepEnd) -> Bool {
        var end = end
        while case .recalls = end {
            engine.deferredCauses?.hasTurned = false
            // That of the deferred event is the step's cause from now on.
            origin = engine.deferredCauses?.current as? TraceContext
            end = caused(in: engine) { engine.run() }
        }
        if let deferredCauses = engine.deferredCauses, deferredCauses.isEmpty, !Tracing.isActive {
            engine.deferredCauses = nil
        }
        return end.isSuspended
    }

    /// Does a part of a step, with the step's cause as that of whatever is sent, posted, armed, begun or deferred
    /// meanwhile.
    @usableFromInline
    func caused<Result>(in engine: Engine, _ body: () -> Result) -> Result {
        guard Tracing.isActive || engine.deferredCauses != nil else { return body() }
        let deferredCauses = engine.deferredCauses ?? DeferredCauses()
        engine.deferredCauses = deferredCauses
        deferredCauses.current = origin
        // What the machine does without a system watching is not caused by anything.
        defer { if !deferredCauses.hasTurned { deferredCauses.current = nil } }
        return Tracing.$cause.withValue(origin, operation: body)
    }
}
