import StatechartsSimulation
import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What is sent to a child that has not begun waits for that.
@Suite(.timeLimit(.minutes(30))) struct UnbegunSendingTests {
    let clock = ManualClock()

    @Test func `an action that sends a child something in the step that makes it is told that it would wait for ever`()
        async throws
    {
        let machine = Machine(Lodge(), named: "Lodge", clock: clock)
        try await machine.start()
        try await machine.send(
            .work { lodge in
                lodge.rows.add(1)
                do { try await lodge.rows[1]?.send(.count) } catch { lodge.errors.append("\(error)") }
                do { _ = try await lodge.rows[1]?.ask { .total($0) } } catch { lodge.errors.append("\(error)") }
                do { try await lodge.only.send(.count) } catch { lodge.errors.append("\(error)") }
            })
        #expect(
            try await machine.withTop { $0.errors } == [
                "Lodge/rows[1]: waiting would never end: Lodge awaits Lodge/rows[1] awaits Lodge "
                    + "(Lodge/rows[1] begins when that step of its owner is over); post the event "
                    + "instead, or ask from an activity [deadlock]",
                "Lodge/rows[1]: waiting would never end: Lodge awaits Lodge/rows[1] awaits Lodge "
                    + "(Lodge/rows[1] begins when that step of its owner is over); post the event "
                    + "instead, or ask from an activity [deadlock]",
            ])
        // In a later step it is an event like any other; one of them was taken in that step too, by a child that was
        // there before.
        try await machine.send(.work { lodge in lodge.total = try await lodge.rows[1]?.ask { .total($0) } })
        #expect(try await machine.withTop { $0.total } == 0)
        try await machine.send(.work { lodge in lodge.total = try await lodge.only.ask { .total($0) } })
        #expect(try await machine.withTop { $0.total } == 1)
        try await machine.stop()
    }

    @Test func `in a world the same is an error, and in a later step the child begins`() async throws {
        var explorer = Explorer<Eager>(events: []) { Eager() }
        explorer.run(Explorer<Eager.Toddler>(events: []) { Eager.Toddler() })
        let test = TestMachine(Eager(), childrenOf: explorer)
        try await test.start()
        #expect(
            test.top.errors == [
                "kid: waiting would never end: it begins when the step is over that sends it 1; post the event, which "
                    + "then waits, or send it in a later step [deadlock]"
            ])
        #expect(test.activePaths == ["Eager", "Eager/kid"])
        await test.send(2, .partial)
        #expect(test.activePaths == ["Eager", "Eager/kid:Toddler"])
        #expect(test.top.errors.count == 1)
    }

    @Test func `on a clock that goes by itself the next step of the owner may come before the child begins`()
        async throws
    {
        for _ in 0..<50 {
            let machine = Machine(Lodge())
            try await machine.start()
            try await machine.send(
                .work { lodge in
                    try await lodge.only.send(.count)
                    lodge.total = try await lodge.only.ask { .total($0) }
                    lodge.rows.add(1)
                })
            try await machine.send(.work { try await $0.rows[1]?.send(.count) })
            #expect(try await machine.withTop { $0.total } == 1)
            try await machine.stop()
        }
    }

    @Test func `an action waits for the child before, and for a restart, to send the child something`() async throws {
        let gate = Gate(), machine = Machine(Lodge(), named: "Lodge", clock: clock)
        try await machine.start()
        try await machine.send(.work { $0.rows.add(1) })
        await clock.settle()
        let first = try #require(await machine.port(\.rows[1]))
        try await first.send(.passAtEnd(gate))
        try await machine.send(
            .work { lodge in
                lodge.rows.remove(1)
                lodge.rows.add(1)
            })
        await gate.reached()
        let second = try #require(await machine.port(\.rows[1]))
        let question = second.question { .total($0) }
        let behind = Task { try await machine.send(.work { try await $0.rows[1]?.send(.count) }) }
        try await eventually { WaitGraph.graph.withLock { $0.edges[ObjectIdentifier(machine)] != nil } }
        #expect(await second.status == .new)
        #expect(!question.isAnswered)
        gate.open()
        #expect(try await behind.value == .handled)
        #expect(try await question.value == 0)

        try await machine.send(.work { try await $0.rows[1]?.send(.count) })
        try await machine.send(.work { $0.rows.post(.fail, to: 1) })
        await clock.settle()
        let restarted = try #require(await machine.port(\.rows[1]))
        #expect(restarted !== second)
        let late = Task { try await machine.send(.work { $0.total = try await $0.rows[1]?.ask { .total($0) } }) }
        try await eventually { WaitGraph.graph.withLock { $0.edges[ObjectIdentifier(machine)] != nil } }
        await clock.advance(by: .seconds(2))
        #expect(try await late.value == .handled)
        #expect(try await machine.withTop { $0.total } == 0)
        #expect(try await machine.withTop { $0.errors } == [])
        try await machine.stop()
    }

    @Test func `who waits for a child that never begins is told that it has ended`() async throws {
        let gate = Gate(), machine = Machine(Lodge(), clock: clock)
        let made = Guarded<Machine<Lodge.Row>?>(nil)
        try await machine.start()
        // Its step goes on, so that the child does not begin.
        let step = Task {
            try await machine.send(
                .work { lodge in
                    lodge.rows.add(1)
                    made.withLock { [row = lodge.rows[1]] in $0 = row }
                    await gate.pass()
                    lodge.rows.remove(1)
                })
        }
        await gate.reached()
        let child = try #require(made.withLock { $0 })
        let sent = Task { try await child.send(.count) }
        let question = child.question { .total($0) }
        try await eventually { child.waitingCount == 2 }
        gate.open()
        _ = try await step.value
        #expect(try await sent.value == .finished)
        await #expect(throws: MachineError.self) { try await question.value }
        try await machine.stop()
    }
}

/// Sends its child something before that begins.
private final class Eager: TopState<Int> {
    let kid = Child(of: Eager.self) { _ in Toddler() }
    var errors: [String] = []
    override func configure() { children(kid) }
    override func entry() async throws { try await kid.send(1) }
    override func failed(_ error: any Error) -> Reaction { .handled { self.errors.append("\(error)") } }
    override func handle(_ event: Int) -> Reaction { .handled { try await self.kid.send(event) } }

    final class Toddler: TopState<Int> {}
}

private final class Lodge: TopState<Lodge.Event> {
    enum Event: Sendable { case work(@Sendable (Lodge) async throws -> Void) }

    let only = Child(of: Lodge.self) { _ in Row() }
    let rows = ChildMachines(of: Lodge.self) { (_: Lodge, _: Int) in Row() }
        .restart(.transient, backOff: .exponential(from: .seconds(2), cap: .seconds(2)))
    var errors: [String] = [], total: Int?
    override func configure() { children(only, rows) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .work(let work): .handled { try await work(self) }
        }
    }
    override func failed(_ error: any Error) -> Reaction { .handled { self.errors.append("\(error)") } }

    final class Row: TopState<Row.Event> {
        enum Event: Sendable { case count, fail, total(Reply<Int>), passAtEnd(Gate) }
        struct Broken: Error {}
        var count = 0, gate: Gate?
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .count: .handled { self.count += 1 }
            case .fail: .handled { throw Broken() }
            case .total(let reply): .handled { reply.answer(self.count) }
            case .passAtEnd(let gate): .handled { self.gate = gate }
            }
        }
        override func exit() async { await gate?.pass() }
    }
}
