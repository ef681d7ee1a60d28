import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What supervision means for steps under way: those of timers, and those that wait for other children.
@Suite struct SupervisedStepTests {
    private let clock = ManualClock()

    @Test func `a timer whose step failed does not fire again, and a period keeps its rhythm`() async throws {
        let supervisor = Supervisor(clock: clock)
        let clock = clock
        let child = supervisor.add("fuse", restart: .fromLastSnapshot) { Machine(Fuse(), clock: clock) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        await clock.advance(by: .seconds(5))
        #expect(await events.next(3).last == .restarted("fuse"))
        #expect(await clock.pending.map(\.description) == ["Lit: tick at 6.0 seconds, every 2.0 seconds"])
        await clock.advance(by: .seconds(3))
        #expect(try await #require(child.machine).withTop { $0.ticks } == 4)
        run.cancel()
        try await run.value
        #expect(await events.next(9) == [.stopped("fuse")])
    }

    @Test func `a life that begins while a reader is given the present one is read after it`() {
        let order = Guarded<[String]>([])
        let reader = LifeReader<Fuse> { machine in
            { order.withLock { $0.append(machine.name) } }
        } finish: {
        }
        reader.begin(Machine(Fuse(), named: "second"))
        #expect(order.withLock { $0 } == [])
        reader.begin(with: Machine(Fuse(), named: "first"))
        reader.begin(Machine(Fuse(), named: "third"))
        #expect(order.withLock { $0 } == ["first", "second", "third"])
    }

    @Test func `an action that sends to its own child gets an error, not a hang`() async throws {
        let supervisor = Supervisor(clock: clock)
        let child = supervisor.add("booth") { Machine(Booth()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        try await child.send(.call { try await child.send(.word(1)) })
        #expect(
            try await #require(child.machine).withTop { $0.errors } == [
                "Booth: waiting would never end: Booth awaits Booth; post the event instead, or ask from an activity [deadlock]"
            ])
        run.cancel()
        try await run.value
    }

    @Test func `an action does not wait for a child that is down, because its restart may wait for the action`()
        async throws
    {
        let supervisor = Supervisor(.oneForAll, clock: clock)
        let gate = Gate()
        let caller = supervisor.add("caller", restart: .fromLastSnapshot) { Machine(Booth()) }
        let failing = supervisor.add("failing") { Machine(Booth(gate: gate)) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(2)
        failing.post(.holdAndFail)
        await gate.reached()
        let first = try #require(caller.machine)
        let reached = Gate()
        // Waits behind the step that fails; and tries again when there is no machine any more.
        caller.post(
            .call {
                await #expect(throws: StepError.self) { try await failing.send(.word(1)) }
                await reached.pass()
                try await failing.send(.word(2))
            })
        let machine = try #require(failing.machine)
        try await eventually { !machine.mailbox.isEmpty }
        gate.open()
        #expect("\(await events.next(1))".hasPrefix("[Statecharts.SupervisionEvent.failed(\"failing\""))
        await reached.reached()
        reached.open()
        #expect(
            await events.next(4) == [
                .halted("caller"), .restarting(["caller", "failing"], after: .zero), .restarted("caller"),
                .restarted("failing"),
            ])
        #expect(
            try await first.withTop { $0.errors }
                == ["failing: has no machine at present, which an action cannot wait for [down]"])
        // The event that was in the mailbox has survived, the one that was refused has not.
        #expect(try await #require(failing.machine).withTop { $0.seen } == [1])
        run.cancel()
        try await run.value
    }

    @Test func `an action gets the answer of another child's machine, in whichever life`() async throws {
        let supervisor = Supervisor(clock: clock)
        let caller = supervisor.add("caller") { Machine(Booth()) }
        let other = supervisor.add("other") { Machine(Booth()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(2)
        let call: @Sendable () async throws -> Void = {
            let outcome = try await other.send(.word(1))
            #expect(outcome == .handled)
        }
        try await caller.send(.call(call))
        await #expect(throws: StepError.self) { try await other.send(.fail) }
        _ = await events.next(3)
        try await caller.send(.call(call))
        #expect(try await #require(caller.machine).withTop { $0.errors } == [])
        #expect(try await #require(other.machine).withTop { $0.seen } == [1])
        run.cancel()
        try await run.value
        // After the end it is the supervisor's to say.
        #expect(try await other.send(.word(1)) == .finished)
    }
}

//  SlowStart ●→ Only: its entry waits at the gate
private final class SlowStart: TopState<Int> {
    let gate: Gate
    let only = Only()
    var taken: [Int] = []
    init(_ gate: Gate) { self.gate = gate }
    override func configure() { substates(only) }
    override func handle(_ event: Int) -> Reaction { .handled { self.taken.append(event) } }
    final class Only: State<SlowStart, SlowStart> {
        override func entry() async { await top.gate.pass() }
    }
}

@Suite struct SupervisedStartTests {
    @Test func `cancelling run while a child starts stops those that have started, and starts no others`() async throws
    {
        let gate = Gate()
        let supervisor = Supervisor(clock: ManualClock())
        let first = supervisor.add("first") { Machine(Counter()) }
        let slow = supervisor.add("slow") { Machine(SlowStart(gate)) }
        let third = supervisor.add("third") { () -> Machine<Counter> in
            Issue.record("made though run() was cancelled")
            return Machine(Counter())
        }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        await gate.reached()
        slow.post(1)
        let waiting = Task { try await third.send(.add(1)) }
        run.cancel()
        // Nobody waits for the one that starts.
        #expect(await events.next(2) == [.started("first"), .stopped("first")])
        gate.open()
        try await run.value
        #expect(await events.next(9) == [.started("slow"), .stopped("slow")])
        #expect(try await waiting.value == .finished)
        #expect(!first.post(.add(1)) && !slow.post(2) && !third.post(.add(1)))
    }

    @Test func `what was posted before a slow start is taken after it, and who waits for it is answered`() async throws
    {
        let gate = Gate()
        let supervisor = Supervisor(clock: ManualClock())
        let slow = supervisor.add("slow") { Machine(SlowStart(gate)) }
        slow.post(1)
        let run = Task { try await supervisor.run() }
        await gate.reached()
        slow.post(2)
        let sent = Task { try await slow.send(3) }
        gate.open()
        #expect(try await sent.value == .handled)
        #expect(try await #require(slow.machine).withTop { $0.taken } == [1, 2, 3])
        run.cancel()
        try await run.value
    }

    @Test func `what waits for a slow start finds the machine when it is taken`() async throws {
        let gate = Gate(), seen = InputPort<Bool>("seen")
        let supervisor = Supervisor(clock: ManualClock())
        let late = supervisor.add("late") { Machine(LateLook(gate)) }
        late.post { seen.send(late.machine != nil) }
        let run = Task { try await supervisor.run() }
        await gate.reached()
        #expect(late.machine == nil)
        gate.open()
        #expect(await seen.first { _ in true } == true)
        run.cancel()
        try await run.value
    }
}

/// Does what it is told, once it has started slowly.
private final class LateLook: TopState<@Sendable () -> Void> {
    let looking = Looking()
    let gate: Gate
    init(_ gate: Gate) { self.gate = gate }
    override func configure() { substates(looking) }

    final class Looking: State<LateLook, LateLook> {
        override func entry() async { await top.gate.pass() }
        override func handle(_ event: @escaping @Sendable () -> Void) -> Reaction { .handled { event() } }
    }
}
