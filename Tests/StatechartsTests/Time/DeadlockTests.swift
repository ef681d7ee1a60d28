import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

@Suite struct DeadlockTests: ClerkTests {
    static let alone =
        "Clerk: waiting would never end: Clerk awaits Clerk; post the event instead, or ask from an activity [deadlock]"

    // MARK: Rings

    @Test(arguments: 1...3, Clerk.Way.allCases)
    func `a ring of machines that await each other is an error that names it`(_ count: Int, _ way: Clerk.Way)
        async throws
    {
        let machines = try await clerks(count)
        let first = machines[0]
        try await first.send(chain(machines.dropFirst(), way) { try await way.wait(first, .later) })
        let ring = Array(repeating: "Clerk", count: count + 1).joined(separator: " awaits ")
        let error =
            "Clerk: waiting would never end: \(ring); post the event instead, or ask from an activity [deadlock]"
        // The last one in the ring gets the error; the others end well.
        for (number, machine) in machines.enumerated() {
            #expect(try await notes(machine) == [number == count - 1 ? error : "done"])
        }
    }

    @Test func `every other way to wait for one's own step is an error too`() async throws {
        let machine = try await clerks(1)[0]
        for look in Clerk.Look.allCases { try await machine.send(.call { try await look.wait(machine) }) }
        #expect(try await notes(machine) == Array(repeating: Self.alone, count: Clerk.Look.allCases.count))
    }

    @Test func `a child task that the action waits for is part of its step, wherever it runs`() async throws {
        let machine = try await clerks(1)[0]
        try await machine.send(
            .call {
                @MainActor func send() async throws { try await machine.send(.later) }
                async let sent: Void = send()
                try await sent
            })
        try await machine.send(
            .call {
                async let seen: Void = machine.withTop { _ in }
                async let stopped: Void = machine.stop()
                _ = try await (seen, stopped)
            })
        #expect(try await notes(machine) == [Self.alone, Self.alone])
    }

    @Test(arguments: Clerk.Look.allCases)
    func `whoever waits for a machine in any way and is awaited by it closes a ring`(_ look: Clerk.Look) async throws {
        let machines = try await clerks(2)
        let (first, second) = (machines[0], machines[1])
        let gate = Gate()
        second.post(
            .call {
                await gate.wait()
                try await first.send(.later)
            })
        await gate.reached()
        let waiting = Task { try await first.send(.call { try await look.wait(second) }) }
        try await eventually { WaitGraph.isWaiting(first) }
        gate.open()
        if look == .finished {
            _ = try await second.withTop { _ in }
            try await second.stop()
        }
        _ = try await waiting.value
        #expect(try await notes(first) == ["done"])
        #expect(
            try await notes(second) == [
                "Clerk: waiting would never end: Clerk awaits Clerk awaits Clerk; post the event instead, or ask from an activity [deadlock]"
            ])
    }

    @Test func `a visit that sets off a suspending step waits for it, also in a ring`() async throws {
        let machines = try await clerks(2)
        let (first, second) = (machines[0], machines[1])
        let gate = Gate()
        second.post(.call { await gate.wait() })
        await gate.reached()
        let waiting = Task {
            try await first.send(
                .call {
                    try await second.withTop { $0.raise(.call { try await first.send(.later) }) }
                })
        }
        try await eventually { WaitGraph.isWaiting(first) }
        gate.open()
        _ = try await waiting.value
        #expect(try await notes(first) == ["done"])
        #expect(
            try await notes(second) == [
                "done",
                "Clerk: waiting would never end: Clerk awaits Clerk awaits Clerk; post the event instead, or ask from an activity [deadlock]",
            ])
    }

    @Test func `a step that waits for several machines closes a ring by any of them`() async throws {
        let machines = try await clerks(3)
        let (first, second, third) = (machines[0], machines[1], machines[2])
        let gate = Gate()
        second.post(.call { await gate.wait() })
        await gate.reached()
        try await first.send(
            .call {
                async let one = second.send(.later)
                async let other = third.send(
                    .call {
                        gate.open()
                        try await first.send(.later)
                    })
                _ = try await (one, other)
            })
        #expect(try await notes(first) == ["done"])
        #expect(try await notes(second) == ["done"])
        #expect(
            try await notes(third) == [
                "Clerk: waiting would never end: Clerk awaits Clerk awaits Clerk; post the event instead, or ask from an activity [deadlock]"
            ])
    }

    // MARK: No rings

    @Test(arguments: Clerk.Way.allCases) func `a long chain that is no ring is none`(_ way: Clerk.Way) async throws {
        let machines = try await clerks(30)
        for _ in 0..<5 {
            try await machines[0].send(chain(machines[1...], way) { await Task.yield() })
        }
        for machine in machines { #expect(try await notes(machine) == Array(repeating: "done", count: 5)) }
    }

    @Test func `many machines that await one another without a ring, at the same time, are no ring`() async throws {
        let machines = try await clerks(12)
        // Whoever waits does so for a machine with a higher number.
        try await withThrowingTaskGroup { group in
            for seed in 0..<40 {
                group.addTask { [chain] in
                    var random = SplitMix(seed: UInt64(seed))
                    let route = machines.indices.filter { _ in random.below(2) == 0 }.map { machines[$0] }
                    let way = Clerk.Way.allCases[random.below(Clerk.Way.allCases.count)]
                    try await route.first?.send(chain(route.dropFirst(), way) { await Task.yield() })
                }
            }
            try await group.waitForAll()
        }
        for machine in machines { #expect(try await Set(notes(machine)) == ["done"]) }
        #expect(machines.allSatisfy { !WaitGraph.isWaiting($0) })
    }

    @Test(arguments: [Clerk.Look.withTop, .snapshot, .accepts, .defers, .preview])
    func `who has been answered waits no more, before anybody goes on`(_ look: Clerk.Look) async throws {
        let machines = try await clerks(2)
        let (first, second) = (machines[0], machines[1])
        for _ in 0..<50 {
            let gate = Gate()
            second.post(.call { await gate.wait() })
            await gate.reached()
            // A snapshot may be refused, because the events are not Codable.
            first.post(.call { try? await look.wait(second) })
            try await eventually { await second.isAwaited }
            // Behind the answer, but maybe before the first machine has gone on: not a ring any more.
            second.post(.call { try await first.send(.later) })
            gate.open()
            try await second.send(.later)
        }
        #expect(try await notes(first) == Array(repeating: "done", count: 50))
        #expect(try await notes(second) == Array(repeating: "done", count: 100))
    }

    @Test func `a task that the action does not wait for is no part of a ring`() async throws {
        let machine = try await clerks(1)[0]
        let (sent, source) = AsyncStream.makeStream(of: Outcome.self)
        let send: @Sendable () async throws -> Void = { source.yield(try await machine.send(.later)) }
        try await machine.send(
            .call {
                Task { try await send() }
                Task.detached { try await send() }
                Task { @MainActor in try await send() }
                async let inside: Void = { _ = Task { try await send() } }()
                await inside
                await withTaskGroup { group in group.addTask { _ = Task { try await send() } } }
            })
        var outcomes: [Outcome] = []
        for await outcome in sent {
            outcomes.append(outcome)
            if outcomes.count == 5 { break }
        }
        #expect(outcomes == Array(repeating: .handled, count: 5))
        #expect(try await notes(machine) == ["done"])
    }

    @Test func `activities that an action begins are no part of its step`() async throws {
        let machine = Machine(Starter())
        try await machine.start()
        try await machine.send(.begin { try await machine.send(.nothing) })
        for await configuration in machine.configurations where configuration.description == "Done" { break }
        #expect(await machine.status == .running)
    }
}

/// Begins an activity in an action, between two suspensions.
private final class Starter: TopState<Starter.Event> {
    enum Event: Sendable { case begin(@Sendable () async throws -> Void), nothing, came }
    let idle = Idle(), done = Done()
    override func configure() { substates(idle, done) }
    final class Idle: State<Starter, Starter> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .begin(let work):
                .handled {
                    await Task.yield()
                    self.run {
                        try await work()
                    } done: {
                        .came
                    }
                    await Task.yield()
                }
            case .nothing: .handled
            case .came: .to(superior.done)
            }
        }
    }
    final class Done: State<Starter, Starter> {}
}
