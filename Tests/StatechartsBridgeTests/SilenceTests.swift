import Statecharts
import StatechartsTesting
import Testing

@testable import StatechartsBridge

/// Who says nothing loses its place, also while nothing is due; all by the bridge's clock.
@Suite struct SilenceTests {
    private let clock = ManualClock()
    private let link = PlayedLink(isListening: true)

    private func bridge() -> Bridge {
        let bridge = Bridge(over: link, name: "shop", limits: .init(patience: .seconds(10)), clock: clock)
        bridge.export(OutputPort<Int>("numbers"), as: "numbers")
        return bridge
    }

    private func peer(_ bridge: Bridge) async throws -> PlayedConnection {
        let connection = try #require(await link.opened.first { _ in true })
        connection.give(PlayedConnection.hello(imports: ["numbers": "Int"]))
        try await bridge.start()
        _ = try connection.take()
        return connection
    }

    @Test(.timeLimit(.minutes(30)))
    func `a peer that is silent while nothing is due is asked, told, and loses its place`() async throws {
        let bridge = bridge(), states = bridge.states.stream()
        bridge.begin()
        let connection = try await peer(bridge)
        let before = clock.now
        var said: [Frame] = []
        while !connection.hasEnded, before.duration(to: clock.now) < .seconds(100) {
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(1))
            said += try connection.take()
        }
        #expect(said.first == .ping)
        #expect(before.duration(to: clock.now) < .seconds(32))
        for await state in states {
            guard case .cut(let error) = state else { continue }
            #expect(error.code == .silent)
            #expect(error.description.contains("has not answered a ping"))
            break
        }
        // The next one is served.
        _ = try await peer(bridge)
        bridge.stop()
    }

    @Test(.timeLimit(.minutes(30)))
    func `a peer that answers keeps its place, and is not asked while it talks`() async throws {
        let bridge = bridge()
        bridge.begin()
        let connection = try await peer(bridge)
        var asked = 0
        for _ in 1...300 {
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(1))
            for frame in try connection.take() where frame == .ping {
                asked += 1
                connection.give(Frame.pong.bytes)
            }
        }
        #expect(!connection.hasEnded)
        #expect(asked > 10)
        asked = 0
        for second in 1...300 {
            connection.give(Frame.acknowledgement(0).bytes)
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(1))
            for frame in try connection.take() where frame == .ping {
                // It may have been asked before it began to talk.
                if second > 20 { asked += 1 }
                connection.give(Frame.pong.bytes)
            }
        }
        #expect(asked == 0)
        #expect(bridge.state == .connected(peer: "stranger"))
        bridge.stop()
    }

    @Test(.timeLimit(.minutes(30)))
    func `a monitor that falls silent loses its place, and what it has paused goes on`() async throws {
        let system = System(), orders = OutputPort<Int>("orders"), taken = InputPort<Int>("taken")
        connect(orders, to: taken)
        system.add("Guest", ports: orders)
        system.add("Kitchen", ports: taken)
        let service = MonitorService(
            of: system, over: link, name: "shop", access: .stepping, connections: 1,
            limits: .init(patience: .seconds(10)), clock: clock)
        service.start()
        let silent = try await PlayedViewer(link)
        silent.ask(.pause)
        #expect(try await silent.answer().isDone)
        orders.send(1)
        #expect(system.isPaused && system.held.count == 1)
        let before = clock.now
        var said: [Frame] = []
        while !silent.connection.hasEnded, before.duration(to: clock.now) < .seconds(100) {
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(1))
            said += try silent.connection.take()
        }
        #expect(silent.connection.hasEnded && before.duration(to: clock.now) < .seconds(32))
        guard case .error(let code, _) = silent.connection.lastFrames.last else {
            Issue.record("\(said), \(silent.connection.lastFrames)")
            return
        }
        #expect(code == "silent")
        #expect(await taken.first(1) == [1])
        // The next one is served, and keeps its place while it answers.
        let next = try await PlayedViewer(link)
        next.ask(.look)
        #expect(try await next.answer().isDone)
        var asked = 0
        for _ in 1...100 {
            await clock.waitForSleepers()
            await clock.advance(by: .seconds(1))
            for frame in try next.connection.take() where frame == .ping {
                asked += 1
                next.connection.give(Frame.pong.bytes)
            }
        }
        #expect(asked > 3 && !next.connection.hasEnded)
        service.stop()
    }

    @Test(.timeLimit(.minutes(30)))
    func `a peer whose messages have a gap is told so, and comes again`() async throws {
        let bridge = Bridge(over: link, name: "shop", clock: clock), arrived = InputPort<Int>("arrived")
        bridge.import("arrived", to: arrived)
        bridge.begin()
        let connection = try #require(await link.opened.first { _ in true })
        connection.give(PlayedConnection.hello(exports: ["arrived": "Int"]))
        _ = try connection.take()
        var message: [UInt8] = []
        MessageFrame.write(number: 3, to: &message) {
            $0.bytes += Array(#","channel":"arrived","id":"00000000000000aa-1"}"#.utf8) + [0x0A, 0x37]
        }
        connection.give(message)
        #expect(connection.hasEnded)
        let last = try #require(connection.lastFrames.last)
        guard case .error(let code, let text) = last else {
            Issue.record("\(last)")
            return
        }
        #expect(code == "gap")
        #expect(text.contains("1 is missing"))
        let next = try #require(await link.opened.first { _ in true })
        next.give(PlayedConnection.hello(exports: ["arrived": "Int"]))
        try await bridge.start()
        bridge.stop()
    }
}
