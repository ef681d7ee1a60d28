import Statecharts
import StatechartsTesting
import Testing

@testable import StatechartsBridge

/// Whoever waits can be cancelled, and a bridge may be ended from anywhere: nobody hangs, and what goes on goes on
/// whole.
@Suite struct CancellationTests {
    @Test func `a sender that waits for room is cancelled, and its message does not come`() async throws {
        let pair = Pair()
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
        pair.left.export(numbers, as: "numbers", buffering: .waiting(2))
        pair.right.import("numbers", to: arrived)
        pair.left.begin()
        try await numbers.sendWaiting(1)
        try await numbers.sendWaiting(2)
        #expect(pair.left.waitingCount == 2)
        let waiting = Task { try await numbers.sendWaiting(3) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        try await pair.start()
        try await numbers.sendWaiting(4)
        #expect(await arrived.first(3) == [1, 2, 4])
    }

    @Test func `close waits for the other side, and is cancelled`() async throws {
        let pair = Pair()
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived", buffering: .waiting(1))
        pair.left.export(numbers, as: "numbers")
        pair.right.import("numbers", to: arrived)
        pair.left.begin()
        numbers.send(1)
        // Nobody is there: only being cancelled ends it.
        let closing = Task { await pair.left.close() }
        closing.cancel()
        await closing.value
        #expect(pair.left.state == .ended(nil))
        await pair.left.close()
        pair.left.stop()
    }

    @Test func `a link that waits for the other side is cancelled, and can be opened again`() async throws {
        let (one, two) = MemoryLink.pair()
        let opening = Task { _ = try await one.open() }
        opening.cancel()
        await #expect(throws: CancellationError.self) { try await opening.value }
        let again = Task { try await one.open() }
        _ = try await two.open()
        _ = try await again.value
    }

    @Test func `a sender that waits for room goes on when the bridge is released`() async throws {
        var pair: Pair? = Pair()
        let numbers = OutputPort<Int>("numbers")
        pair?.left.export(numbers, as: "numbers", buffering: .waiting(1))
        pair?.left.begin()
        try await numbers.sendWaiting(1)
        let waiting = Task { try await numbers.sendWaiting(2) }
        pair = nil
        try await waiting.value
    }

    @Test func `a bridge may be stopped from inside the handler of a message`() async throws {
        let pair = Pair()
        let numbers = OutputPort<Int>("numbers"), here = OutputPort<Int>("here"), arrived = InputPort<Int>("arrived")
        pair.left.export(numbers, as: "numbers")
        pair.right.import("numbers", to: here)
        connect(here, to: arrived) { [right = pair.right] number in
            if number == 3 { right.stop() }
            return number
        }
        let states = (pair.left.states.stream(), pair.right.states.stream())
        try await pair.start()
        for number in 1...5 { numbers.send(number) }
        for await _ in states.1 {}
        for await _ in states.0 {}
        #expect(pair.right.state == .ended(nil))
        #expect(await arrived.first(3) == [1, 2, 3])
    }

    @Test func `a connection may be cut from inside the handler of a message, and all come once`() async throws {
        let (one, two) = MemoryLink.pair()
        let left = Bridge(over: one, name: "left", limits: .patient)
        let right = Bridge(over: two, name: "right", limits: .patient)
        let numbers = OutputPort<Int>("numbers"), here = OutputPort<Int>("here"), arrived = InputPort<Int>("arrived")
        left.export(numbers, as: "numbers")
        right.import("numbers", to: here)
        connect(here, to: arrived) { number in
            if number % 10 == 0 { two.cut() }
            return number
        }
        left.begin()
        try await right.start()
        for number in 1...100 { numbers.send(number) }
        #expect(await arrived.first(100) == Array(1...100))
        await left.close()
        await right.close()
    }

    @Test func `close may be called where the messages are handled`() async throws {
        let pair = Pair()
        let numbers = OutputPort<Int>("numbers"), arrived = InputPort<Int>("arrived")
        pair.left.export(numbers, as: "numbers")
        pair.right.import("numbers", to: arrived)
        let handling = arrived.handle { [right = pair.right] number in
            if number == 2 { await right.close() }
        }
        let states = pair.left.states.stream()
        try await pair.start()
        for number in 1...3 { numbers.send(number) }
        for await _ in states {}
        #expect(pair.left.state == .ended(nil))
        handling.cancel()
    }

    // MARK: Monitors

    @Test func `whoever asks a service that does not answer is cancelled, and one that was not started is told so`()
        async throws
    {
        let (one, two) = MemoryLink.pair()
        let service = Bridge(over: one, name: "mute", limits: .patient)
        let reports = OutputPort<MonitorReport>("reports"), commands = InputPort<MonitorCommand>("commands")
        service.export(reports, as: MonitorService.reportChannel)
        service.export(OutputPort<String>(), as: MonitorService.recordingChannel)
        service.import(MonitorService.commandChannel, to: commands)
        service.begin()
        let monitor = Monitor(over: two, limits: .patient)
        await #expect(throws: BridgeError.self) { try await monitor.ask(.look) }
        // Connected it is soon, and started when the service has answered.
        let starting = Task { try await monitor.start() }
        let first = await commands.first(1)
        #expect(first.map(\.verb) == [.look])
        reports.send(.answer(number: first[0].number, isDone: true, text: "", held: [], heldCount: 0, dropped: 0))
        try await starting.value
        let asking = Task { try await monitor.ask(.pause) }
        #expect(await commands.first(1).map(\.verb) == [.pause])
        asking.cancel()
        await #expect(throws: CancellationError.self) { try await asking.value }
        // A late answer finds nobody, and the next question has its own.
        let next = Task { try await monitor.ask(.step) }
        let asked = await commands.first(1)
        for number in 1...(asked.last?.number ?? 1) {
            reports.send(.answer(number: number, isDone: true, text: "\(number)", held: [], heldCount: 0, dropped: 0))
        }
        #expect(try await next.value.text == asked.last.map { "\($0.number)" })
        service.stop()
        await #expect(throws: BridgeError.self) { while true { try await monitor.ask(.look) } }
        await monitor.stop()
    }

    @Test(RealLinks.asked) func `a monitor that connects to nobody is cancelled, and connects later`() async throws {
        let (one, two) = MemoryLink.pair()
        let monitor = Monitor(over: two)
        let starting = Task { try await monitor.start() }
        starting.cancel()
        await #expect(throws: CancellationError.self) { try await starting.value }
        let system = System(), service = MonitorService(of: system, over: one, name: "late")
        service.start()
        try await monitor.start()
        try await monitor.ask(.look)
        await monitor.stop()
        service.stop()
    }
}
