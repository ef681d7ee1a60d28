@testable import Statecharts
@testable import StatechartsCore
import Testing

/// What is released goes away: no port, connection, stream, contract or system keeps another one.
@Suite struct LifetimeTests {
    @Test func `a whole system goes away: machines in a ring, ports, proxies, channels, contracts, streams, recorders`()
        async throws
    {
        var left: [Weak] = []
        do {
            let first = Counter(), second = Counter()
            let input = InputPort<Int>("in"), output = OutputPort<Int>("out"), state = OutputPort(current: 0)
            let channel = PointToPointChannel<Int>()
            connect(input, to: first.numbers)
            connect(first.doubled, to: second.numbers) { $0 < 100 ? $0 : nil }
            connect(second.doubled, to: first.numbers) { $0 < 100 ? $0 : nil }
            connect(second.doubled, to: output)
            connect(output, to: channel)
            let worker = InputPort<Int>()
            connect(channel, to: worker)
            connect(state, to: input)
            first.numbers.enforce(Contract(DoorRules())) { _ in nil }
            let stream = output.stream(), waiting = output.subscription(buffering: .waiting(1))
            left = [
                first.numbers.storage, first.doubled.storage, second.numbers.storage, input.storage, output.storage,
                state.storage, channel.storage, worker.storage, first.numbers, first.doubled, input, output, channel,
            ].map(Weak.init)
            let machines = (Machine(first), Machine(second)), system = System()
            left += [machines.0, machines.1, machines.0.mailbox, system, system.journal].map(Weak.init)
            await system.add(machines.0, named: "First")
            await system.add(machines.1, named: "Second")
            system.add("Rest", ports: input, output, state, channel)
            let recorder = system.recorder(), messages = system.messages
            left.append(Weak(recorder))
            try await machines.0.start()
            try await machines.1.start()
            input.send(1)
            #expect(await stream.first(2).count == 2)
            _ = (waiting, messages)
            try await machines.0.stop()
            try await machines.1.stop()
        }
        // The system's own task that waits for a machine's end may have a last reference for a moment.
        var rounds = 0
        while left.contains(where: { $0.object != nil }), rounds < 1_000_000 {
            await Task.yield()
            rounds += 1
        }
        for (place, weak) in left.enumerated() where weak.object != nil {
            Issue.record("object \(place), \(type(of: weak.object)), is still there")
        }
    }

    @Test func `ports work on when their owner is gone`() async throws {
        let output = OutputPort<Int>("out")
        let numbers = InputPort<Int>("numbers")
        let connection = connect(output, to: numbers)
        weak var owner: Machine<Counter>?
        var doubled: OutputPort<Int>?
        do {
            let chart = Counter(numbers: numbers)
            doubled = chart.doubled
            let machine = Machine(chart)
            owner = machine
            try await machine.start()
        }
        #expect(owner == nil)
        output.send(1)
        output.send(2)
        #expect(numbers.undeliveredCount == 2)
        #expect(connection.isConnected)
        let late = doubled?.stream()
        doubled?.send(3)
        doubled = nil
        #expect(await Array(try #require(late)) == [3])
    }

    @Test func `a message that comes while its machine is being released is counted as undelivered`() async throws {
        let numbers = InputPort<Int>("numbers")
        do {
            let machine = Machine(Counter(numbers: numbers))
            try await machine.start()
            // As it is put in when the machine can no longer be told.
            let receipt = DeliveryReceipt(cause: nil, isCounted: false, owner: numbers.storage)
            #expect(machine.mailbox.put(.event(.add(1), .receipt(receipt))) == .wake)
        }
        #expect(numbers.undeliveredCount == 1)
    }

    @Test func `a connection whose end is gone says so, and ending it late or twice changes nothing`() async throws {
        let output = OutputPort<Int>("out")
        var input: InputPort<Int>? = InputPort("in")
        let connection = try connect(output, to: #require(input))
        #expect(connection.isConnected)
        #expect(connection.description == "out → in")
        input = nil
        // The input is finished by its release; the connection notices with the next message.
        output.send(1)
        #expect(!connection.isConnected)
        #expect(connection.description == "not connected")
        connection.disconnect()
        connection.disconnect()
        output.send(2)
        #expect(output.unheardCount == 1)

        var other: OutputPort<Int>? = OutputPort("other")
        let kept = InputPort<Int>("kept")
        let toKept = try connect(#require(other), to: kept)
        other?.send(3)
        other = nil
        #expect(!toKept.isConnected)
        toKept.disconnect()
        #expect(kept.bufferedCount == 1)
    }

    @Test func `a connection ended before its machine starts, and one ended inside an action`() async throws {
        let output = OutputPort<Int>("out"), chart = Counter()
        let numbers = chart.numbers, doubled = chart.doubled
        let early = connect(output, to: numbers)
        output.send(1)
        early.disconnect()
        output.send(2)
        let sink = InputPort<Int>("sink")
        let held = Guarded<Connection?>(nil)
        let own = connect(doubled, to: sink) { (number: Int) -> Int? in
            // Runs in the machine's action, in the middle of the delivery.
            held.withLock { $0 }?.disconnect()
            return number
        }
        held.withLock { $0 = own }
        let machine = Machine(chart)
        try await machine.start()
        _ = try await machine.withTop { $0.noted }
        numbers.send(5)
        #expect(try await machine.withTop { $0.noted } == [1, 5])
        // What was being delivered arrives; nothing after it.
        #expect(sink.bufferedCount == 1)
        #expect(doubled.unheardCount == 1)
    }

    @Test func `a finished output refuses, and connecting to it late ends a stream at once`() async throws {
        let output = OutputPort<Int>("out")
        output.finish()
        output.finish()
        #expect(await Array(output.stream()) == [])
        #expect(await Array(output.stream(buffering: .waiting(1))) == [])
        let error = await #expect(throws: PortError.self) { try await output.sendWaiting(1) }
        #expect(error?.code == .finished)
        let input = InputPort<Int>()
        #expect(!connect(output, to: input).isConnected)
        input.send(1)
        #expect(input.bufferedCount == 1)
    }

    @Test func `an input that was finished takes nothing, whoever is behind it`() async throws {
        let chart = Counter(), output = OutputPort<Int>()
        let numbers = chart.numbers
        connect(output, to: numbers)
        let machine = Machine(chart)
        try await machine.start()
        output.send(1)
        numbers.finish()
        output.send(2)
        numbers.send(3)
        #expect(try await machine.withTop { $0.noted } == [1])
        #expect(numbers.undeliveredCount == 2)
        #expect(output.unheardCount == 0)
    }

    @Test(arguments: [PortBuffering.unbounded, .bufferingNewest(1), .waiting(1)])
    func `a stream that nobody holds, or whose reader is cancelled, is disconnected`(policy: PortBuffering) async {
        let output = OutputPort<Int>("out")
        do { _ = output.stream(buffering: policy) }
        output.send(1)
        #expect(output.unheardCount == 1)

        let stream = output.stream(buffering: policy)
        let reader = Task { await stream.first(2) }
        output.send(2)
        reader.cancel()
        _ = await reader.value
        output.send(3)
        #expect(output.unheardCount == 2)
    }

    private struct Weak: Sendable {
        weak let object: (any AnyObject & Sendable)?
        init(_ object: any AnyObject & Sendable) { self.object = object }
    }
}
