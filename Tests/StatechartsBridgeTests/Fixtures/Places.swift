import Foundation
import StatechartsBridge

/// A folder of a test's own, removed with it.
final class Folder: Sendable {
    let path: String

    init() throws {
        // Short: the path of a socket has about a hundred bytes.
        path = "/tmp/scb-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { "\(path)/\(name)" }
}

/// The kinds of links between processes.
enum LinkKind: String, CaseIterable, Sendable {
    case unix, tcp, pipe

    /// The two ends of a link: one that listens, and what the other one is made of as an argument of a program.
    func listening(_ folder: Folder) throws -> (link: any BridgeLink, address: String) {
        switch self {
        case .unix:
            let path = folder.file("socket")
            return (try UnixSocketLink(listeningAt: path), path)
        case .tcp:
            let link = try TCPLink(listeningAt: "127.0.0.1")
            return (link, "\(link.port)")
        case .pipe:
            let path = folder.file("fifo")
            return (try PipeLink(listeningAt: path), path)
        }
    }

    func connecting(_ address: String) -> any BridgeLink {
        switch self {
        case .unix: UnixSocketLink(to: address)
        case .tcp: TCPLink(port: Int(address) ?? 0)
        case .pipe: PipeLink(to: address)
        }
    }
}
