@testable import Statecharts
@testable import StatechartsCore
import Synchronization
import TestSupport
import Testing

/// What is kept for a message whose sender waits, on its way to the end.
@Suite struct RoomTests {
    private let out = OutputPort<Int>("out")

    private func waiting(_ count: Int, at port: InputPort<Int>) async throws {
        try await eventually { port.storage.withState({ $0.producers.count }) == count }
    }

    @Test func `a message that waits for room is mapped once`() async throws {
        let slow = InputPort<Int>("slow", buffering: .waiting(1)), mapped = Atomic(0)
        connect(out, to: slow) { number in
            mapped.add(1, ordering: .relaxed)
            return number < 0 ? nil : number
        }
        for number in [1, -1, -2] { try await out.sendWaiting(number) }
        let producer = Task { [out] in try await out.sendWaiting(2) }
        try await waiting(1, at: slow)
        #expect(await slow.first(2) == [1, 2])
        try await producer.value
        #expect(mapped.load(ordering: .relaxed) == 4)
    }

    @Test func `a message that waits is mapped before, also if it is not sent in the end`() async throws {
        let slow = InputPort<Int>("slow", buffering: .waiting(1)), mapped = Atomic(0)
        connect(out, to: slow) { number in
            mapped.add(1, ordering: .relaxed)
            return number
        }
        out.send(1)
        let producer = Task { [out] in try await out.sendWaiting(2) }
        try await waiting(1, at: slow)
        #expect(mapped.load(ordering: .relaxed) == 2)
        producer.cancel()
        await #expect(throws: CancellationError.self) { try await producer.value }
        out.enforce(Contract(Ascending()), onViolation: .refuse) { $0 }
        #expect(await slow.first(1) == [1])
        try await out.sendWaiting(4)
        #expect(await slow.first(1) == [4])
        try await out.sendWaiting(3)
        #expect((slow.bufferedCount, mapped.load(ordering: .relaxed)) == (0, 4))
    }

    /// out ─▶ proxy (1) ─▶ slow (1)
    @Test func `room behind a bounded proxy is kept for the message that waited for it`() async throws {
        let proxy = InputPort<Int>("proxy", buffering: .waiting(1)),
            slow = InputPort<Int>("slow", buffering: .waiting(1))
        connect(out, to: proxy)
        connect(proxy, to: slow)
        let producer = Task { [out] in
            for number in 1...50 { try await out.sendWaiting(number) }
            slow.finish()
        }
        var received: [Int] = []
        for await number in slow {
            received.append(number)
            #expect(slow.bufferedCount <= 1)
        }
        try await producer.value
        #expect(received == Array(1...50))
        #expect([proxy.droppedCount, slow.droppedCount, proxy.bufferedCount] == [0, 0, 0])
    }

    @Test func `while a sender waits, who is disconnected gets nothing and who is connected gets the message`()
        async throws
    {
        let slow = InputPort<Int>("slow", buffering: .waiting(1)),
            roomy = InputPort<Int>("roomy", buffering: .waiting(1))
        let late = InputPort<Int>("late")
        let connection = connect(out, to: roomy)
        connect(out, to: slow)
        slow.send(0)
        let producer = Task { [out] in try await out.sendWaiting(1) }
        try await waiting(1, at: slow)
        connection.disconnect()
        connect(out, to: late)
        #expect(await slow.first(2) == [0, 1])
        try await producer.value
        #expect([roomy.bufferedCount, late.bufferedCount] == [0, 1])
        // The place that was kept is free again.
        roomy.send(2)
        #expect(await roomy.first(1) == [2])
        #expect(roomy.droppedCount == 0)
    }

    @Test func `room that a contract leaves unused is free again`() async throws {
        let slow = InputPort<Int>("slow", buffering: .waiting(1))
        connect(out, to: slow)
        slow.enforce(Contract(DoorRules()), onViolation: .refuse) { $0 == 1 ? .init("close") : nil }
        try await out.sendWaiting(1)
        try await out.sendWaiting(2)
        #expect(await slow.first(1) == [2])
        out.enforce(Contract(DoorRules()), onViolation: .refuse) { $0 == 3 ? .init("close") : nil }
        try await out.sendWaiting(3)
        try await out.sendWaiting(4)
        #expect(await slow.first(1) == [4])
        #expect(slow.droppedCount == 0)
    }
}
