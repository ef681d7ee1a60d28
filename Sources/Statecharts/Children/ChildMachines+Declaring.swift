extension ChildMachines {
    /// Says which event of the state a message of one of the children's ports is.
    public func on<Message>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        _ event: @escaping @Sendable (Key, Message) -> Owner.OwnerEvent
    ) -> Self {
        declaration.note(port)
        keyed.append { declaration, key in declaration.hear(port) { event(key, $0) } }
        return self
    }

    /// Says which event a child's end is, with something that is read from its top state.
    ///
    /// It comes after everything that the child has sent. An end by an error is none.
    public func done<Output: Sendable>(
        _ output: any KeyPath<Inner, Output> & Sendable,
        _ event: @escaping @Sendable (Key, Output) -> Owner.OwnerEvent
    ) -> Self {
        declaration.facts.output = Output.self
        keyed.append { declaration, key in declaration.end(output) { event(key, $0) } }
        return self
    }

    /// Says which event an error of a child is; without this it is offered to ``State/failed(_:)``.
    public func failed(_ event: @escaping @Sendable (Key, any Error) -> Owner.OwnerEvent) -> Self {
        keyed.append { declaration, key in declaration.failed = { event(key, $0) } }
        return self
    }

    /// Says that the state is complete whether or not there are children.
    public func detached() -> Self {
        declaration.facts.isDetached = true
        return self
    }

    /// Says that a child is made anew when it has ended, while its state is active and it was not removed.
    ///
    /// It keeps its place in the list. Limit and waits are each child's own; everything else is as for a ``Child``.
    public func restart(
        _ restart: ChildRestart, limit: RestartLimit = RestartLimit(3, in: .seconds(60)), backOff: BackOff = .none,
        _ event: (@Sendable (Key, any Error) -> Owner.OwnerEvent)? = nil
    ) -> Self {
        declaration.restarts = ChildRestarts(policy: restart, limit: limit, backOff: backOff)
        if let event { keyed.append { declaration, key in declaration.restarted = { event(key, $0) } } }
        return self
    }

    /// Says on whose executor the children run, instead of that of the machine that owns them.
    /// - Parameter actor: the actor; `nil` for executors of their own.
    public func place(in actor: (any Actor)?) -> Self {
        declaration.place = { _ in actor }
        return self
    }
}
