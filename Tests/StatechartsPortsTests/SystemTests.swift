import Statecharts
import Testing

@Suite struct SystemTests {
    @Test func `the register announces who comes and who goes`() async throws {
        let system = System()
        let changes = system.changes
        let counter = Machine(Counter())
        let member = await system.add(counter, named: "Counter")
        #expect(await system.add(counter, named: "Counter") == member)
        let output = OutputPort<Int>("clicks")
        let guest = system.add("Guest", ports: output)
        #expect(system.members == [member, guest])
        #expect(member.ports.map(\.label.description) == ["Counter.numbers", "Counter.doubled"])
        #expect(member.ports.map(\.direction) == [.input, .output])
        #expect(member.type == "Counter")
        #expect(system.machine(Counter.self, named: "Counter") === counter)
        #expect(system.machine(Seat.self, named: "Counter") == nil)

        try await counter.start()
        try await counter.stop()
        #expect(await changes.first(3) == [.joined(member), .joined(guest), .left(member)])
        #expect(system.members == [guest])
        system.remove(guest)
        system.remove(guest)
        #expect(system.members == [])
        #expect(output.label.description == "clicks")
    }

    @Test func `connections are data`() async throws {
        let first = Counter(), second = Counter()
        let clicks = OutputPort<Int>("clicks"), all = OutputPort<Int>("all")
        connect(clicks, to: first.numbers)
        connect(first.doubled, to: second.numbers) { $0 + 1 }
        let last = connect(second.doubled, to: all)
        let system = System()
        system.add("Guest", ports: clicks)
        await system.add(Machine(first), named: "First")
        await system.add(Machine(second), named: "Second")
        system.add("Outside", ports: all)
        #expect(
            system.connections.map(\.description) == [
                "Guest.clicks → First.numbers", "First.doubled → Second.numbers", "Second.doubled → Outside.all",
            ])
        #expect(system.connections.map(\.isMapped) == [false, true, false])
        last.disconnect()
        #expect(system.connections.count == 2)
    }

    @Test func `what is not delivered is reported`() async throws {
        let system = System()
        let reports = system.reports
        let small = InputPort<Int>("small", buffering: .bufferingOldest(1))
        system.add("Slow", ports: small)
        small.send(1)
        small.send(2)
        let counter = Counter()
        let input = counter.numbers
        let machine = Machine(counter)
        await system.add(machine, named: "Counter")
        try await machine.start()
        // Held by the test, so that its ports are still the system's when the machine has ended.
        try await machine.send(.stop)
        small.finish()
        small.send(3)
        #expect(
            await reports.first(2).map(\.description) == ["dropped at Slow.small: 2", "undelivered at Slow.small: 3"])
        input.send(4)
        #expect(input.undeliveredCount == 1)
    }

    @Test func `machines that refer to each other through ports go away when released`() async throws {
        weak var first: Machine<Counter>?
        weak var second: Machine<Counter>?
        var system: System? = System()
        let changes = try #require(system?.changes)
        do {
            let chart = Counter(), other = Counter()
            connect(chart.doubled, to: other.numbers)
            connect(other.doubled, to: chart.numbers)
            let machines = (Machine(chart), Machine(other))
            first = machines.0
            second = machines.1
            await system?.add(machines.0, named: "First")
            await system?.add(machines.1, named: "Second")
            try await machines.0.start()
            try await machines.1.start()
        }
        #expect(first != nil && second != nil)
        system = nil
        for await _ in changes {}
        #expect(first == nil && second == nil)
    }

    @Test func `a machine that only a connection refers to goes away, and its messages are counted`() async throws {
        let output = OutputPort<Int>()
        let input = InputPort<Int>()
        connect(output, to: input)
        weak var gone: Machine<Counter>?
        do {
            let machine = Machine(Counter(numbers: input))
            gone = machine
            try await machine.start()
        }
        #expect(gone == nil)
        output.send(1)
        #expect(input.undeliveredCount == 1)
    }

    @Test func `streams, recorders and closures go away with their ports`() async throws {
        var output: OutputPort<Int>? = OutputPort()
        weak let port = output
        let stream = try #require(output?.stream())
        output?.send(1)
        output = nil
        #expect(port == nil)
        #expect(await Array(stream) == [1])

        var input: InputPort<Int>? = InputPort()
        let task = input?.handle { _ in }
        input = nil
        await task?.value
    }
}
