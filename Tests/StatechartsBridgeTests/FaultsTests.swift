import Statecharts
import StatechartsBridge
import StatechartsTesting
import TestSupport
import Testing

/// Links that break, lose and delay: nothing is lost, nothing comes twice, the order is kept.
@Suite struct FaultsTests {
    static let faults: [MemoryLink.Faults] = [
        .init(cutEvery: 3), .init(cutEvery: 7), .init(lossEvery: 5), .init(swapEvery: 6),
        .init(lossEvery: 7, swapEvery: 5, cutEvery: 11),
    ]

    @Test(arguments: faults)
    func `a link that breaks again and again loses nothing`(faults: MemoryLink.Faults) async throws {
        let clock = ManualClock()
        let pair = Pair(clock: clock, faults: faults, limits: .init(window: 8))
        let numbers = OutputPort<Int>("numbers"), back = InputPort<Int>("back")
        let echo = OutputPort<Int>("echo")
        pair.left.export(numbers, as: "there", buffering: .unbounded)
        pair.right.import("there", to: echo)
        pair.right.export(echo, as: "back", buffering: .unbounded)
        pair.left.import("back", to: back)
        pair.left.begin()
        pair.right.begin()
        for number in 1...150 { numbers.send(number) }
        // Time is only needed where the last piece was lost, and before another attempt.
        let clockwork = clock.ticking(by: .milliseconds(100))
        #expect(await back.first(150) == Array(1...150))
        clockwork.cancel()
        await clockwork.value
    }

    @Test func `a delay is a delay by the clock`() async throws {
        let clock = ManualClock()
        let pair = Pair(clock: clock, faults: .init(delay: .seconds(2)))
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
        pair.left.export(numbers, as: "numbers")
        pair.right.import("numbers", to: arrived)
        pair.left.begin()
        pair.right.begin()
        let clockwork = clock.ticking(by: .milliseconds(100))
        try await pair.right.start()
        try await pair.left.start()
        let before = clock.now
        numbers.send(1)
        #expect(await arrived.first(1) == [1])
        #expect(before.duration(to: clock.now) >= .seconds(2))
        clockwork.cancel()
        await clockwork.value
    }

    @Test(.timeLimit(.minutes(30)))
    func `a link with a delay that is stopped brings nothing more, and whoever waits for it goes on`() async throws {
        let clock = ManualClock()
        let pair = Pair(clock: clock, faults: .init(delay: .seconds(2)), limits: .init(window: 4))
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
        pair.left.export(numbers, as: "numbers", buffering: .waiting(1))
        pair.right.import("numbers", to: arrived)
        pair.left.begin()
        pair.right.begin()
        let clockwork = clock.ticking(by: .milliseconds(100))
        try await pair.right.start()
        try await pair.left.start()
        numbers.send(0)
        #expect(await arrived.first(1) == [0])
        clockwork.cancel()
        await clockwork.value
        // From here on the clock stands still, and what is sent stays on the way.
        let sending = Task {
            for number in 1...100 { try await numbers.sendWaiting(number) }
        }
        try await eventually { pair.left.waitingCount >= 4 }
        let ends = [pair.left.states.stream(), pair.right.states.stream()]
        pair.left.stop()
        pair.right.stop()
        for states in ends { for await _ in states {} }
        try await sending.value
        #expect(arrived.bufferedCount == 0)
        #expect(pair.left.state == .ended(nil))
        #expect(pair.right.state == .ended(nil))
    }

    @Test func `a side that hears nothing for too long cuts, and goes on over the next connection`() async throws {
        let clock = ManualClock()
        // The second piece from each side is lost: the first message.
        let pair = Pair(clock: clock, faults: .init(lossEvery: 3), limits: .init(patience: .seconds(5)))
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
        pair.left.export(numbers, as: "numbers")
        pair.right.import("numbers", to: arrived)
        let states = pair.left.states.stream()
        try await pair.start()
        let clockwork = clock.ticking(by: .milliseconds(100))
        for number in 1...20 {
            numbers.send(number)
            #expect(await arrived.first(1) == [number])
        }
        clockwork.cancel()
        await clockwork.value
        pair.left.stop()
        var silences = 0
        for await state in states {
            if case .cut(let error) = state, error.code == .silent { silences += 1 }
        }
        #expect(silences > 0)
    }

    @Test func `after as many attempts as are allowed the bridge ends with the last error`() async throws {
        struct Nowhere: BridgeLink {
            var description: String { "nowhere" }
            func open() async throws -> any BridgeConnection { throw BridgeError(.unreachable, "nowhere is not there") }
            func close() {}
        }
        let clock = ManualClock()
        let bridge = Bridge(
            over: Nowhere(), limits: .init(retryDelays: .seconds(1)...Duration.seconds(3), attempts: 5), clock: clock)
        let states = bridge.states.stream()
        bridge.begin()
        let clockwork = clock.ticking(by: .milliseconds(100))
        let error = BridgeError(.unreachable, "nowhere is not there")
        await #expect(throws: error) { try await bridge.start() }
        clockwork.cancel()
        await clockwork.value
        var seen: [BridgeState] = []
        for await state in states { seen.append(state) }
        #expect(seen == [.new] + (1...5).flatMap { _ in [.connecting, .cut(error)] } + [.ended(error)])
    }

    @Test func `sides that do not fit are refused with the descriptions of both`() async throws {
        let pair = Pair()
        let numbers = OutputPort<Int>("numbers"), words = InputPort<String>("words"), others = InputPort<Int>()
        pair.left.export(numbers, as: "numbers")
        pair.right.import("numbers", to: words)
        pair.right.import("others", to: others)
        pair.left.begin()
        pair.right.begin()
        var errors: [BridgeError] = []
        for bridge in [pair.left, pair.right] {
            do { try await bridge.start() } catch let error as BridgeError { errors.append(error) }
        }
        #expect(errors.allSatisfy { $0.code == .refused || $0.peer?.code == .refused }, "\(errors)")
        #expect(errors.count == 2)
        let whole = errors.map(\.description).joined(separator: "\n")
        #expect(whole.contains("exports numbers: Int"))
        #expect(whole.contains("imports numbers: String, others: Int"))
        #expect(whole.contains("others is imported"))
    }
}
