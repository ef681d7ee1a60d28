import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Where a run begins and ends, and what it waits for.
@Suite struct SupervisorRunTests {
    private let supervisor = Supervisor(.oneForAll, clock: ManualClock())

    @Test func `a run that is refused leaves the one under way alone`() async throws {
        let child = supervisor.add("child") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { [supervisor] in try await supervisor.run() }
        _ = await events.next(1)
        let refused = await #expect(throws: SupervisorError.self) { try await supervisor.run() }
        #expect(refused?.code == .alreadyRunning)
        #expect(child.status == .running)
        #expect(try await child.send(.add(1)) == .handled)
        run.cancel()
        try await run.value
        #expect(await events.next(9) == [.stopped("child")])
    }

    @Test func `no other run begins before the children of the last one are closed`() async throws {
        let child = supervisor.add("child") { Machine(Counter()) }, gate = Gate(), begins = Guarded<[Bool]>([])
        child.follow { [supervisor] turn in
            if turn == .ended { begins.withLock { $0.append(supervisor.beginRunning()) } }
        }
        let run = Task { [supervisor] in
            await gate.pass()
            try await supervisor.run()
        }
        // The child is not started, so that it ends when it is closed.
        run.cancel()
        gate.open()
        try await run.value
        #expect(begins.withLock { $0 } == [false])
        #expect(supervisor.beginRunning())
    }

    @Test(arguments: [false, true])
    func `who ends a child waits for its end, also if somebody else stops its machine`(_ removes: Bool) async throws {
        let gate = Gate(), hasReturned = Guarded(false)
        let child = supervisor.add("child") { Machine(Counter(gate: gate)) }
        var events = EventReader(supervisor)
        let run = Task { [supervisor] in try await supervisor.run() }
        _ = await events.next(1)
        let machine = try #require(child.machine)
        child.post(.slow)
        await gate.reached()
        let stop = Task { try await machine.stop() }
        try await eventually { machine.mailbox.withContents { $0.admission == .nothing } }
        let end = Task { [supervisor] in
            if removes {
                try await supervisor.remove("child")
            } else {
                run.cancel()
                try await run.value
            }
            hasReturned.withLock { $0 = true }
        }
        for _ in 0..<1_000 { await Task.yield() }
        #expect(!hasReturned.withLock { $0 })
        gate.open()
        try await end.value
        #expect(try await machine.withTop { $0.log } == ["+Running", "slow", "-Running"])
        try await stop.value
        try await run.value
        #expect(await events.next(9).first == .stopped("child"))
    }

    @Test func `an exit that throws while a child is ended for another one's failure is told`() async throws {
        let spoilt = supervisor.add("spoilt") { Machine(Counter()) }
        let bad = supervisor.add("bad") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { [supervisor] in try await supervisor.run() }
        _ = await events.next(2)
        try await spoilt.send(.spoil)
        await #expect(throws: StepError.self) { try await bad.send(.fail) }
        #expect(
            await events.next(6) == [
                .failed("bad", reason: broken),
                .failed(
                    "spoilt",
                    reason:
                        "Counter: threw Broken() while the machine ended; catch the error where it is thrown [unhandledError]"
                ),
                .halted("spoilt"), .restarting(["spoilt", "bad"], after: .zero), .restarted("spoilt"),
                .restarted("bad"),
            ])
        run.cancel()
        try await run.value
    }
}
