import Statecharts

/// A link over a Unix socket, between processes of one machine.
///
/// The socket is a file that only its owner may use (mode 0600).
public final class UnixSocketLink: BridgeLink {
    private let path: String
    let listener: Listener?

    /// Makes a link to a process that listens at a path.
    public init(to path: String) {
        self.path = path
        listener = nil
    }

    /// Makes a link that listens at a path from now on, until it is closed or released.
    ///
    /// As many connections are served at a time as the bridge or the service takes; others are told that it is busy. A
    /// socket at which no process listens any more is replaced; any other file at the path is left alone.
    /// - Throws: ``BridgeError`` if the path is too long, something listens there or may do so, something else is
    ///   there, or the system refuses.
    public convenience init(listeningAt path: String) throws(BridgeError) {
        try self.init(listeningAt: path, connections: 1)
    }

    init(listeningAt path: String, connections: Int) throws(BridgeError) {
        self.path = path
        listener = try Self.listener(path, connections)
    }

    deinit { listener?.close() }

    /// `unix:` and the path
    public var description: String { "unix:\(path)" }
    /// Whether it was made to listen.
    public var isListening: Bool { listener != nil }

    /// Connects, or waits for a connection.
    public func open() async throws -> any BridgeConnection {
        if let listener { return try await listener.accept() }
        return try await Dialler.connection { [path] in try Self.connect(path) }
    }

    /// Stops listening, and removes the file.
    public func close() { listener?.close() }

    private static func connect(_ path: String) throws -> DescriptorConnection {
        let address = try Posix.Address.unix(path)
        do {
            let descriptor = try Posix.socket(address.family)
            do {
                try Posix.connect(descriptor, to: address, milliseconds: 5_000)
            } catch {
                Posix.close(descriptor)
                throw error
            }
            return try DescriptorConnection(
                reading: descriptor, writing: descriptor, isSocket: true, place: "unix:\(path)")
        } catch let trouble as Posix.Trouble {
            throw trouble.unreachable("unix:\(path)")
        }
    }

    /// Removes a socket that nobody listens at.
    /// - Throws: ``BridgeError`` if somebody does, or if that cannot be found out.
    private static func removeAbandoned(_ path: String, _ address: Posix.Address) throws(BridgeError) {
        do throws(Posix.Trouble) {
            let descriptor = try Posix.socket(address.family)
            defer { Posix.close(descriptor) }
            try Posix.connect(descriptor, to: address, milliseconds: 5_000)
        } catch {
            if error.saysNobodyListens { return Posix.remove(path) }
            throw BridgeError(
                .closed,
                "unix:\(path): another process may listen there (\(Posix.text(error.code))); name another path, or try again"
            )
        }
        throw BridgeError(.closed, "unix:\(path): another process listens there; name another path, or end it")
    }

    private static func listener(_ path: String, _ connections: Int) throws(BridgeError) -> Listener {
        let address = try Posix.Address.unix(path)
        if let file = Posix.file(at: path) {
            guard file.kind == .socket else {
                throw BridgeError(
                    .closed, "unix:\(path): something that is no socket is there; name another path, or remove it")
            }
            try removeAbandoned(path, address)
        }
        let descriptor: Int32
        do throws(Posix.Trouble) {
            descriptor = try Posix.socket(address.family)
            do throws(Posix.Trouble) {
                Posix.makePrivate(descriptor, nil)
                try Posix.bind(descriptor, to: address)
                // Nobody can connect before `listen`.
                Posix.makePrivate(descriptor, path)
                try Posix.listen(descriptor)
            } catch {
                Posix.close(descriptor)
                throw error
            }
        } catch {
            throw BridgeError(.closed, "unix:\(path): \(Posix.text(error.code)); name a path that may be written")
        }
        let own = Posix.file(at: path)
        return try Listener(descriptor, place: "unix:\(path)", limit: connections) { descriptor in
            Listener.visit { () throws(Posix.Trouble) in try Posix.accept(descriptor) }
        } forget: {
            // Not one that somebody else has put there meanwhile.
            if let now = Posix.file(at: path), now.number == own?.number, now.device == own?.device {
                Posix.remove(path)
            }
        }
    }
}
