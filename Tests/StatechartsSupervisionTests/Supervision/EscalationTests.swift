import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

//  root (one for one, limit 1) ── inner (one for all, limit 1) ── worker (kept), keeper (from its snapshot)

@Suite struct EscalationTests {
    @Test func `a supervisor that gives up fails in the one above, which starts it again, and gives up in turn`()
        async throws
    {
        let clock = ManualClock()
        let root = Supervisor(limit: RestartLimit(1, in: .seconds(60)), clock: clock)
        let inner = Supervisor(.oneForAll, limit: RestartLimit(1, in: .seconds(60)), clock: clock)
        let worker = inner.add("worker") { Machine(Counter()) }
        let keeper = inner.add("keeper", restart: .fromLastSnapshot) { Machine(Counter()) }
        root.add("inner", inner)
        var outside = EventReader(root)
        var inside = EventReader(inner)
        let run = Task { try await root.run() }
        #expect(await outside.next(1) == [.started("inner")])
        #expect(await inside.next(2) == [.started("worker"), .started("keeper")])

        try await keeper.send(.add(5))
        await #expect(throws: StepError.self) { try await worker.send(.fail) }
        #expect(await inside.next(5).last == .restarted("keeper"))

        await #expect(throws: StepError.self) { try await worker.send(.fail) }
        #expect(
            await inside.next(5) == [
                .failed("worker", reason: broken), .gaveUp("worker", reason: broken), .halted("keeper"),
                .started("worker"), .started("keeper"),
            ])
        let reason = "worker: the supervisor gave up: \(broken) [gaveUp]"
        #expect(
            await outside.next(3) == [
                .failed("inner", reason: reason), .restarting(["inner"], after: .zero), .restarted("inner"),
            ])
        try await keeper.send(.add(6))
        #expect(try await #require(keeper.machine).withTop { $0.count } == 11)

        for _ in 0..<2 { _ = try? await worker.send(.fail) }
        #expect(await outside.next(9) == [.failed("inner", reason: reason), .gaveUp("inner", reason: reason)])
        let error = try await #require(throws: SupervisorError.self) { try await run.value }
        #expect(error.child == "inner")
        #expect((error.underlying as? SupervisorError)?.child == "worker")
        #expect(!worker.post(.add(1)) && !keeper.post(.add(1)))
    }

    @Test func `a supervisor that is ended with its siblings starts its children again, with their mail`() async throws
    {
        let clock = ManualClock()
        let root = Supervisor(.oneForAll, clock: clock)
        let inner = Supervisor(clock: clock)
        let gate = Gate()
        let keeper = inner.add("keeper", restart: .fromLastSnapshot) { Machine(Counter(gate: gate)) }
        root.add("inner", inner)
        let failing = root.add("failing") { Machine(Counter()) }
        var events = EventReader(root)
        let run = Task { try await root.run() }
        _ = await events.next(2)
        keeper.post(.slow)
        await gate.reached()
        let slow = try #require(keeper.machine)
        keeper.post(.add(1))
        await #expect(throws: StepError.self) { try await failing.send(.fail) }
        _ = await events.next(1)
        // The step under way may end when what waits behind it has been handed over.
        try await eventually { slow.mailbox.withContents { $0.admission == .nothing } }
        gate.open()
        #expect(
            await events.next(4) == [
                .halted("inner"), .restarting(["inner", "failing"], after: .zero), .restarted("inner"),
                .restarted("failing"),
            ])
        try await keeper.send(.add(2))
        #expect(
            try await #require(keeper.machine).withTop { $0.log }
                == ["+Running", "slow", "restored with handle 7", "1", "2"])
        run.cancel()
        try await run.value
    }

    @Test func `a supervisor that gives up a chart which cannot start is not tried again`() async throws {
        let root = Supervisor(limit: RestartLimit(100, in: .seconds(1)), clock: ManualClock())
        let inner = Supervisor(clock: ManualClock())
        inner.add("wrong") { Machine(Misdrawn()) }
        root.add("inner", inner)
        var events = EventReader(root)
        let error = try await #require(throws: SupervisorError.self) { try await root.run() }
        #expect((error.underlying as? SupervisorError)?.underlying is ChartError)
        let told = await events.next(99).map { "\($0)".prefix { $0 != "," && $0 != ")" } + "" }
        #expect(told == ["started(\"inner\"", "failed(\"inner\"", "gaveUp(\"inner\""])
    }

    @Test func `when all children of a supervisor have finished, it has finished for the one above`() async throws {
        let root = Supervisor(clock: ManualClock())
        let inner = Supervisor(clock: ManualClock())
        let worker = inner.add("worker") { Machine(Counter()) }
        root.add("inner", inner)
        var events = EventReader(root)
        async let run: Void = root.run()
        _ = await events.next(1)
        try await worker.send(.end)
        try await run
        #expect(await events.next(9) == [.finished("inner")])
    }

    @Test func `cancelling stops everything from the last child on, after what was accepted`() async throws {
        let root = Supervisor(clock: ManualClock())
        let inner = Supervisor(clock: ManualClock())
        let first = root.add("first") { Machine(Counter()) }
        root.add("inner", inner)
        let worker = inner.add("worker") { Machine(Counter()) }
        var outside = EventReader(root)
        var inside = EventReader(inner)
        let run = Task { try await root.run() }
        _ = await outside.next(2)
        _ = await inside.next(1)
        let machines = (try #require(first.machine), try #require(worker.machine))
        for number in 1...20 { worker.post(.add(number)) }
        run.cancel()
        try await run.value
        #expect(await outside.next(9) == [.stopped("inner"), .stopped("first")])
        #expect(await inside.next(9) == [.stopped("worker")])
        #expect(try await machines.1.withTop { $0.log } == ["+Running"] + (1...20).map(String.init) + ["-Running"])
        #expect(try await machines.0.withTop { $0.log } == ["+Running", "-Running"])
        #expect(await machines.0.status == .stopped)
    }
}

/// One state in two places.
private final class Misdrawn: TopState<Int> {
    let state = State<Misdrawn, Misdrawn>(), other = State<Misdrawn, Misdrawn>()
    override func configure() { substates(state, state) }
}

@Suite struct MachineRunTests {
    @Test func `run starts the machine and returns at its end`() async throws {
        let machine = Machine(Counter())
        machine.post(.add(1))
        machine.post(.end)
        try await machine.run()
        #expect(await machine.status == .finished)
        #expect(try await machine.withTop { $0.log } == ["+Running", "1", "-Running"])
        try await machine.run()
    }

    @Test func `run throws what the machine fails with`() async throws {
        let machine = Machine(Counter())
        machine.post(.fail)
        #expect(try await #require(throws: StepError.self) { try await machine.run() }.description == broken)
    }

    @Test func `cancelling run stops the machine after the step under way and what was accepted`() async throws {
        let gate = Gate()
        let machine = Machine(Counter(gate: gate))
        machine.post(.slow)
        machine.post(.add(1))
        let run = Task { try await machine.run() }
        await gate.reached()
        run.cancel()
        gate.open()
        try await run.value
        #expect(await machine.status == .stopped)
        #expect(try await machine.withTop { $0.log } == ["+Running", "slow", "1", "-Running"])
    }

    @Test func `a run that is cancelled before it begins starts nothing`() async throws {
        let machine = Machine(Counter())
        let gate = Gate()
        let run = Task {
            await gate.pass()
            try await machine.run()
        }
        run.cancel()
        gate.open()
        try await run.value
        #expect(await machine.status == .stopped)
        await #expect(throws: MachineError.self) { try await machine.start() }
    }
}
