import Statecharts
import Testing

@Suite struct BackPressureTests {
    @Test func `a waiting producer is held to a slow consumer, and nothing is lost`() async throws {
        let output = OutputPort<Int>()
        let subscription = output.subscription(buffering: .waiting(4))
        let most = Most()
        let producer = Task {
            for number in 0..<500 {
                try await output.sendWaiting(number)
                most.note(subscription.bufferedCount ?? .max)
            }
            output.finish()
        }
        var received: [Int] = []
        for await number in subscription.stream {
            received.append(number)
            await Task.yield()
        }
        try await producer.value
        #expect(received == Array(0..<500))
        #expect(most.value <= 4)
        #expect(subscription.droppedCount == 0)
    }

    @Test func `a machine behind a bound holds its producer`() async throws {
        let input = InputPort<Int>("numbers", buffering: .waiting(2))
        let counter = Counter(numbers: input)
        let output = OutputPort<Int>()
        connect(output, to: input)
        let results = counter.doubled.stream()
        let machine = Machine(counter)
        let most = Most()
        let producer = Task {
            for number in 0..<200 {
                try await output.sendWaiting(number)
                most.note(input.bufferedCount)
            }
        }
        try await machine.start()
        #expect(await results.first(200) == (0..<200).map { 2 * $0 })
        try await producer.value
        #expect(most.value <= 2)
        #expect(input.droppedCount == 0)
    }

    @Test func `the policies drop what they say and count it`() async throws {
        let output = OutputPort<Int>()
        let oldest = output.subscription(buffering: .bufferingOldest(3))
        let newest = output.subscription(buffering: .bufferingNewest(3))
        let waiting = output.subscription(buffering: .waiting(3))
        let all = output.subscription()
        for number in 1...10 { output.send(number) }
        output.finish()
        #expect(await Array(oldest.stream) == [1, 2, 3])
        #expect(await Array(newest.stream) == [8, 9, 10])
        #expect(await Array(waiting.stream) == [1, 2, 3])
        #expect(await Array(all.stream) == Array(1...10))
        #expect([oldest, newest, waiting, all].map(\.droppedCount) == [7, 7, 7, 0])
    }

    @Test(arguments: [
        (PortBuffering.bufferingOldest(2), [1, 2], [3, 4, 5]), (.bufferingNewest(2), [4, 5], [1, 2, 3]),
        (.waiting(2), [1, 2], [3, 4, 5]), (.unbounded, [1, 2, 3, 4, 5], []),
    ])
    func `an input drops by its policy, counts and reports it, and what it kept has arrived`(
        policy: PortBuffering, kept: [Int], dropped: [Int]
    ) async {
        let input = InputPort<Int>("in", buffering: policy), system = System()
        system.add("A", ports: input)
        let reports = system.reports, recorder = system.recorder()
        for number in 1...5 { input.send(number) }
        #expect(input.droppedCount == dropped.count)
        let reported = dropped.isEmpty ? [] : await reports.first(dropped.count)
        #expect(reported.compactMap { $0.message as? Int } == dropped)
        let arrived = recorder.records.filter { !$0.receivers.isEmpty }.compactMap { $0.message as? Int }
        #expect(Set(kept).isSubset(of: arrived))
        input.finish()
        #expect(await Array(input) == kept)
    }

    @Test(arguments: [
        (PortBuffering.bufferingOldest(1), [2, 3]), (.bufferingNewest(1), [1, 2]), (.waiting(1), [2, 3]),
    ])
    func `what a stream drops is reported as its port's`(policy: PortBuffering, dropped: [Int]) async {
        let output = OutputPort<Int>("out"), system = System()
        system.add("A", ports: output)
        let reports = system.reports, stream = output.subscription(buffering: policy)
        for number in 1...3 { output.send(number) }
        #expect(stream.droppedCount == 2)
        #expect(await reports.first(2).map(\.description) == dropped.map { "dropped at A.out: \($0)" })
    }

    @Test func `a producer that is cancelled while it waits has sent to nobody`() async throws {
        let output = OutputPort<Int>()
        let roomy = output.subscription(buffering: .waiting(2))
        let full = output.subscription(buffering: .waiting(1))
        try await output.sendWaiting(1)
        let producer = Task { try await output.sendWaiting(2) }
        producer.cancel()
        await #expect(throws: CancellationError.self) { try await producer.value }
        // The room that was kept is free again.
        #expect(await full.stream.first(1) == [1])
        try await output.sendWaiting(3)
        output.finish()
        #expect(await Array(roomy.stream) == [1, 3])
        await #expect(throws: PortError.self) { try await output.sendWaiting(4) }
    }

    @Test func `a producer goes on when the full stream is disconnected`() async throws {
        let output = OutputPort<Int>()
        let full = output.subscription(buffering: .waiting(1))
        try await output.sendWaiting(1)
        let producer = Task { try await output.sendWaiting(2) }
        full.connection.disconnect()
        try await producer.value
        #expect(await Array(full.stream) == [1])
    }
}

/// The greatest number noted.
final class Most: Sendable {
    private let number = Guarded(0)
    func note(_ other: Int) { number.withLock { $0 = max($0, other) } }
    var value: Int { number.withLock { $0 } }
}
