extension ChildDeclaration {
    /// What connects a new chart, after its owner has been looked at.
    typealias Join = @Sendable (Owner) -> @Sendable (Inner, _ introduces: Bool, inout [Connection]) -> Void

    func connect<Message>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        to input: any KeyPath<Owner, InputPort<Message>> & Sendable
    ) {
        facts.connections.append(.init(.init(port, Message.self), other: input))
        connect { owner in
            let storage = owner[keyPath: input].storage
            return { Connection.make($0[keyPath: port].storage, storage, introduces: $1) }
        }
    }

    func connect<Message>(
        _ port: any KeyPath<Inner, OutputPort<Message>> & Sendable,
        to output: any KeyPath<Owner, OutputPort<Message>> & Sendable
    ) {
        facts.connections.append(.init(.init(port, Message.self), other: output))
        connect { owner in
            let storage = owner[keyPath: output].storage
            return { Connection.make($0[keyPath: port].storage, storage, introduces: $1) }
        }
    }

    func connect<Message>(
        from output: any KeyPath<Owner, OutputPort<Message>> & Sendable,
        to port: any KeyPath<Inner, InputPort<Message>> & Sendable
    ) {
        facts.connections.append(.init(.init(port, Message.self), isInput: true, other: output))
        connect { owner in
            let storage = owner[keyPath: output].storage
            return { Connection.make(storage, $0[keyPath: port].storage, introduces: $1) }
        }
    }

    private func connect(
        _ next: @escaping @Sendable (Owner) -> @Sendable (Inner, _ introduces: Bool) -> Connection
    ) {
        join = { [join] owner in
            let join = join?(owner), next = next(owner)
            return { chart, introduces, connections in
                join?(chart, introduces, &connections)
                connections.append(next(chart, introduces))
            }
        }
    }
}
