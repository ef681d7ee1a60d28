import Statecharts
import TestSupport
import Testing

@Suite struct ObserverTests {
    private func descriptions<Top: Statechart>(_ steps: Machine<Top>.Steps) async -> [String] {
        var seen: [String] = []
        for await step in steps { seen.append(step.description) }
        return seen
    }

    @Test func `every observer sees everything from its subscription on, in the same order`() async throws {
        let machine = Machine(Player())
        let first = machine.steps
        try await machine.start()
        try await machine.send("faster")
        let second = machine.steps
        let third = machine.steps
        try await machine.send("toggle")
        machine.post("nonsense")
        try await machine.stop()
        let all = [
            "start: handled → Playing.Slow\n  start, entries Player Playing Playing.Slow",
            """
            faster: handled → Playing.Fast
              event, Playing.Slow → Playing.Fast, exits Playing.Slow, entries Playing.Fast
            """,
            "toggle: handled → Paused\n  event, Playing → Paused, exits Playing.Fast Playing, entries Paused",
            "nonsense: unhandled → Paused",
            "stop: handled → Paused\n  finish, exits Paused Player",
        ]
        #expect(await descriptions(first) == all)
        #expect(await descriptions(second) == Array(all.dropFirst(2)))
        #expect(await descriptions(third) == Array(all.dropFirst(2)))
    }

    @Test func `observers of concurrent senders all see one total order`() async throws {
        let machine = Machine(Tally(senders: 4))
        try await machine.start()
        let streams = (0..<3).map { _ in machine.steps }
        await withTaskGroup { group in
            for sender in 0..<4 {
                group.addTask { for number in 0..<250 { machine.post(.init(sender: sender, number: number)) } }
            }
        }
        try await machine.stop()
        var orders: [[Tally.Event]] = []
        for stream in streams {
            var order: [Tally.Event] = []
            for await step in stream { if let event = step.event { order.append(event) } }
            orders.append(order)
        }
        #expect(orders[0].count == 1_000)
        #expect(orders[1] == orders[0])
        #expect(orders[2] == orders[0])
        for sender in 0..<4 {
            #expect(orders[0].filter { $0.sender == sender }.map(\.number) == Array(0..<250))
        }
    }

    @Test func `an observer that never reads holds nothing up, and the buffer is its own choice`() async throws {
        let machine = Machine(Tally(senders: 1))
        try await machine.start()
        let idle = machine.steps
        let newest = machine.steps(buffering: .bufferingNewest(1))
        for number in 0..<1_000 { #expect(try await machine.send(.init(sender: 0, number: number)) == .handled) }
        try await machine.stop()
        #expect(await descriptions(newest).count == 1)
        #expect(await descriptions(idle).count == 1_001)
    }

    @Test func `records can be read when the machine and its chart are gone`() async throws {
        var steps: Machine<Ephemeral>.Steps?
        do {
            let machine = Machine(Ephemeral())
            steps = machine.steps
            try await machine.start()
            for _ in 0..<3 { try await machine.send(()) }
            try await machine.stop()
        }
        let read = await descriptions(try #require(steps))
        #expect(read.count == 5)
        #expect(read[1] == "(): handled → B\n  event, A → B, exits A, entries B")
        #expect(read[2] == "(): handled → A\n  event, B → A, exits B, entries A")
    }

    @Test func `configurations can be read when the machine and its chart are gone`() async throws {
        var configurations: AsyncStream<Configuration>?
        weak var gone: Machine<Ephemeral>?
        do {
            let machine = Machine(Ephemeral())
            gone = machine
            configurations = machine.configurations
            try await machine.start()
            for _ in 0..<2 { try await machine.send(()) }
            try await machine.stop()
        }
        try await eventually { gone == nil }
        var read: [String] = []
        for await configuration in try #require(configurations) { read.append("\(configuration)") }
        #expect(read == ["A", "B", "A"])
    }

    @Test func `an observer that is cancelled is forgotten, the others go on`() async throws {
        let machine = Machine(Player())
        let kept = machine.steps
        let cancelled = machine.steps
        let reading = Task {
            var count = 0
            for await _ in cancelled { count += 1 }
            return count
        }
        reading.cancel()
        _ = await reading.value
        try await machine.start()
        try await machine.stop()
        #expect(await descriptions(kept).count == 2)
    }

    @Test func `configurations begin with the present one and tell of changes only`() async throws {
        let machine = Machine(Player())
        try await machine.start()
        let configurations = machine.configurations
        var reader = configurations.makeAsyncIterator()
        #expect(await reader.next()?.description == "Playing.Slow")
        try await machine.send("nonsense")
        try await machine.send("faster")
        try await machine.send("nonsense")
        try await machine.send("toggle")
        #expect(await reader.next()?.description == "Playing.Fast")
        #expect(await reader.next()?.description == "Paused")
        try await machine.stop()
        #expect(await reader.next() == nil)
    }

    @Test func `before the start the first configuration is the initial one`() async throws {
        let machine = Machine(Player())
        var reader = machine.configurations.makeAsyncIterator()
        try await machine.start()
        #expect(await reader.next()?.description == "Playing.Slow")
        try await machine.stop()
    }

    @Test func `a new observer never hears of a configuration that has passed`() async throws {
        let machine = Machine(Player())
        try await machine.start()
        do {
            var reader = machine.configurations.makeAsyncIterator()
            #expect(await reader.next()?.description == "Playing.Slow")
        }
        // Nobody observes while the machine goes on.
        try await machine.send("faster")
        var reader = machine.configurations.makeAsyncIterator()
        #expect(await reader.next()?.description == "Playing.Fast")
        try await machine.stop()
    }

    @Test func `an observer who comes in the middle of a step hears of its end`() async throws {
        let gate = Turnstile()
        let machine = Machine(Slowly(gate))
        try await machine.start()
        machine.post("effect")
        await gate.arrival()
        var reader = machine.configurations.makeAsyncIterator()
        await gate.open()
        #expect(await reader.next()?.description == "Quick")
        try await machine.stop()
    }

    @Test func `observers who come after the end are told so at once`() async throws {
        let machine = Machine(Player())
        try await machine.start()
        try await machine.stop()
        #expect(await descriptions(machine.steps) == [])
        var seen: [String] = []
        for await configuration in machine.configurations { seen.append(configuration.description) }
        #expect(seen == ["Playing.Slow"])
    }
}

/// A chart of which there is one machine only.
private final class Ephemeral: TopState<Void> {
    let a = A(), b = B()
    override func configure() { substates(a, b) }
    final class A: State<Ephemeral, Ephemeral> {
        override func handle(_ event: Void) -> Reaction { .to(superior.b) }
    }
    final class B: State<Ephemeral, Ephemeral> {
        override func handle(_ event: Void) -> Reaction { .to(superior.a) }
    }
}
