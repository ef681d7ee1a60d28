/// A way to one other process, on which connections are made one after the other.
///
/// With the package come ``UnixSocketLink``, ``TCPLink``, ``PipeLink`` and, for tests, ``MemoryLink``. For another
/// transport conform a type to this and to ``BridgeConnection``.
public protocol BridgeLink: Sendable {
    /// Connects with the other side, or waits until it connects.
    ///
    /// Called again when a connection has ended. If it listens for a bridge with several peers, it is also called while
    /// other connections are open, and while other calls wait in it.
    ///
    /// - Throws: ``BridgeError``; with one of the codes `unreachable`, `cut`, `silent` and `gap` the bridge tries again
    ///   later, with any other one it ends. `CancellationError` if the task is cancelled.
    func open() async throws -> any BridgeConnection

    /// Releases what the link holds, such as a listening socket. Calling it twice changes nothing.
    func close()

    /// Whether this side waits for others to connect, and so cannot know which peer comes: then one that does not fit
    /// is refused, and the bridge goes on waiting.
    var isListening: Bool { get }

    /// The name of the link in errors: `unix:/run/shop`.
    var description: String { get }
}

extension BridgeLink {
    /// `false`
    public var isListening: Bool { false }
}

/// One connection of a ``BridgeLink``: bytes in both directions, in order.
public protocol BridgeConnection: AnyObject, Sendable {
    /// Begins to read and to write. Called once.
    ///
    /// The connection gives what it reads to ``BridgeExchange/received(_:)``, one piece after the other, and writes
    /// what ``BridgeExchange/output()`` returns, whenever it can. When it has ended, for whatever reason, it calls
    /// ``BridgeExchange/ended(_:)`` once and nothing after that.
    func start(_ exchange: BridgeExchange)

    /// Says that there is something to be written. May be called from any thread and must not block.
    /// - Parameter urgency: whether it is worth a system call of its own.
    func wake(_ urgency: BridgeUrgency)

    /// Ends the connection, after what ``BridgeExchange/output()`` still returns, as far as that can be written at
    /// once. May be called at any time, also from inside the functions of the exchange, and twice.
    func close()
}

/// How soon something is to be written.
public enum BridgeUrgency: Sendable, Hashable {
    /// Nothing else is under way: at once.
    case atOnce
    /// Together with what comes meanwhile.
    case soon
}
