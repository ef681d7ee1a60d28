extension ChildMachines {
    /// Turns each message of one of the children's ports into an event of the state.
    public func on<Message>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        _ event: @escaping @Sendable (Key, Message) -> Owner.OwnerEvent
    ) -> Self {
        declaration.hear(port, event)
        return self
    }

    /// Turns a child's end into an event, with a value that is read from its top state.
    ///
    /// The event comes after everything that the child has sent. An end by an error does not send it.
    public func done<Output: Sendable>(
        _ output: any KeyPath<Inner, Output> & Sendable,
        _ event: @escaping @Sendable (Key, Output) -> Owner.OwnerEvent
    ) -> Self {
        declaration.end(output, event)
        return self
    }

    /// Turns an error of a child into an event; without this it is offered to ``State/failed(_:)``.
    ///
    /// An error that refuses the child's part of a ``Snapshot`` is always offered there: the machine would go on
    /// without what was saved.
    public func failed(_ event: @escaping @Sendable (Key, any Error) -> Owner.OwnerEvent) -> Self {
        declaration.failed = event
        return self
    }

    /// Lets the state be complete whether or not there are children.
    public func detached() -> Self {
        declaration.facts.isDetached = true
        return self
    }

    /// Restarts a child when it has ended, while its state is active and it was not removed.
    ///
    /// The child keeps its place in the list. Each child has its own limit and its own waits, which begin anew each
    /// time it is added: to remove a key and add it again forgets its restarts. Everything else is as for a ``Child``.
    public func restart(
        _ restart: ChildRestart, limit: RestartLimit = RestartLimit(3, in: .seconds(60)), backOff: BackOff = .none,
        _ event: (@Sendable (Key, any Error) -> Owner.OwnerEvent)? = nil
    ) -> Self {
        declaration.restarts = ChildRestarts(policy: restart, limit: limit, backOff: backOff)
        declaration.restarted = event
        return self
    }

    /// Places the children on another executor than that of the machine that owns them.
    /// - Parameter actor: the actor; `nil` for executors of their own.
    public func place(in actor: (any Actor)?) -> Self {
        declaration.place = { _ in actor }
        return self
    }

    /// Connects a port of each child to an input of the chart that owns them, for as long as the child exists.
    public func connect<Message>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        to input: any KeyPath<Owner, InputPort<Message>> & Sendable
    ) -> Self {
        declaration.connect(port, to: input)
        return self
    }

    /// Forwards a port of each child to a port of the chart that owns them.
    public func connect<Message>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        to output: any KeyPath<Owner, OutputPort<Message>> & Sendable
    ) -> Self {
        declaration.connect(port, to: output)
        return self
    }

    /// Connects a port of the chart that owns the children to an input of each of them, which gets what the closure
    /// makes of a message for its key.
    ///
    ///     let tables = ChildMachines(of: Evening.self) { (_: Evening, _: Int) in Table() }
    ///         .connect(from: \.top.dishes, to: \.served) { table, dish in dish.table == table ? dish.name : nil }
    ///
    /// The connection lasts as long as the child exists, as without a closure, also after a restart.
    /// - Parameters:
    ///   - output: leads from the state to the port.
    ///   - port: leads from a child's top to its input.
    ///   - mapping: returns what the child of a key gets of a message; `nil` if that is not for it. It is called for
    ///     each message and each child, by the thread that delivers the message, as that of
    ///     `connect(_:to:_:)` is; it should only compute its result.
    public func connect<Message, Mapped>(
        from output: any KeyPath<Owner, OutputPort<Message>> & Sendable,
        to port: any KeyPath<Inner, InputPort<Mapped>> & Sendable,
        _ mapping: @escaping @Sendable (Key, Message) -> Mapped?
    ) -> Self {
        declaration.connect(from: output, to: port, mapping)
        return self
    }

    /// Connects a port of the chart that owns the children to an input of each of them.
    public func connect<Message>(
        from output: any KeyPath<Owner, OutputPort<Message>> & Sendable,
        to port: any KeyPath<Inner, InputPort<Message>> & Sendable
    ) -> Self {
        declaration.connect(from: output, to: port)
        return self
    }
}
