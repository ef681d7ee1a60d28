import Statecharts
import Testing

@Suite struct ConnectionTests {
    @Test func `a message passes from one machine to the next and out of a stream`() async throws {
        let first = Counter(), second = Counter()
        let input = first.numbers
        let results = second.doubled.stream()
        connect(first.doubled, to: second.numbers)
        let machines = (Machine(first), Machine(second))
        try await machines.0.start()
        try await machines.1.start()
        for number in 1...3 { input.send(number) }
        #expect(await results.first(3) == [4, 8, 12])
        #expect(try await machines.1.withTop { $0.noted } == [2, 4, 6])
    }

    @Test func `messages that come before the start are kept, in order`() async throws {
        let counter = Counter()
        let input = counter.numbers
        let output = OutputPort<Int>()
        connect(output, to: input)
        for number in 1...5 { output.send(number) }
        #expect(input.bufferedCount == 5)
        let results = counter.doubled.stream()
        let machine = Machine(counter)
        try await machine.start()
        output.send(6)
        #expect(await results.first(6) == [2, 4, 6, 8, 10, 12])
        #expect(input.bufferedCount == 0)
    }

    @Test func `messages that come after the end are counted as undelivered`() async throws {
        let counter = Counter()
        let input = counter.numbers
        let machine = Machine(counter)
        try await machine.start()
        input.send(1)
        try await machine.send(.stop)
        try await machine.finished
        input.send(2)
        input.send(3)
        #expect(try await machine.withTop { $0.noted } == [1])
        #expect(input.undeliveredCount == 2)
    }

    @Test func `the end of a machine does not end the connections of its ports, that of a port does`() async throws {
        let counter = Counter(), output = OutputPort<Int>()
        let input = counter.numbers, other = InputPort<Int>()
        let connections = [connect(output, to: input), connect(output, to: other)]
        let machine = Machine(counter)
        try await machine.start()
        try await machine.send(.stop)
        try await machine.finished
        other.finish()
        for number in 1...3 { output.send(number) }
        #expect(connections.map(\.isConnected) == [true, false])
        #expect([input, other].map(\.undeliveredCount) == [3, 1])
    }

    @Test func `messages in the mailbox of a machine that ends are counted as undelivered`() async throws {
        let counter = Counter()
        let input = counter.numbers
        let machine = Machine(counter)
        input.send(1)
        machine.post(.stop)
        input.send(2)
        try await machine.start()
        try await machine.finished
        #expect(input.undeliveredCount == 2)
        #expect(try await machine.withTop { $0.noted } == [])
    }

    @Test func `every receiver gets every message`() async throws {
        let output = OutputPort<Int>()
        let streams = (0..<3).map { _ in output.stream() }
        let counter = Counter()
        let doubled = counter.doubled.stream()
        connect(output, to: counter.numbers)
        let machine = Machine(counter)
        try await machine.start()
        for number in 1...4 { output.send(number) }
        output.finish()
        for stream in streams { #expect(await Array(stream) == [1, 2, 3, 4]) }
        #expect(await doubled.first(4) == [2, 4, 6, 8])
    }

    @Test func `an input that understands only some messages gets only those`() async throws {
        let output = OutputPort<Int>()
        let evens = InputPort<String>()
        connect(output, to: evens) { $0.isMultiple(of: 2) ? "\($0)" : nil }
        for number in 1...6 { output.send(number) }
        evens.finish()
        #expect(await Array(evens) == ["2", "4", "6"])
    }

    @Test func `a machine without a port of its own is connected by its events`() async throws {
        let output = OutputPort<Int>()
        let counter = Counter()
        let doubled = counter.doubled.stream()
        let machine = Machine(counter)
        connect(output, to: machine) { .add($0) }
        output.send(1)
        try await machine.start()
        output.send(2)
        #expect(await doubled.first(2) == [2, 4])
    }

    @Test func `after disconnecting nothing passes and what was sent before arrives`() async throws {
        let output = OutputPort<Int>("numbers")
        let input = InputPort<Int>("sink")
        let connection = connect(output, to: input)
        #expect(connection.isConnected)
        #expect(connection.description == "numbers → sink")
        output.send(1)
        connection.disconnect()
        connection.disconnect()
        #expect(!connection.isConnected)
        output.send(2)
        input.finish()
        #expect(await Array(input) == [1])
        #expect(output.unheardCount == 1)
    }

    @Test func `a late subscriber gets the current value first`() async throws {
        let output = OutputPort(current: 0)
        output.send(1)
        output.send(2)
        let stream = output.stream()
        output.send(3)
        #expect(output.current == 3)
        output.finish()
        #expect(await Array(stream) == [2, 3])
    }

    @Test func `everybody sees the values of a current-value port in one order, the last of which is current`()
        async throws
    {
        let output = OutputPort(current: -1)
        let streams = (0..<3).map { _ in output.stream() }
        await withTaskGroup { group in
            for sender in 0..<8 { group.addTask { for number in 0..<200 { output.send(1000 * sender + number) } } }
        }
        output.finish()
        let first = await Array(streams[0])
        #expect(first.count == 1 + 8 * 200)
        #expect(first.last == output.current)
        for stream in streams.dropFirst() { #expect(await Array(stream) == first) }
    }

    @Test func `a sequence feeds an input`() async throws {
        let (source, continuation) = AsyncStream.makeStream(of: Int.self)
        let input = InputPort<Int>()
        connect(source, to: input)
        for number in 1...3 { continuation.yield(number) }
        #expect(await input.first(3) == [1, 2, 3])
    }

    @Test func `a composite looks like one machine`() async throws {
        // outer in ─┬▶ one ─┬▶ outer out
        //           └▶ two ─┘
        let input = InputPort<Int>("in")
        let output = OutputPort<Int>("out")
        let one = Counter(), two = Counter()
        connect(input, to: one.numbers)
        connect(input, to: two.numbers) { $0 > 1 ? $0 * 10 : nil }
        connect(one.doubled, to: output)
        connect(two.doubled, to: output)
        let results = output.stream()
        let outside = OutputPort<Int>()
        connect(outside, to: input)
        let machines = (Machine(one), Machine(two))
        try await machines.0.start()
        try await machines.1.start()
        outside.send(1)
        outside.send(2)
        #expect(await results.first(3).sorted() == [2, 4, 40])
    }
}

extension AsyncSequence where Failure == Never {
    /// The first elements.
    func first(_ count: Int) async -> [Element] {
        var found: [Element] = []
        for await element in self {
            found.append(element)
            if found.count == count { break }
        }
        return found
    }
}

extension Array {
    /// All elements of a sequence that ends.
    init<S: AsyncSequence>(_ sequence: S) async where S.Element == Element, S.Failure == Never {
        self = []
        for await element in sequence { append(element) }
    }
}
