import Foundation
import Statecharts
import StatechartsBridge
import Testing

/// A process without descriptors says so, waits without work, and goes on when there are some.
@Suite(RealLinks.asked) struct ScarcityTests {
    /// Says when it has been opened.
    private struct AnnouncedLink: BridgeLink {
        let link: any BridgeLink
        let opened: OutputPort<Void>

        var description: String { link.description }
        func open() async throws -> any BridgeConnection {
            let connection = try await link.open()
            opened.send(())
            return connection
        }
        func close() { link.close() }
    }

    @Test(.timeLimit(.minutes(30)))
    func `without descriptors connecting is a clear error, and who connects waits until there are some`()
        async throws
    {
        let folder = try Folder(), peer = Process(), input = Pipe(), output = Pipe()
        let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "bridge-peer")
        peer.executableURL = URL(filePath: "/bin/sh")
        peer.arguments = ["-c", "ulimit -n 64; exec \"$0\" scarce \"$1\"", program.path, folder.file("socket")]
        peer.standardInput = input
        peer.standardOutput = output
        try peer.run()
        var said = ""
        func hear(lines count: Int) {
            while said.count(where: { $0 == "\n" }) < count {
                let data = output.fileHandleForReading.availableData
                if data.isEmpty { return }
                said += String(decoding: data, as: UTF8.self)
            }
        }
        hear(lines: 3)
        #expect(
            said == """
                unix:PATH: no descriptors are left (Too many open files) [unreachable]
                tcp:127.0.0.1:1: no descriptors are left (Too many open files) [unreachable]
                pipe:PATH.pipe: no descriptors are left (Too many open files) [unreachable]

                """)
        let opened = OutputPort<Void>("opened"), openings = opened.stream()
        let bridge = Bridge(
            over: AnnouncedLink(link: UnixSocketLink(to: folder.file("socket")), opened: opened), name: "tests",
            limits: .patient)
        let numbers = OutputPort<Int>("numbers")
        bridge.export(numbers, as: "numbers")
        bridge.begin()
        for await _ in openings { break }
        numbers.send(7)
        try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8))
        hear(lines: 5)
        #expect(said.hasSuffix("\nrests\n7\n"), "\(said)")
        peer.waitUntilExit()
        #expect(peer.terminationStatus == 0)
        bridge.stop()
    }
}
