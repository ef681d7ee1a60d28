import Foundation
import Statecharts
import StatechartsBridge

/// A process that has no descriptors left. To be started with few: `ulimit -n 64`.
enum Scarcity {
    static func run(listeningAt path: String) async throws {
        let numbers = InputPort<Int>("numbers")
        let bridge = Bridge(over: try UnixSocketLink(listeningAt: path), name: "scarce", limits: limits)
        bridge.import("numbers", to: numbers)
        bridge.begin()
        // The library opens descriptors of its own when somebody sleeps for the first time.
        try await Task.sleep(for: .milliseconds(1))
        var files: [FileHandle] = []
        while let file = FileHandle(forReadingAtPath: "/dev/null") { files.append(file) }
        for link in [UnixSocketLink(to: path), TCPLink(port: 1), PipeLink(to: path + ".pipe")] as [any BridgeLink] {
            do { _ = try await link.open() } catch { say("\(error)".replacing(path, with: "PATH")) }
        }
        // Somebody connects now, and there is no descriptor for it.
        _ = readLine()
        let before = clock()
        usleep(300_000)
        // In microseconds: whoever asks again and again takes nearly all of the time.
        say(clock() - before < 100_000 ? "rests" : "spins")
        files = []
        try await bridge.start()
        say("\(await numbers.first { _ in true } ?? 0)")
        bridge.stop()
    }

    private static func say(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8)) }
}
