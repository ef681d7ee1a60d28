import Statecharts
import Synchronization
import StatechartsTesting
import TestSupport
import Testing

@testable import StatechartsBridge

/// Closing lets everything arrive that was sent before, and then comes to an end.
@Suite struct CloseTests {
    @Test(.timeLimit(.minutes(30)))
    func `closing comes to an end with messages that a policy keeps, and a side that imports nothing`() async throws {
        let pair = Pair()
        let numbers = OutputPort<Int>("numbers")
        pair.left.export(numbers, as: "numbers", buffering: .bufferingNewest(3))
        pair.left.begin()
        for number in 1...5 { numbers.send(number) }
        let closing = Task { await pair.left.close() }
        try await pair.right.start()
        await closing.value
        #expect(pair.left.state == .ended(nil))
    }

    @Test(.timeLimit(.minutes(30)))
    func `what a policy keeps while there is no connection arrives before the bridge is closed`() async throws {
        let pair = Pair()
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
        pair.left.export(numbers, as: "numbers", buffering: .bufferingNewest(3))
        pair.right.import("numbers", to: arrived)
        pair.left.begin()
        for number in 1...5 { numbers.send(number) }
        async let closing: Void = pair.left.close()
        try await pair.right.start()
        await closing
        #expect(await arrived.first(3) == [3, 4, 5])
        #expect(pair.left.lostCount == 0)
    }

    /// A start begins the bridge and then looks; between the two the other side may come, send and close.
    @Test func `who began a bridge that has met and been closed meanwhile is told that it has met`() async throws {
        let pair = Pair()
        try await pair.start()
        let core = try #require(pair.right.core)
        await pair.left.close()
        await pair.right.close()
        try await core.waitForConnection(asFirst: true)
        let error = await #expect(throws: BridgeError.self) { try await core.waitForConnection(asFirst: false) }
        #expect(error?.code == .closed)
    }

    @Test(.timeLimit(.minutes(30)))
    func `a sender that never stops does not keep a bridge from closing, and nothing in between is missing`()
        async throws
    {
        let pair = Pair()
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
        pair.left.export(numbers, as: "numbers")
        pair.right.import("numbers", to: arrived)
        try await pair.start()
        let isOver = Atomic<Bool>(false)
        async let sending: Int = Task.detached {
            var number = 0
            while !isOver.load(ordering: .acquiring) {
                number += 1
                numbers.send(number)
                if number % 100 == 0 { await Task.yield() }
            }
            return number
        }.value
        #expect(await arrived.first(100) == Array(1...100))
        await pair.left.close()
        isOver.store(true, ordering: .releasing)
        _ = await sending
        let rest = await arrived.first(arrived.bufferedCount)
        #expect(rest == Array(101..<(101 + rest.count)))
        #expect(pair.left.lostCount == 0)
    }

    @Test(.timeLimit(.minutes(30)))
    func `both sides close at the same time, and nothing is lost or counted as lost`() async throws {
        for round in 0..<400 {
            let pair = Pair(), count = round % 20
            let ports = [OutputPort<Int>("there"), OutputPort<Int>("back")]
            let arrived = [InputPort<Int>("there"), InputPort<Int>("back")]
            pair.left.export(ports[0], as: "there")
            pair.right.import("there", to: arrived[0])
            pair.right.export(ports[1], as: "back")
            pair.left.import("back", to: arrived[1])
            pair.left.begin()
            try await pair.right.start()
            for number in 0..<count { for port in ports { port.send(number) } }
            async let closing: Void = pair.left.close()
            await pair.right.close()
            await closing
            #expect([pair.left.lostCount, pair.right.lostCount] == [0, 0])
            #expect(arrived.map(\.bufferedCount) == [count, count])
            #expect([pair.left.state, pair.right.state] == [.ended(nil), .ended(nil)])
        }
    }

    @Test(.timeLimit(.minutes(30)), arguments: 3...12)
    func `both sides close while the link breaks after every so many pieces, and all comes`(every: Int) async throws {
        let clock = ManualClock()
        // Nothing is lost here, so that nobody has to lose patience; the clock runs faster than the sides do.
        let limits = BridgeLimits(window: 2, patience: .seconds(100_000))
        let pair = Pair(clock: clock, faults: .init(cutEvery: every), limits: limits)
        let ports = [OutputPort<Int>("there"), OutputPort<Int>("back")]
        let arrived = [InputPort<Int>("there"), InputPort<Int>("back")]
        pair.left.export(ports[0], as: "there")
        pair.right.import("there", to: arrived[0])
        pair.right.export(ports[1], as: "back")
        pair.left.import("back", to: arrived[1])
        pair.left.begin()
        pair.right.begin()
        for number in 1...6 { for port in ports { port.send(number) } }
        let clockwork = clock.ticking(by: .milliseconds(100))
        async let closing: Void = pair.left.close()
        await pair.right.close()
        await closing
        clockwork.cancel()
        #expect([pair.left.lostCount, pair.right.lostCount] == [0, 0])
        #expect(arrived.map(\.bufferedCount) == [6, 6])
    }

    /// On every connection bye is said, and on those in `withMessage` a message comes too, before bye or after it.
    /// Answers how many connections there are before the side gives up, or `nil` if it does not in twenty.
    private func connectionsWithBye(withMessage: Set<Int>, afterBye: Bool) throws -> Int? {
        let offer = ChannelOffer(channel: "back", type: "Int", kind: .publish)
        var session = Session(
            name: "left", number: 1, limits: BridgeLimits(), exports: [], imports: [(offer, tellsReadiness: false)])
        session.close()
        var number: UInt64 = 0
        for connection in 1...20 {
            _ = session.begin()
            let hello = Hello(
                name: "right", session: 2, peer: 1, next: number + 1, received: 0, exports: [offer], imports: [])
            _ = try session.take(.hello(hello))
            session.endBatch()
            func takeMessage() throws {
                guard withMessage.contains(connection) else { return }
                number += 1
                _ = try session.take(message: number, of: "back")
                session.endBatch()
            }
            if !afterBye { try takeMessage() }
            let said = session.output(atMost: 1 << 16).map { String(decoding: $0, as: UTF8.self) } ?? ""
            #expect(said.contains(#""frame":"bye","waits":true"#))
            if afterBye { try takeMessage() }
            session.cut()
            if session.isFinished { return connection }
        }
        return nil
    }

    @Test(arguments: [false, true])
    func `byes are counted anew when a message comes`(afterBye: Bool) throws {
        #expect(try connectionsWithBye(withMessage: [], afterBye: afterBye) == 8)
        // The bye of the connection on which it came counts if the message has come after it or before.
        #expect(try connectionsWithBye(withMessage: [1], afterBye: afterBye) == 8)
        #expect(try connectionsWithBye(withMessage: [7], afterBye: afterBye) == 14)
        #expect(try connectionsWithBye(withMessage: [8], afterBye: afterBye) == 15)
        #expect(try connectionsWithBye(withMessage: [7, 14], afterBye: afterBye) == nil)
    }

    @Test(.timeLimit(.minutes(30)))
    func `with nothing to send closing waits for no stranger who says nothing`() async throws {
        let link = PlayedLink(isListening: true), bridge = Bridge(over: link, name: "left", clock: ManualClock())
        bridge.export(OutputPort<Int>("numbers"), as: "numbers")
        bridge.begin()
        _ = try #require(await link.opened.first { _ in true })
        await bridge.close()
        #expect(bridge.state == .ended(nil))
    }

    @Test(.timeLimit(.minutes(30)))
    func `who does not answer a bye is waited for as long as the limits say`() async throws {
        let link = PlayedLink(isListening: true), clock = ManualClock()
        let bridge = Bridge(over: link, name: "left", limits: .init(patience: .seconds(10)), clock: clock)
        bridge.export(OutputPort<Int>("numbers"), as: "numbers")
        bridge.begin()
        let connection = try #require(await link.opened.first { _ in true })
        connection.give(PlayedConnection.hello(imports: ["numbers": "Int"]))
        try await bridge.start()
        let closing = Task { await bridge.close() }
        try await eventually { try connection.take().contains(.bye(waits: true)) }
        // One that is silent is cut, and one that does not come again is waited for once more: two looks each.
        for _ in 1...4 {
            await clock.waitForSleepers()
            #expect(bridge.state != .ended(nil))
            await clock.advance(by: .seconds(10))
        }
        await closing.value
        #expect(bridge.state == .ended(nil))
    }

    @Test(.timeLimit(.minutes(30)))
    func `what the other side has under way arrives, and its end is told`() async throws {
        let link = PlayedLink(), bridge = Bridge(over: link, name: "left", limits: .patient)
        let arrived = InputPort<Int>("arrived"), numbers = OutputPort<Int>("numbers")
        bridge.export(numbers, as: "numbers")
        bridge.import("arrived", to: arrived)
        bridge.begin()
        let connection = try #require(await link.opened.first { _ in true })
        connection.give(PlayedConnection.hello(exports: ["arrived": "Int"], imports: ["numbers": "Int"]))
        try await bridge.start()
        _ = try connection.take()
        let closing = Task { await bridge.close() }
        var said: [Frame] = []
        try await eventually {
            said = try connection.take()
            return !said.isEmpty
        }
        #expect(said == [.bye(waits: true)])
        var message: [UInt8] = []
        MessageFrame.write(number: 1, to: &message) {
            $0.bytes += Array(#","channel":"arrived","id":"00000000000000aa-1"}"#.utf8) + [0x0A, 0x37]
        }
        connection.give(message)
        #expect(try connection.take() == [.acknowledgement(1)])
        connection.give(Frame.bye(waits: false).bytes)
        await closing.value
        #expect(await arrived.first(1) == [7])
        #expect(bridge.state == .ended(nil))
    }

    @Test(.timeLimit(.minutes(30)))
    func `a stranger's bye ends nothing`() async throws {
        let link = PlayedLink(isListening: true), bridge = Bridge(over: link, name: "left", limits: .patient)
        bridge.begin()
        let stranger = try #require(await link.opened.first { _ in true })
        stranger.give(Frame.bye(waits: false).bytes)
        let next = try #require(await link.opened.first { _ in true })
        next.give(PlayedConnection.hello())
        try await bridge.start()
        bridge.stop()
    }

    @Test func `a bridge that has ended cannot be started again, also if it was connected`() async throws {
        let pair = Pair()
        try await pair.start()
        await pair.left.close()
        let error = await #expect(throws: BridgeError.self) { try await pair.left.start() }
        #expect(error?.code == .closed)
    }

    @Test(.timeLimit(.minutes(30)))
    func `a bridge ends also where its link waits for somebody and does not hear of being cancelled`() async throws {
        final class Deaf: BridgeLink {
            private let isOver = AsyncStream<Void>.makeStream(), hasBegun = AsyncStream<Void>.makeStream()
            var description: String { "deaf" }
            func open() async throws -> any BridgeConnection {
                hasBegun.continuation.finish()
                // Not part of the task that is cancelled.
                await Task { [isOver] in for await _ in isOver.stream {} }.value
                throw BridgeError(.closed, "deaf: closed")
            }
            func close() { isOver.continuation.finish() }
            func waitUntilOpen() async { for await _ in hasBegun.stream {} }
        }
        let link = Deaf(), bridge = Bridge(over: link, name: "left", limits: .patient)
        let states = bridge.states.stream()
        bridge.begin()
        await link.waitUntilOpen()
        bridge.stop()
        for await _ in states {}
        #expect(bridge.state == .ended(nil))
    }

    @Test(.timeLimit(.minutes(30)))
    func `a bridge that has ended is released, with its link`() async throws {
        weak var link: PlayedLink?
        do {
            let played = PlayedLink(), bridge = Bridge(over: played, name: "left", limits: .patient)
            let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
            link = played
            bridge.export(numbers, as: "numbers")
            bridge.import("arrived", to: arrived)
            let states = bridge.states.stream()
            bridge.begin()
            let connection = try #require(await played.opened.first { _ in true })
            connection.give(PlayedConnection.hello(exports: ["arrived": "Int"], imports: ["numbers": "Int"]))
            numbers.send(1)
            bridge.stop()
            for await _ in states {}
        }
        // Who has said that it is over is still on its way out.
        try await eventually { link == nil }
    }
}
