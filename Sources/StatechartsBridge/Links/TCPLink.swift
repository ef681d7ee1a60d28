import Statecharts

/// A link over TCP, by default inside the machine.
///
/// Nothing is encrypted, and no peer is asked for its identity: any process that can connect is the other side. Use it
/// inside the machine or a network of your own.
public final class TCPLink: BridgeLink {
    private let host: String
    /// The port, even if the system has chosen it.
    public let port: Int
    let listener: Listener?

    /// Makes a link to a process that listens at a port.
    public init(to host: String = "127.0.0.1", port: Int) {
        self.host = host
        self.port = port
        listener = nil
    }

    /// Makes a link that listens at a port from now on, until it is closed or released.
    ///
    /// As many connections are served at a time as the bridge or the service takes; others are told that it is busy.
    /// - Parameters:
    ///   - host: one of the machine's own addresses; by default one that only the machine itself can reach.
    ///   - port: 0 lets the system choose: see ``port``.
    /// - Throws: ``BridgeError`` if the port is taken or the address is not the machine's own.
    public convenience init(listeningAt host: String = "127.0.0.1", port: Int = 0) throws(BridgeError) {
        try self.init(listeningAt: host, port: port, connections: 1)
    }

    init(listeningAt host: String, port: Int, connections: Int) throws(BridgeError) {
        let place = "tcp:\(host):\(port)"
        guard let address = try Posix.Address.tcp(host, port).first else {
            throw BridgeError(.closed, "\(place): the host has no address")
        }
        let descriptor: Int32
        do throws(Posix.Trouble) {
            descriptor = try Posix.socket(address.family)
            do throws(Posix.Trouble) {
                try Posix.bind(descriptor, to: address)
                try Posix.listen(descriptor)
            } catch {
                Posix.close(descriptor)
                throw error
            }
        } catch {
            throw BridgeError(.closed, "\(place): \(Posix.text(error.code)); name another port")
        }
        self.host = host
        self.port = Posix.port(of: descriptor)
        listener = try Listener(descriptor, place: "tcp:\(host):\(self.port)", limit: connections) { descriptor in
            Listener.visit { () throws(Posix.Trouble) in
                let accepted = try Posix.accept(descriptor)
                Posix.sendAtOnce(accepted)
                return accepted
            }
        } forget: {
        }
    }

    deinit { listener?.close() }

    /// `tcp:`, the host and the port
    public var description: String { "tcp:\(host):\(port)" }
    /// Whether it was made to listen.
    public var isListening: Bool { listener != nil }

    /// Connects, or waits for a connection.
    public func open() async throws -> any BridgeConnection {
        if let listener { return try await listener.accept() }
        return try await Dialler.connection { [host, port] in try Self.connect(host, port) }
    }

    /// Stops listening.
    public func close() { listener?.close() }

    private static func connect(_ host: String, _ port: Int) throws -> DescriptorConnection {
        var trouble = Posix.Trouble.failed(0)
        for address in try Posix.Address.tcp(host, port) {
            do {
                let descriptor = try Posix.socket(address.family)
                do throws(Posix.Trouble) {
                    try Posix.connect(descriptor, to: address, milliseconds: 5_000)
                } catch {
                    Posix.close(descriptor)
                    throw error
                }
                Posix.sendAtOnce(descriptor)
                return try DescriptorConnection(
                    reading: descriptor, writing: descriptor, isSocket: true, place: "tcp:\(host):\(port)")
            } catch let failure as Posix.Trouble {
                trouble = failure
            }
        }
        throw trouble.unreachable("tcp:\(host):\(port)")
    }
}
