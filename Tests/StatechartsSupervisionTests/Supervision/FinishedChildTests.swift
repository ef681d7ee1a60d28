import Statecharts
import StatechartsTesting
import Testing

/// A child that has come to its end is not started again, however and whenever it got there.
@Suite struct FinishedChildTests {
    let spoilt = "Counter: threw Broken() while the machine ended; catch the error where it is thrown [unhandledError]"

    @Test(arguments: [Supervisor.Restart.fresh, .fromLastSnapshot])
    func `a child whose exit throws at its end is reported and not started again`(
        _ restart: Supervisor.Restart
    ) async throws {
        let supervisor = Supervisor(clock: ManualClock())
        let child = supervisor.add("child", restart: restart) { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        try await child.send(.spoil)
        let error = await #expect(throws: StepError.self) { try await child.send(.end) }
        #expect(error?.description == spoilt)
        try await run.value
        #expect(await events.next(9) == [.failed("child", reason: spoilt), .finished("child")])
        #expect(try await child.send(.add(1)) == .finished)
    }

    @Test func `a child whose exit throws when it is stopped is reported and stopped`() async throws {
        let supervisor = Supervisor(clock: ManualClock())
        let child = supervisor.add("child") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        try await child.send(.spoil)
        run.cancel()
        try await run.value
        #expect(await events.next(9) == [.failed("child", reason: spoilt), .stopped("child")])
    }

    @Test(arguments: [Supervisor.Restart.fresh, .fromLastSnapshot])
    func `a child that finishes while another one's failure is dealt with is not started again`(
        _ restart: Supervisor.Restart
    ) async throws {
        let supervisor = Supervisor(.oneForAll, clock: ManualClock())
        let gate = Gate()
        let quick = supervisor.add("quick", restart: restart) { Machine(Counter()) }
        let bad = supervisor.add("bad", restart: restart) { Machine(Counter()) }
        let slow = supervisor.add("slow", restart: restart) { Machine(Counter(gate: gate)) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(3)
        slow.post(.slow)
        await gate.reached()
        await #expect(throws: StepError.self) { try await bad.send(.fail) }
        #expect(await events.next(1) == [.failed("bad", reason: broken)])
        // The slow one is not halted yet.
        #expect(try await quick.send(.end) == .handled)
        #expect(await events.next(1) == [.finished("quick")])
        gate.open()
        #expect(
            await events.next(4) == [
                .halted("slow"), .restarting(["bad", "slow"], after: .zero), .restarted("bad"), .restarted("slow"),
            ])
        #expect(try await quick.send(.add(1)) == .finished)
        #expect(quick.post(.add(1)) == false)
        run.cancel()
        try await run.value
    }

    @Test func `a child that finishes in the step in which it was to be halted answers who waits`() async throws {
        let supervisor = Supervisor(.oneForAll, clock: ManualClock())
        let gate = Gate()
        let bad = supervisor.add("bad") { Machine(Counter()) }
        let ending = supervisor.add("ending") { Machine(Counter(gate: gate)) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(2)
        ending.post(.slowEnd)
        await gate.reached()
        let waiting = Task { try await ending.send(.add(1)) }
        await #expect(throws: StepError.self) { try await bad.send(.fail) }
        #expect(await events.next(1) == [.failed("bad", reason: broken)])
        gate.open()
        #expect(
            await events.next(3) == [
                .finished("ending"), .restarting(["bad"], after: .zero), .restarted("bad"),
            ])
        #expect(try await waiting.value == .finished)
        run.cancel()
        try await run.value
    }

    @Test func `a child that fails while another one's failure is dealt with is reported and started again`()
        async throws
    {
        let supervisor = Supervisor(.oneForAll, clock: ManualClock())
        let gate = Gate()
        let other = supervisor.add("other") { Machine(Counter()) }
        let bad = supervisor.add("bad") { Machine(Counter()) }
        let slow = supervisor.add("slow") { Machine(Counter(gate: gate)) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(3)
        slow.post(.slow)
        await gate.reached()
        await #expect(throws: StepError.self) { try await bad.send(.fail) }
        #expect(await events.next(1) == [.failed("bad", reason: broken)])
        await #expect(throws: StepError.self) { try await other.send(.fail) }
        #expect(await events.next(1) == [.failed("other", reason: broken)])
        gate.open()
        #expect(
            await events.next(5) == [
                .halted("slow"),
                .restarting(["other", "bad", "slow"], after: .zero), .restarted("other"), .restarted("bad"),
                .restarted("slow"),
            ])
        run.cancel()
        try await run.value
    }

    @Test func `a supervisor that has finished is not started again for a sibling`() async throws {
        let supervisor = Supervisor(.oneForAll, clock: ManualClock()), inner = Supervisor(clock: ManualClock())
        let gate = Gate()
        let last = inner.add("last") { Machine(Counter()) }
        supervisor.add("inner", inner)
        let bad = supervisor.add("bad") { Machine(Counter()) }
        let slow = supervisor.add("slow") { Machine(Counter(gate: gate)) }
        var events = EventReader(supervisor)
        var innerEvents = EventReader(inner)
        let run = Task { try await supervisor.run() }
        _ = await events.next(3)
        _ = await innerEvents.next(1)
        slow.post(.slow)
        await gate.reached()
        await #expect(throws: StepError.self) { try await bad.send(.fail) }
        #expect(await events.next(1) == [.failed("bad", reason: broken)])
        #expect(try await last.send(.end) == .handled)
        #expect(await innerEvents.next(1) == [.finished("last")])
        #expect(await events.next(1) == [.finished("inner")])
        gate.open()
        #expect(
            await events.next(4) == [
                .halted("slow"), .restarting(["bad", "slow"], after: .zero), .restarted("bad"), .restarted("slow"),
            ])
        run.cancel()
        try await run.value
    }
}
