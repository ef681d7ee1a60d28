import TestSupport
import Testing

@testable import Statecharts

@Suite struct SuspensionTests {
    private func suspended(_ event: String) async throws -> (Machine<Slowly>, Turnstile, Task<Outcome, any Error>) {
        let gate = Turnstile()
        let machine = Machine(Slowly(gate))
        try await machine.start()
        let step = Task { try await machine.send(event) }
        await gate.arrival()
        return (machine, gate, step)
    }

    private func notes(_ machine: Machine<Slowly>) async throws -> [String] {
        try await machine.withTop { $0.notes }
    }

    @Test func `a suspending entry keeps the step: events wait in order and nothing interleaves`() async throws {
        let (machine, gate, step) = try await suspended("enter")
        machine.post("leave")
        machine.post("count")
        let sent = Task { try await machine.send("count") }
        #expect(await machine.configuration.description == "Busy")
        #expect(await machine.isActive(\.busy))
        await gate.open()
        #expect(try await step.value == .handled)
        #expect(try await sent.value == .handled)
        #expect(
            try await notes(machine) == ["+Slowly", "+Idle", "-Idle", "+Busy", "Busy is entered", "-Busy", "+Idle"])
        #expect(try await machine.withTop { $0.count } == 2)
    }

    @Test @MainActor func `what waited behind a suspended step is taken before who was answered goes on`() async throws
    {
        let gate = Turnstile()
        let machine = Machine(Slowly(gate), on: MainActor.shared)
        try await machine.start()
        let step = Task {
            try await machine.send("enter")
            // The machine is not asked: it would take what waits.
            return machine.count
        }
        await gate.arrival()
        machine.post("count")
        machine.post("count")
        await gate.open()
        #expect(try await step.value == 2)
        try await machine.stop()
    }

    @Test func `a suspending effect runs between exits and entries`() async throws {
        let (machine, gate, step) = try await suspended("effect")
        #expect(await machine.isActive(\.idle) == false)
        #expect(await machine.isActive(\.quick) == false)
        await gate.open()
        #expect(try await step.value == .handled)
        #expect(try await notes(machine) == ["+Slowly", "+Idle", "-Idle", "!Idle", "+Quick"])
    }

    @Test func `a suspending exit keeps scoped values until it is through`() async throws {
        let (machine, gate, step) = try await suspended("effect")
        await gate.letThrough()
        #expect(try await step.value == .handled)
        let leaving = Task { try await machine.send("leave") }
        await gate.arrival(2)
        #expect(await machine.isActive(\.quick))
        await gate.open()
        #expect(try await leaving.value == .handled)
        #expect(try await notes(machine).suffix(3) == ["-Quick", "Quick had 1", "+Idle"])
    }

    @Test func `an error after a suspension is offered like any other`() async throws {
        let (machine, gate, step) = try await suspended("fail")
        let steps = machine.steps
        await gate.open()
        #expect(try await step.value == .handled)
        #expect(await machine.configuration.description == "Idle")
        #expect(try await notes(machine).suffix(3) == ["-Failing", "!Failing", "+Idle"])
        try await machine.stop()
        // The step under way was begun before the subscription; the stop is the first one that was recorded.
        var seen: [String] = []
        for await step in steps { seen.append(step.description) }
        #expect(seen == ["stop: handled → Idle\n  finish, exits Idle Slowly"])
    }

    @Test func `a suspended step is recorded whole`() async throws {
        let gate = Turnstile()
        let machine = Machine(Slowly(gate))
        let steps = machine.steps
        try await machine.start()
        machine.post("effect")
        await gate.arrival()
        machine.post("end")
        await gate.open()
        try await machine.finished
        var seen: [String] = []
        for await step in steps { seen.append(step.description) }
        #expect(
            seen == [
                "start: handled → Idle\n  start, entries Slowly Idle",
                "effect: handled → Quick\n  event, Idle → Quick, exits Idle, effects Idle, entries Quick",
                """
                end: handled → End
                  event, Slowly → End, exits Quick, entries End
                  finish, exits End Slowly
                """,
            ])
    }

    @Test func `cancelling who waits cancels neither the step nor the wait for it`() async throws {
        let (machine, gate, step) = try await suspended("enter")
        step.cancel()
        await gate.open()
        #expect(try await step.value == .handled)
        #expect(await machine.configuration.description == "Busy")
    }

    @Test func `a visit waits for the step under way and comes before what is posted after it`() async throws {
        let (machine, gate, step) = try await suspended("enter")
        let visit = Task { try await machine.withTop { $0.notes.append("visited") } }
        await gate.open()
        _ = try await step.value
        try await visit.value
        machine.post("leave")
        #expect(try await notes(machine).suffix(4) == ["Busy is entered", "visited", "-Busy", "+Idle"])
    }

    @Test func `after a visit that had to wait, posted events are taken without further ado`() async throws {
        let (machine, gate, step) = try await suspended("enter")
        let (visits, continuation) = AsyncStream.makeStream(of: Void.self)
        let visit = Task {
            continuation.yield()
            try await machine.withTop { _ in }
        }
        for await _ in visits { break }
        await gate.open()
        _ = try await step.value
        try await visit.value
        let steps = machine.steps
        machine.post("leave")
        // Nobody calls the machine any more: the post itself has to wake it.
        for await step in steps {
            #expect(step.description == "leave: handled → Idle\n  event, Busy → Idle, exits Busy, entries Idle")
            break
        }
    }

    @Test func `a visit to a machine that is being stopped comes after its end`() async throws {
        let (machine, gate, step) = try await suspended("enter")
        let stopping = Task { try await machine.stop() }
        try await eventually { !machine.post("count") }
        let visit = Task { try await machine.withTop { $0.notes.last } }
        await gate.open()
        _ = try await step.value
        try await stopping.value
        #expect(try await visit.value == "-Slowly")
    }

    @Test func `a chart that suspends in its first step starts all the same`() async throws {
        let gate = Turnstile()
        let machine = Machine(Sleepy(gate))
        machine.post(1)
        let starting = Task { try await machine.start() }
        await gate.arrival()
        machine.post(2)
        await #expect(throws: MachineError.self) { try await machine.start() }
        await gate.open()
        try await starting.value
        #expect(try await machine.withTop { $0.taken } == [1, 2])
    }
}

extension Machine<Slowly> {
    /// What the chart has counted, read on the machine's executor.
    fileprivate nonisolated var count: Int { assumeIsolated { $0.interpreter.top.count } }
}

/// Its first entry suspends.
private final class Sleepy: TopState<Int> {
    let gate: Turnstile
    var taken: [Int] = []
    init(_ gate: Turnstile) { self.gate = gate }
    override func entry() async { await gate.pass() }
    override func handle(_ event: Int) -> Reaction { .handled { self.taken.append(event) } }
}
