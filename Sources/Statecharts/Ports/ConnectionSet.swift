/// Connections that end together, such as those of a component that comes and goes.
///
///     let both = ConnectionSet(connect(bell, to: screen.rings), connect(screen.taps, to: door))
///     both.disconnect()
///
/// When a ``Supervisor`` restarts a machine, the connections that bring it a current value have to be made again. The
/// closure that makes the machine does that, and nothing is connected twice:
///
///     let wires = ConnectionSet()
///     supervisor.add("board") {
///         wires.replace { [connect(prices, to: ports.prices)] }  // the present price, for the new machine
///         return Machine(Board(ports))
///     }
///
/// Unlike a ``Connection``, the set has to be kept: its connections end when it is released.
public final class ConnectionSet: Sendable {
    private let connections: Guarded<[Connection]>

    /// Makes a set of these connections.
    public init(_ connections: Connection...) { self.connections = Guarded(connections) }

    deinit { disconnect() }

    /// Adds a connection.
    public func insert(_ connection: Connection) { connections.withLock { $0.append(connection) } }

    /// Ends the present connections, and then makes others in their place.
    ///
    /// What was sent before still arrives; what is sent meanwhile passes none of them. Two calls at the same time keep
    /// the connections of both.
    public func replace(_ make: () throws -> [Connection]) rethrows {
        disconnect()
        let made = try make()
        connections.withLock { $0 += made }
    }

    /// Ends all connections. Others may be added afterwards.
    public func disconnect() {
        let former = connections.withLock { connections in
            defer { connections = [] }
            return connections
        }
        for connection in former { connection.disconnect() }
    }

    /// The connections that messages pass.
    public var connected: [Connection] { connections.withLock { $0 }.filter(\.isConnected) }
}
