import Foundation
import Statecharts
import StatechartsBridge
import Testing

/// Another process at the other end. `STATECHARTS_BRIDGE_MESSAGES=1000000` for the long run.
@Suite(.serialized, RealLinks.asked) struct ProcessesTests {
    static let count = Int(ProcessInfo.processInfo.environment["STATECHARTS_BRIDGE_MESSAGES"] ?? "") ?? 3_000
    /// A hundred in the long run; each needs the time of some thousand messages, because many are under way.
    static let cuts = min(100, count / 1000)

    /// Starts the program that sends everything back.
    static func peer(_ arguments: [String]) throws -> Process {
        let process = Process()
        let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        process.executableURL = products.appending(path: "bridge-peer")
        process.arguments = arguments
        try process.run()
        return process
    }

    @Test(arguments: LinkKind.allCases)
    func `nothing is lost or doubled between two processes while the link is cut again and again`(
        kind: LinkKind
    ) async throws {
        let folder = try Folder()
        let (listening, address) = try kind.listening(folder)
        let cutting = CuttingLink(listening)
        let limits = BridgeLimits(window: 1024, retryDelays: .milliseconds(1)...(.milliseconds(20)))
        let bridge = Bridge(over: cutting, name: "tests", limits: limits)
        let numbers = OutputPort<Int>("numbers"), back = InputPort<Int>("back")
        bridge.export(numbers, as: "there", buffering: .waiting(4096))
        bridge.import("back", to: back)
        var states = bridge.states.stream().makeAsyncIterator()
        let peer = try Self.peer([kind.rawValue, address])
        try await bridge.start()
        let count = Self.count
        let sending = Task {
            for number in 1...count { try await numbers.sendWaiting(number) }
        }
        var last = 0, wrong = 0, cuts = 0
        for await number in back.prefix(count) {
            if number != last + 1 { wrong += 1 }
            last = number
            guard number % (count / Self.cuts) == count / Self.cuts / 2 else { continue }
            // Only what is connected can be cut.
            while let state = await states.next() { if case .connected = state { break } }
            if cuts % 2 == 0 { cutting.cut() } else { cutting.breakOff() }
            while let state = await states.next() { if state.isCut { break } }
            cuts += 1
        }
        #expect(last == count)
        #expect(wrong == 0)
        try await sending.value
        await bridge.close()
        print("\(kind): \(count) messages there and back, \(cuts) cuts")
        #expect(cuts >= Self.cuts)
        peer.waitUntilExit()
        #expect(peer.terminationStatus == 0)
    }

    @Test(arguments: [LinkKind.unix, .tcp])
    func `nor while somebody between drops the connection in the middle of frames`(kind: LinkKind) async throws {
        let folder = try Folder(), count = Self.count
        let (listening, address) = try kind.listening(folder)
        // Some 190 bytes for each message, there and back.
        let cutter = try Cutter(kind, to: address, folder, every: count * 2 * 190 / Self.cuts / 4)
        defer { cutter.stop() }
        let limits = BridgeLimits(window: 1024, retryDelays: .milliseconds(1)...(.milliseconds(20)))
        let bridge = Bridge(over: listening, name: "tests", limits: limits)
        let numbers = OutputPort<Int>("numbers"), back = InputPort<Int>("back")
        bridge.export(numbers, as: "there", buffering: .waiting(4096))
        bridge.import("back", to: back)
        bridge.begin()
        let peer = try Self.peer([kind.rawValue, cutter.address])
        let sending = Task {
            for number in 1...count { try await numbers.sendWaiting(number) }
        }
        var last = 0, wrong = 0
        for await number in back.prefix(count) {
            if number != last + 1 { wrong += 1 }
            last = number
        }
        #expect(last == count)
        #expect(wrong == 0)
        try await sending.value
        await bridge.close()
        print("\(kind): \(count) messages there and back, \(cutter.cutCount) cuts inside of frames")
        #expect(cutter.cutCount >= Self.cuts)
        cutter.stop()
        peer.waitUntilExit()
    }

    @Test func `a process is a peer over the pipes that it was started with`() async throws {
        let there = Pipe(), back = Pipe()
        let peer = Process()
        peer.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: "bridge-peer")
        peer.arguments = ["pipes"]
        peer.standardInput = there
        peer.standardOutput = back
        try peer.run()
        let link = PipeLink(
            reading: dup(back.fileHandleForReading.fileDescriptor),
            writing: dup(there.fileHandleForWriting.fileDescriptor))
        for pipe in [there, back] {
            try pipe.fileHandleForReading.close()
            try pipe.fileHandleForWriting.close()
        }
        let bridge = Bridge(over: link, name: "tests")
        let numbers = OutputPort<Int>("numbers"), echo = InputPort<Int>("back")
        bridge.export(numbers, as: "there", buffering: .waiting(4096))
        bridge.import("back", to: echo)
        try await bridge.start()
        let count = Self.count
        let sending = Task {
            for number in 1...count { try await numbers.sendWaiting(number) }
        }
        #expect(await echo.first(count) == Array(1...count))
        try await sending.value
        await bridge.close()
        #expect(bridge.state == .ended(nil))
        peer.waitUntilExit()
        #expect(peer.terminationStatus == 0)
    }

    @Test func `a service and a monitor do not have the process look for causes`() throws {
        let folder = try Folder(), output = Pipe(), peer = Process()
        peer.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
            path: "bridge-peer")
        peer.arguments = ["idle", folder.file("socket")]
        peer.standardOutput = output
        try peer.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        peer.waitUntilExit()
        #expect(said == "connected: false\n")
    }
}
