import Foundation
import Statecharts
import Testing

@testable import StatechartsBridge

/// The process at the other end is killed and another one started: what was not acknowledged is sent to that one.
@Suite(.serialized, RealLinks.asked) struct RestartTests {
    @Test(arguments: LinkKind.allCases)
    func `a peer that was killed is followed by another one, and nothing is lost that it had not acknowledged`(
        kind: LinkKind
    ) async throws {
        let folder = try Folder()
        let (link, address) = try kind.listening(folder)
        let bridge = Bridge(over: link, name: "tests")
        let numbers = OutputPort<Int>("numbers"), back = InputPort<Int>("back")
        bridge.export(numbers, as: "there")
        bridge.import("back", to: back)
        var next = 1
        func echoes(_ count: Int, _ meanwhile: () throws -> Void = {}) async throws {
            let all = next..<(next + count)
            for number in all { numbers.send(number) }
            try meanwhile()
            #expect(await back.first(count) == Array(all))
            next += count
        }
        var peer = try ProcessesTests.peer([kind.rawValue, address])
        try await bridge.start()
        try await echoes(20)
        // Gone while nothing is under way: what is sent then waits for the next one.
        kill(peer.processIdentifier, SIGKILL)
        peer.waitUntilExit()
        try await echoes(20) { peer = try ProcessesTests.peer([kind.rawValue, address]) }
        // Gone with messages that it could not take any more: they are sent again, to another process.
        kill(peer.processIdentifier, SIGSTOP)
        try await echoes(20) {
            kill(peer.processIdentifier, SIGKILL)
            peer.waitUntilExit()
            peer = try ProcessesTests.peer([kind.rawValue, address])
        }
        try await echoes(500)
        await bridge.close()
        #expect(bridge.state == .ended(nil))
        peer.waitUntilExit()
        #expect(peer.terminationStatus == 0)
    }

    @Test(arguments: LinkKind.allCases)
    func `whoever waits for a connection is cancelled, whatever the link`(kind: LinkKind) async throws {
        let folder = try Folder()
        let (listening, address) = try kind.listening(folder)
        let waiting = Task { _ = try await listening.open() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        // Cancelled or connected, whichever comes first; and the next one gets through.
        let connecting = Task { _ = try await kind.connecting(address).open() }
        connecting.cancel()
        do { try await connecting.value } catch is CancellationError {}
        listening.close()
        await #expect(throws: BridgeError.self) { _ = try await listening.open() }
    }
}
