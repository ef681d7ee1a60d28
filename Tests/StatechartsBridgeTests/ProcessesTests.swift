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
        let cut = InputPort<Void>()
        let states = bridge.states.stream()
        let counting = Task {
            for await state in states { if case .cut = state { cut.send(()) } }
        }
        let peer = try Self.peer([kind.rawValue, address])
        try await bridge.start()
        let count = Self.count
        let sending = Task {
            for number in 1...count { try await numbers.sendWaiting(number) }
        }
        var last = 0, wrong = 0
        for await number in back.prefix(count) {
            if number != last + 1 { wrong += 1 }
            last = number
            if number % (count / Self.cuts) == count / Self.cuts / 2 { cutting.cut() }
        }
        #expect(last == count)
        #expect(wrong == 0)
        try await sending.value
        await bridge.close()
        await counting.value
        print("\(kind): \(count) messages there and back, \(cut.bufferedCount) cuts")
        #expect(cut.bufferedCount >= Self.cuts / 2)
        peer.waitUntilExit()
        #expect(peer.terminationStatus == 0)
    }
}
