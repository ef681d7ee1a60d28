import Synchronization

/// A file that can be downloaded.
struct File: Sendable, Hashable, CustomStringConvertible {
    let name: String
    /// In kB.
    let size: Int

    var description: String { "\(name), \(size) kB" }
}

/// Where files come from.
protocol Files: Sendable {
    /// Brings what is still missing of a file.
    /// - Parameters:
    ///   - arrived: how many kB of it are there already.
    ///   - report: told how many there are now, whenever more have arrived.
    func deliver(_ file: File, from arrived: Int, report: @escaping @Sendable (Int) -> Void) async throws
}

/// Files without a network: 100 kB of each arrive every quarter of a second, and connections break when somebody
/// wishes.
final class SimulatedFiles<C: Clock>: Files where C.Duration == Duration {
    static var part: Int { 100 }

    private let clock: C
    private let connections = Mutex<[String: SimulatedConnection<C>]>([:])

    init(clock: C) { self.clock = clock }

    /// Breaks the connection through which a file comes, if there is one.
    func fail(_ name: String) { connections.withLock { $0[name] }?.fail() }

    func deliver(_ file: File, from arrived: Int, report: @escaping @Sendable (Int) -> Void) async throws {
        let connection = connections.withLock { connections in
            let connection = connections[file.name] ?? SimulatedConnection(clock: clock)
            connections[file.name] = connection
            return connection
        }
        let parts = (file.size + Self.part - 1) / Self.part
        try await connection.bring(arrived / Self.part..<parts) { report(min(($0 + 1) * Self.part, file.size)) }
    }
}
