import Statecharts
import StatechartsTesting
import Testing

/// A supervisor and its machines on a manual clock, which waits for what they have to do.
@Suite struct SupervisedClockTests {
    private let clock = ManualClock()

    private func count(of child: SupervisedMachine<Counter>) async -> Int? {
        try? await child.withTop { $0.count }
    }

    @Test func `settle returns when restarts that are due have been made`() async throws {
        let supervisor = Supervisor(limit: RestartLimit(1_000, in: .seconds(1)), clock: clock)
        let clock = clock
        let child = supervisor.add("child") { Machine(Counter(), clock: clock) }
        let run = Task { try await supervisor.run() }
        try await child.send(.add(0))  // waits for the start
        for number in 1...100 {
            child.post(.add(number))
            child.post(.fail)
            await clock.settle()
            #expect(await count(of: child) == 0)
        }
        run.cancel()
        try await run.value
    }

    @Test func `all that one failure ends has been started again when the clock is at rest`() async throws {
        let supervisor = Supervisor(.oneForAll, limit: RestartLimit(1_000, in: .seconds(1)), clock: clock)
        let clock = clock
        let children = (1...3).map { number in supervisor.add("child \(number)") { Machine(Counter(), clock: clock) } }
        let run = Task { try await supervisor.run() }
        try await children[2].send(.add(0))
        for number in 0..<60 {
            for child in children { child.post(.add(7)) }
            await clock.settle()
            #expect(await count(of: children[2]) == 7)
            children[number % 3].post(.fail)
            await clock.settle()
            for child in children { #expect(await count(of: child) == 0) }
        }
        run.cancel()
        try await run.value
    }

    @Test func `a restart that waits is pending by the names of whom it starts, and made when its time comes`()
        async throws
    {
        let supervisor = Supervisor(
            .restForOne, backOff: .exponential(from: .seconds(1), cap: .seconds(4)), clock: clock)
        let clock = clock
        let children = ["a", "b", "c"].map { supervisor.add($0) { Machine(Counter(), clock: clock) } }
        let run = Task { try await supervisor.run() }
        try await children[2].send(.add(0))
        children[1].post(.fail)
        #expect(await clock.pending.map(\.description) == ["restart of b, c: asleep until 1.0 seconds"])
        #expect(children.map { $0.machine == nil } == [false, true, true])
        await clock.advance(by: .milliseconds(999))
        #expect(children[1].machine == nil)
        await clock.advance(by: .milliseconds(1))
        #expect(children.map { $0.machine == nil } == [false, false, false])
        #expect(await clock.pending.isEmpty)
        run.cancel()
        try await run.value
    }

    @Test func `a supervisor under another one is waited for too`() async throws {
        let inner = Supervisor(limit: RestartLimit(0, in: .seconds(1)), clock: clock)
        let outer = Supervisor(limit: RestartLimit(1_000, in: .seconds(1)), clock: clock)
        let clock = clock
        let child = inner.add("child") { Machine(Counter(), clock: clock) }
        outer.add("inner", inner)
        let run = Task { try await outer.run() }
        try await child.send(.add(0))
        for number in 1...50 {
            child.post(.add(number))
            child.post(.fail)
            await clock.settle()
            #expect(await count(of: child) == 0)
        }
        run.cancel()
        try await run.value
    }

    /// On the main actor a supervisor would do its work where the clock does not see it.
    @MainActor
    @Test func `it does not matter where the supervisor is run`() async throws {
        let supervisor = Supervisor(limit: RestartLimit(1_000, in: .seconds(1)), clock: clock)
        let clock = clock
        let child = supervisor.add("child") { Machine(Counter(), clock: clock) }
        let run = Task { try await supervisor.run() }
        try await child.send(.add(0))
        for number in 1...50 {
            child.post(.add(number))
            child.post(.fail)
            await clock.settle()
            let total = await count(of: child)
            #expect(total == 0, "\(String(describing: total)) after \(number)")
        }
        run.cancel()
        try await run.value
    }
}
