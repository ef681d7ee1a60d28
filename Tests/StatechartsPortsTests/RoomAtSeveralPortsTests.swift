import Testing
import TestSupport

@testable import Statecharts
@testable import StatechartsCore

/// Room for messages that come to several ports, or to one port several times: nobody waits for a place that only he, or
/// somebody who waits for him, could free.
@Suite struct RoomAtSeveralPortsTests {
    private let output = OutputPort<Int>("out"), input = InputPort<Int>("in", buffering: .waiting(1))

    /// Has a task wait for room, and answers it.
    private func waiting(_ number: Int, _ output: OutputPort<Int>, at inputs: InputPort<Int>...) async throws
        -> Task<Void, any Error>
    {
        func count() -> Int { inputs.reduce(0) { $0 + $1.storage.withState { $0.producers.count } } }
        let before = count()
        let producer = Task { try await output.sendWaiting(number) }
        try await eventually { count() > before }
        return producer
    }

    /// Answers whether the producer has sent; ends it if it has not.
    private func hasSent(_ producer: Task<Void, any Error>) async -> Bool {
        let isOver = Guarded(false)
        let watcher = Task {
            _ = await producer.result
            isOver.withLock { $0 = true }
        }
        try? await eventually { isOver.withLock { $0 } }
        producer.cancel()
        await watcher.value
        return (try? await producer.value) != nil
    }

    @Test func `what comes to a port twice waits for no place that it has itself`() async throws {
        connect(output, to: input)
        connect(output, to: input)
        try #require(await hasSent(Task { try await output.sendWaiting(1) }))
        #expect(input.bufferedCount == 2)
        #expect(input.droppedCount == 0)
        // The place is free when both are gone.
        let next = try await waiting(2, output, at: input)
        #expect(await input.first(2) == [1, 1])
        try #require(await hasSent(next))
        #expect(await input.first(2) == [2, 2])
        #expect(input.storage.withState { $0.reserved } == 0)
    }

    @Test func `nor what comes to it through two proxies`() async throws {
        let left = InputPort<Int>("left"), right = InputPort<Int>("right")
        connect(output, to: left)
        connect(output, to: right)
        connect(left, to: input)
        connect(right, to: input) { 10 * $0 }
        try #require(await hasSent(Task { try await output.sendWaiting(1) }))
        #expect(await input.first(2) == [1, 10])
        #expect(input.droppedCount == 0)
    }

    @Test func `who waits at a port that one of two connections has left goes on to wait there`() async throws {
        let first = connect(output, to: input), second = connect(output, to: input)
        input.send(1)
        let producer = try await waiting(2, output, at: input)
        first.disconnect()
        #expect(await input.first(1) == [1])
        try #require(await hasSent(producer))
        #expect(await input.first(1) == [2])
        // Nothing is left reserved for the connection that there is not.
        try await eventually { input.storage.withState { $0.reserved } == 0 }
        input.send(3)
        let other = try await waiting(4, output, at: input)
        second.disconnect()
        try #require(await hasSent(other))
        #expect(input.bufferedCount == 1)
        #expect(input.droppedCount == 0)
    }

    /// A bridge gives on one message after the other, and keeps the first one while the others wait for room.
    @Test func `a message from another process that has come leaves no place reserved, whoever keeps it`() async throws
    {
        let near = InputPort<Int>("near", buffering: .waiting(1)), far = InputPort<Int>("far", buffering: .waiting(1))
        let connection = connect(output, to: near)
        connect(output, to: far)
        far.send(0)
        let header = MessageHeader(
            identity: MessageIdentity(source: 5, number: 6), cause: nil,
            sender: PortLabel(owner: "Far", name: "out"), type: "Int", timeSince1970: .zero)
        guard case .waits(let wait) = output.inbound.deliver(1, header) else {
            Issue.record("there was room")
            return
        }
        let delivery = Task { await wait() }
        try await eventually { far.storage.withState { $0.producers.count } == 1 }
        #expect(near.storage.withState { $0.reserved } == 1)
        connection.disconnect()
        #expect(await far.first(2) == [0, 1])
        await delivery.value
        #expect(near.storage.withState { $0.reserved } == 0)
        withExtendedLifetime(wait) {}
    }

    @Test func `two senders to the same two ports do not wait for each other`() async throws {
        let other = InputPort<Int>("other", buffering: .waiting(1)), opposite = OutputPort<Int>("opposite")
        connect(output, to: input)
        connect(output, to: other)
        connect(opposite, to: other)
        connect(opposite, to: input)
        for port in [input, other] { port.send(0) }
        let producers = [
            try await waiting(1, output, at: input, other), try await waiting(2, opposite, at: input, other),
        ]
        let taken = Guarded<[[Int]]>([[], []])
        let consumers = [input, other].enumerated().map { place, port in
            port.handle { number in taken.withLock { $0[place].append(number) } }
        }
        for producer in producers { #expect(await hasSent(producer)) }
        try? await eventually { taken.withLock { $0.map(\.count) } == [3, 3] }
        #expect(taken.withLock { $0.map(Set.init) } == [[0, 1, 2], [0, 1, 2]])
        for consumer in consumers { consumer.cancel() }
    }
}
