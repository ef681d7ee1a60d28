import Statecharts
import Testing

@testable import StatechartsBridge

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What is at a path before somebody listens there.
@Suite struct AbandonedSocketTests {
    @Test func `a socket and a FIFO that nobody listens at are replaced`() throws {
        let folder = try Folder()
        let address = try Posix.Address.unix(folder.file("socket")), former = try Posix.socket(address.family)
        try Posix.bind(former, to: address)
        Posix.close(former)
        try Posix.makeFIFO(folder.file("fifo"))
        let socket = try UnixSocketLink(listeningAt: folder.file("socket"))
        let fifo = try PipeLink(listeningAt: folder.file("fifo"))
        // And those where somebody does are left alone.
        let errors = [
            #expect(throws: BridgeError.self) { try UnixSocketLink(listeningAt: folder.file("socket")) },
            #expect(throws: BridgeError.self) { try PipeLink(listeningAt: folder.file("fifo")) },
        ]
        for error in errors { #expect(error?.message.contains("another process listens there") == true) }
        socket.close()
        fifo.close()
    }

    // Elsewhere a socket with too many who wait answers as one that nobody listens at.
    #if os(Linux)
        @Test func `a socket whose listener cannot let anybody in now is left alone`() async throws {
            let folder = try Folder(), path = folder.file("socket"), address = try Posix.Address.unix(path)
            let listening = try Posix.socket(address.family)
            var waiting: [Int32] = []
            defer { for descriptor in waiting + [listening] { Posix.close(descriptor) } }
            try Posix.bind(listening, to: address)
            try Posix.listen(listening)
            var isFull = false
            while !isFull, waiting.count < 500 {
                let descriptor = try Posix.socket(address.family)
                waiting.append(descriptor)
                do throws(Posix.Trouble) {
                    try Posix.connect(descriptor, to: address, milliseconds: 1)
                } catch {
                    isFull = error.code == EAGAIN
                }
            }
            try #require(isFull)
            let before = Posix.file(at: path)
            let error = #expect(throws: BridgeError.self) { try UnixSocketLink(listeningAt: path) }
            #expect(error?.message.contains("another process may listen there") == true)
            #expect(Posix.file(at: path)?.number == before?.number)
            // Whoever connects is not told that nobody is there.
            let busy = await #expect(throws: BridgeError.self) { try await UnixSocketLink(to: path).open() }
            #expect(busy?.message == "unix:\(path): too many wait there (\(Posix.text(EAGAIN)))")
        }
    #endif
}
