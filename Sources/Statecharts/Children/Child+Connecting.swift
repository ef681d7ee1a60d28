extension Child {
    /// Connects a port of the child to an input of the chart that owns it, for as long as the child exists.
    ///
    ///     let player = Child(of: Playing.self) { Player(song: $0.top.song) }
    ///         .connect(\.progress, to: \.top.levels)
    public func connect<Message>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        to input: any KeyPath<Owner, InputPort<Message>> & Sendable
    ) -> Self {
        declaration.connect(port, to: input)
        return self
    }

    /// Forwards a port of the child to a port of the chart that owns it, for as long as the child exists.
    public func connect<Message>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        to output: any KeyPath<Owner, OutputPort<Message>> & Sendable
    ) -> Self {
        declaration.connect(port, to: output)
        return self
    }

    /// Connects a port of the chart that owns the child to an input of the child, for as long as the child exists.
    public func connect<Message>(
        from output: any KeyPath<Owner, OutputPort<Message>> & Sendable,
        to port: any KeyPath<Inner, InputPort<Message>> & Sendable
    ) -> Self {
        declaration.connect(from: output, to: port)
        return self
    }

    /// Connects a port of the child to an input of another child of the same state, for as long as both exist.
    ///
    ///     let screen = Child(of: Watching.self) { _ in Screen() }
    ///     let camera = Child(of: Watching.self) { _ in Camera() }
    ///         .connect(\.pictures, to: \.screen, \.pictures)
    ///
    /// The connection lasts even if one of them is restarted.
    public func connect<Message, Other: Statechart>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        to sibling: any KeyPath<Owner, Child<Owner, Other>> & Sendable,
        _ input: any KeyPath<Other, InputPort<Message>> & Sendable
    ) -> Self {
        declaration.facts.connections.append(.init(.init(port, Message.self), sibling: sibling, other: input))
        declaration.siblings =
            (declaration.siblings ?? []) + [
                ChildSibling(
                    declare: { owner, key in owner[keyPath: sibling].declare(key) { steady(input, in: $0) } },
                    read: { steady(port, in: $0) },
                    offer: { owner, key, output, introduces in
                        guard let output = output as? OutputPort<Message> else { return }
                        owner[keyPath: sibling].offer(key, introduces) { input, introduces in
                            (input as? InputPort<Message>)
                                .map { Connection.make(output.storage, $0.storage, introduces: introduces) }
                        }
                    })
            ]
        return self
    }
}
