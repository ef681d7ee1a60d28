import Foundation
import Statecharts
import StatechartsBridge
import Testing

/// A peer in another language, which knows no more than the article *Bridges between processes*.
@Suite(.serialized, RealLinks.asked) struct PythonTests {
    static let python: String? = {
        let places = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return (places + ["/usr/bin"]).map { "\($0)/python3" }.first(where: FileManager.default.isExecutableFile)
    }()

    @Test(.enabled(if: python != nil, "there is no python3 on this machine"), arguments: [0, 40])
    func `a peer in Python answers each message, once and in order, also when it cuts the connection`(
        cutEvery: Int
    ) async throws {
        let folder = try Folder()
        let bridge = Bridge(over: try UnixSocketLink(listeningAt: folder.file("socket")), name: "swift")
        let numbers = OutputPort<Int>("numbers"), doubles = InputPort<Int>("doubles")
        bridge.export(numbers, as: "numbers")
        bridge.import("doubles", to: doubles)
        let system = System()
        system.add("Swift", ports: numbers, doubles)
        let recorder = system.recorder()
        let peer = Process()
        peer.executableURL = URL(filePath: try #require(Self.python))
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Peer/peer.py")
        peer.arguments = [script.path, folder.file("socket"), "\(cutEvery)"]
        let said = Pipe()
        peer.standardOutput = said
        try peer.run()
        try await bridge.start()
        for number in 1...500 { numbers.send(number) }
        #expect(await doubles.first(500) == (1...500).map { $0 * 2 })
        await bridge.close()
        #expect(bridge.state == .ended(nil))
        #expect(String(decoding: said.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "bye\n")
        peer.waitUntilExit()
        #expect(peer.terminationStatus == 0)
        // Each answer under its question, although another process has given it.
        let tree = MessageTree(recorder.records)
        #expect(tree.roots.count == 500)
        #expect(tree.roots.allSatisfy { $0.children.count == 1 })
        #expect(tree.roots.last?.children.first?.record.sender.description == "python.doubles")
    }
}
