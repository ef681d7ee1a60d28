extension ChildDeclaration {
    /// What connects a new chart, after its owner has been looked at.
    typealias Join = @Sendable (Owner, Key) -> @Sendable (Inner, _ introduces: Bool, inout [Connection]) -> Void

    func connect<Message>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        to input: any KeyPath<Owner, InputPort<Message>> & Sendable
    ) {
        facts.connections.append(.init(.init(port, Message.self), other: input))
        connect { owner, _ in
            let storage = owner[keyPath: input].storage
            return { Connection.make(steady(port, in: $0).storage, storage, introduces: $1) }
        }
    }

    func connect<Message>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        to output: any KeyPath<Owner, OutputPort<Message>> & Sendable
    ) {
        facts.connections.append(.init(.init(port, Message.self), other: output))
        connect { owner, _ in
            let storage = owner[keyPath: output].storage
            return { Connection.make(steady(port, in: $0).storage, storage, introduces: $1) }
        }
    }

    func connect<Message>(
        from output: any KeyPath<Owner, OutputPort<Message>> & Sendable,
        to port: any KeyPath<Inner, InputPort<Message>> & Sendable
    ) {
        facts.connections.append(.init(.init(port, Message.self), isInput: true, other: output))
        connect { owner, _ in
            let storage = owner[keyPath: output].storage
            return { Connection.make(storage, steady(port, in: $0).storage, introduces: $1) }
        }
    }

    /// - Parameter mapping: what the child gets of a message, `nil` for one that it does not get.
    func connect<Message, Mapped>(
        from output: any KeyPath<Owner, OutputPort<Message>> & Sendable,
        to port: any KeyPath<Inner, InputPort<Mapped>> & Sendable,
        _ mapping: @escaping @Sendable (Key, Message) -> Mapped?
    ) {
        facts.connections.append(.init(.init(port, Mapped.self), isInput: true, other: output))
        connect { owner, key in
            let storage = owner[keyPath: output].storage
            return { chart, introduces in
                let sink = MappedSink(chart[keyPath: port].storage) { mapping(key, $0) }
                return Connection.make(storage, sink, introduces: introduces)
            }
        }
    }

    private func connect(
        _ next: @escaping @Sendable (Owner, Key) -> @Sendable (Inner, _ introduces: Bool) -> Connection
    ) {
        join = { [join] owner, key in
            let join = join?(owner, key), next = next(owner, key)
            return { chart, introduces, connections in
                join?(chart, introduces, &connections)
                connections.append(next(chart, introduces))
            }
        }
    }
}
