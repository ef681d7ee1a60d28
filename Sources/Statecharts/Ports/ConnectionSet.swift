/// Connections that are there together and end together: those of a component that comes and goes.
///
///     let both = ConnectionSet(connect(bell, to: screen.rings), connect(screen.taps, to: door))
///     both.disconnect()
///
/// A machine that a ``Supervisor`` makes again needs some of its connections made again, those that bring it a current
/// value. Then the closure that makes it says so, and nothing is connected twice:
///
///     let wires = ConnectionSet()
///     supervisor.add("board") {
///         wires.replace { [connect(prices, to: ports.prices)] }  // the present price, for the new machine
///         return Machine(Board(ports))
///     }
///
/// Unlike a ``Connection`` it is to be kept: what it holds ends when it is released.
public final class ConnectionSet: Sendable {
    private let connections: Guarded<[Connection]>

    /// Keeps these connections.
    public init(_ connections: Connection...) { self.connections = Guarded(connections) }

    deinit { disconnect() }

    /// Keeps one more.
    public func insert(_ connection: Connection) { connections.withLock { $0.append(connection) } }

    /// Ends the connections that are there, and then makes others in their place.
    ///
    /// What was sent before still arrives; what is sent meanwhile passes none of them. Two calls at the same time keep
    /// the connections of both.
    public func replace(_ make: () throws -> [Connection]) rethrows {
        disconnect()
        let made = try make()
        connections.withLock { $0 += made }
    }

    /// Ends all of them. Others may be put in afterwards.
    public func disconnect() {
        let former = connections.withLock { connections in
            defer { connections = [] }
            return connections
        }
        for connection in former { connection.disconnect() }
    }

    /// Those that messages pass.
    public var connected: [Connection] { connections.withLock { $0 }.filter(\.isConnected) }
}
