import Statecharts
import Synchronization
import Testing

@testable import StatechartsBridge

/// Closing lets everything arrive that was sent before, and then comes to an end.
@Suite struct CloseTests {
    @Test(.timeLimit(.minutes(5)))
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

    @Test(.timeLimit(.minutes(5)))
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

    @Test(.timeLimit(.minutes(5)))
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

    @Test func `a bridge that has ended cannot be started again, also if it was connected`() async throws {
        let pair = Pair()
        try await pair.start()
        await pair.left.close()
        let error = await #expect(throws: BridgeError.self) { try await pair.left.start() }
        #expect(error?.code == .closed)
    }

    @Test(.timeLimit(.minutes(5)))
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
        while link != nil { await Task.yield() }
    }
}
