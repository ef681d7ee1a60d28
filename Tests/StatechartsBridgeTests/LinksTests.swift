import Foundation
import Statecharts
import Testing

@testable import StatechartsBridge

/// Links of the system, with both ends in this process.
@Suite(.serialized, RealLinks.asked) struct LinksTests {
    @Test(arguments: LinkKind.allCases)
    func `messages go both ways, in order and once, while the connection is cut again and again`(
        kind: LinkKind
    ) async throws {
        let folder = try Folder()
        let (listening, address) = try kind.listening(folder)
        let cutting = CuttingLink(kind.connecting(address))
        let server = Bridge(
            over: listening, name: "server", limits: .init(retryDelays: .milliseconds(1)...(.milliseconds(20))))
        let client = Bridge(
            over: cutting, name: "client", limits: .init(retryDelays: .milliseconds(1)...(.milliseconds(20))))
        let numbers = OutputPort<Int>("numbers"), echo = OutputPort<Int>("echo"), back = InputPort<Int>("back")
        client.export(numbers, as: "there", buffering: .waiting(64))
        server.import("there", to: echo)
        server.export(echo, as: "back")
        client.import("back", to: back)
        server.begin()
        try await client.start()
        let sending = Task {
            for number in 1...3000 { try await numbers.sendWaiting(number) }
        }
        var seen: [Int] = []
        for await number in back.prefix(3000) {
            seen.append(number)
            if number % 300 == 0 { cutting.cut() }
        }
        #expect(seen == Array(1...3000))
        try await sending.value
        await client.close()
        #expect(client.state == .ended(nil))
    }

    /// A list in a list, and so on.
    indirect enum Nested: Codable, Sendable, Equatable {
        case leaf
        case inside(Nested)

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            self = list.isAtEnd ? .leaf : .inside(try list.decode(Nested.self))
        }

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            if case .inside(let inner) = self { try list.encode(inner) }
        }
    }

    @Test func `values inside each other are read on the thread of a link, as deep as they may be`() async throws {
        let folder = try Folder()
        let left = Bridge(over: try UnixSocketLink(listeningAt: folder.file("socket")), name: "left")
        let right = Bridge(over: UnixSocketLink(to: folder.file("socket")), name: "right")
        let values = OutputPort<Nested>("values"), arrived = InputPort<Nested>("arrived")
        left.export(values, as: "values")
        right.import("values", to: arrived)
        left.begin()
        try await right.start()
        var value = Nested.leaf
        for _ in 1..<60 { value = .inside(value) }
        values.send(value)
        #expect(await arrived.first(1) == [value])
        await left.close()
    }

    @Test func `a pair of pipes carries one connection`() async throws {
        let there = Pipe(), back = Pipe()
        func own(_ handle: FileHandle) -> Int32 { dup(handle.fileDescriptor) }
        let left = Bridge(
            over: PipeLink(reading: own(back.fileHandleForReading), writing: own(there.fileHandleForWriting)),
            name: "left")
        let right = Bridge(
            over: PipeLink(reading: own(there.fileHandleForReading), writing: own(back.fileHandleForWriting)),
            name: "right")
        for pipe in [there, back] {
            try pipe.fileHandleForReading.close()
            try pipe.fileHandleForWriting.close()
        }
        let words = OutputPort<String>("words"), heard = InputPort<String>("heard")
        left.export(words, as: "words")
        right.import("words", to: heard)
        right.begin()
        try await left.start()
        let states = right.states.stream()
        words.send("one")
        #expect(await heard.first(1) == ["one"])
        left.stop()
        var last: BridgeState?
        for await state in states { last = state }
        guard case .ended = last else {
            Issue.record("\(String(describing: last))")
            return
        }
    }

    @Test func `a socket and a FIFO are their owner's alone, and are removed when the link is closed`() throws {
        let folder = try Folder()
        let socket = try UnixSocketLink(listeningAt: folder.file("socket"))
        let fifo = try PipeLink(listeningAt: folder.file("fifo"))
        for name in ["socket", "fifo"] {
            let mode = try FileManager.default.attributesOfItem(atPath: folder.file(name))[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
        socket.close()
        fifo.close()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
        // Somebody else may listen there at once, and only one at a time.
        let next = try UnixSocketLink(listeningAt: folder.file("socket"))
        let nextFIFO = try PipeLink(listeningAt: folder.file("fifo"))
        let error = #expect(throws: BridgeError.self) { try PipeLink(listeningAt: folder.file("fifo")) }
        #expect(error?.description.contains("another process listens there") == true)
        withExtendedLifetime((next, nextFIFO)) {}
        let port = try TCPLink(listeningAt: "127.0.0.1")
        port.close()
        _ = try TCPLink(listeningAt: "127.0.0.1", port: port.port)
    }

    @Test(arguments: LinkKind.allCases)
    func `a connection that is let go before it is used leaves its place to another one`(kind: LinkKind) async throws {
        let folder = try Folder()
        let (listening, address) = try kind.listening(folder)
        for _ in 1...5 {
            let far = Task { try await kind.connecting(address).open() }
            let near = try await listening.open()
            _ = try await far.value
            withExtendedLifetime(near) {}
        }
    }

    @Test(arguments: [LinkKind.unix, .tcp])
    func `who is sent away hears why, whatever he has said`(kind: LinkKind) async throws {
        let folder = try Folder()
        let (listening, address) = try kind.listening(folder)
        let server = Bridge(over: listening, name: "server"), first = Bridge(over: kind.connecting(address))
        server.begin()
        try await first.start()
        for _ in 1...50 {
            let other = Bridge(over: kind.connecting(address), limits: .init(attempts: 1))
            let error = await #expect(throws: BridgeError.self) { try await other.start() }
            #expect(error?.peer?.code == .busy, "\(error as Any)")
        }
        await first.close()
    }

    @Test func `a file that is no socket is left alone, and so is a socket at which somebody listens`() throws {
        let folder = try Folder()
        let path = folder.file("thing")
        try Data("mine".utf8).write(to: URL(filePath: path))
        #expect(throws: BridgeError.self) { try UnixSocketLink(listeningAt: path) }
        #expect(throws: BridgeError.self) { try PipeLink(listeningAt: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")

        let socket = try UnixSocketLink(listeningAt: folder.file("socket"))
        let error = #expect(throws: BridgeError.self) { try UnixSocketLink(listeningAt: folder.file("socket")) }
        #expect(error?.description.contains("another process listens") == true)
        withExtendedLifetime(socket) {}
        let long = #expect(throws: BridgeError.self) {
            try UnixSocketLink(listeningAt: "/tmp/" + String(repeating: "x", count: 200))
        }
        #expect(long?.description.contains("107 bytes") == true || long?.description.contains("103 bytes") == true)
    }

    @Test func `nobody there is an error after as many attempts as are allowed`() async throws {
        let folder = try Folder()
        for kind in LinkKind.allCases {
            let address = kind == .tcp ? "1" : folder.file("nobody")
            let bridge = Bridge(
                over: kind.connecting(address),
                limits: .init(retryDelays: .milliseconds(1)...(.milliseconds(2)), attempts: 2))
            let error = await #expect(throws: BridgeError.self) { try await bridge.start() }
            #expect(error?.code == .unreachable)
        }
    }
}
