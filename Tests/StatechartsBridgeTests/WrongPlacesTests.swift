import Foundation
import Testing

@testable import StatechartsBridge

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Places that no link leads to: each is told, and left as it is.
@Suite struct WrongPlacesTests {
    @Test(arguments: [-1, 65_536, 70_000, Int.max])
    func `a port that there cannot be is refused, and not taken for another one`(port: Int) async throws {
        let text = "tcp:127.0.0.1:\(port): a port has a number from 0 to 65535; name another port [closed]"
        let listening = #expect(throws: BridgeError.self) { try TCPLink(listeningAt: "127.0.0.1", port: port) }
        #expect(listening?.description == text)
        let connecting = await #expect(throws: BridgeError.self) { try await TCPLink(port: port).open() }
        #expect(connecting?.description == text)
    }

    /// The system chooses a port for this end. Where nobody listens, it may be the one that is asked for.
    @Test func `a socket that would be connected with itself reaches nobody`() throws {
        let descriptor = try Posix.socket(AF_INET)
        defer { Posix.close(descriptor) }
        try Posix.bind(descriptor, to: try #require(Posix.Address.tcp("127.0.0.1", 0).first))
        let own = try #require(Posix.Address.tcp("127.0.0.1", Posix.port(of: descriptor)).first)
        let trouble = #expect(throws: Posix.Trouble.self) {
            try Posix.connect(descriptor, to: own, milliseconds: 5_000)
        }
        #expect(trouble?.saysNobodyListens == true)
    }

    @Test func `a file that is no FIFO is not written over by whoever connects there`() async throws {
        let folder = try Folder(), path = folder.file("letter"), letter = "a letter that is longer than any name"
        try letter.write(toFile: path, atomically: true, encoding: .utf8)
        let error = await #expect(throws: BridgeError.self) { try await PipeLink(to: path).open() }
        #expect(
            error?.description
                == "pipe:\(path): something that is no FIFO is there; name the path where the other side listens [unreachable]"
        )
        #expect(try String(contentsOfFile: path, encoding: .utf8) == letter)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["letter"])
    }
}
