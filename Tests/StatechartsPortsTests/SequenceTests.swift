import Synchronization
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Sequences that feed an input, and how that ends.
@Suite struct SequenceTests {
    private let source = AsyncStream.makeStream(of: Int.self)

    /// A machine that has taken what the sequence brought and then come to its end.
    private func ended(_ counter: sending Counter, _ before: () async throws -> Void = {}) async throws
        -> Machine<Counter>
    {
        let results = counter.doubled.stream()
        let machine = Machine(counter)
        try await machine.start()
        source.continuation.yield(1)
        #expect(await results.first(1) == [2])
        try await before()
        try await machine.send(.stop)
        try await machine.finished
        return machine
    }

    @Test(arguments: [PortBuffering.unbounded, .waiting(1)])
    func `a sequence is not iterated any more when its machine has ended, and what it brought then is undelivered`(
        policy: PortBuffering
    ) async throws {
        let input = InputPort<Int>("numbers", buffering: policy), asks = Asks()
        let connection = connect(Asked(stream: source.stream, asks: asks), to: input)
        let machine = try await ended(Counter(numbers: input)) {
            // The end comes while the next element is waited for, and not before.
            try await eventually { asks.count.load(ordering: .acquiring) == 2 }
        }
        #expect(connection.isConnected)
        source.continuation.yield(2)
        try await eventually { !connection.isConnected }
        #expect(input.undeliveredCount == 1)
        withExtendedLifetime(machine) {}
    }

    @Test func `the sequence of a supervised machine goes on from life to life, until there is no other one`()
        async throws
    {
        let notes = Tattler.Notes(), input = InputPort<Tattler>("in")
        let (stream, continuation) = AsyncStream.makeStream(of: Tattler.self)
        let connection = connect(stream, to: input)
        let hadEnded = Guarded<[Bool]>([])
        let supervisor = Supervisor(limit: RestartLimit(1, in: .seconds(1_000_000)))
        let child = supervisor.add("drain", mailbox: .kept) {
            hadEnded.withLock { $0.append(input.storage.takesNoMore) }
            return Machine(Drain(input: input))
        }
        let run = Task { try await supervisor.run() }
        child.post(.fail(notes.make()))
        try await child.send(.take(notes.make()))
        #expect(hadEnded.withLock { $0 } == [false, false])
        continuation.yield(notes.make())
        try await child.send(.stop)
        try await run.value
        continuation.yield(notes.make())
        try await eventually { !connection.isConnected }
    }

    @Test func `nor when the input is finished or released`() async throws {
        for isReleased in [false, true] {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            var input: InputPort<Int>? = InputPort("in")
            let connection = try connect(stream, to: #require(input))
            if isReleased { input = nil } else { input?.finish() }
            continuation.yield(1)
            try await eventually { !connection.isConnected }
            withExtendedLifetime(input) {}
        }
    }

    @Test func `a sequence that has ended is not connected`() async throws {
        let input = InputPort<Int>("in")
        let connection = connect(source.stream, to: input)
        #expect(connection.description == "Int → in")
        source.continuation.finish()
        try await eventually { !connection.isConnected }
        #expect(connection.description == "not connected")
    }
}

/// How often a sequence was asked for an element.
private final class Asks: Sendable {
    let count = Atomic(0)
}

/// A stream that counts how often it is asked.
private struct Asked: AsyncSequence, Sendable {
    let stream: AsyncStream<Int>
    let asks: Asks

    func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator(), asks: asks) }

    struct Iterator: AsyncIteratorProtocol {
        var base: AsyncStream<Int>.Iterator
        let asks: Asks

        mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
            asks.count.add(1, ordering: .releasing)
            return await base.next(isolation: actor)
        }
    }
}
