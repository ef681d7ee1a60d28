import StatechartsTesting
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Waits, limits and counts of any size.
@Suite struct RestartNumbersTests {
    @Test func `a child that cannot be started waits longer each time, until it has run`() async throws {
        let clock = ManualClock(), mayStart = Guarded(false)
        let supervisor = Supervisor(
            limit: RestartLimit(10, in: .seconds(10)), backOff: .exponential(from: .seconds(1), cap: .seconds(60)),
            clock: clock)
        let child = supervisor.add("child") {
            guard mayStart.withLock({ $0 }) else { throw Counter.Broken() }
            return Machine(Counter())
        }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        for wait in [1, 2, 4, 8, 16, 32, 60] {
            #expect(
                await events.next(2) == [
                    .failed("child", reason: "Broken()"), .restarting(["child"], after: .seconds(wait)),
                ])
            await clock.waitForSleepers()
            if wait == 60 { mayStart.withLock { $0 = true } }
            await clock.advance(by: .seconds(wait))
        }
        #expect(await events.next(1) == [.started("child")])
        await clock.advance(by: .seconds(11))
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        #expect(await events.next(2).last == .restarting(["child"], after: .seconds(1)))
        await clock.waitForSleepers()
        run.cancel()
        try await run.value
    }

    @Test(arguments: [Double.infinity, .nan, 1e25, .greatestFiniteMagnitude, -1, -Double.infinity, 0, 1, 0.5, 1e-300])
    func `a wait is never negative nor longer than the cap, whatever the factor is`(_ factor: Double) {
        let backOff = BackOff.exponential(from: .seconds(3), factor: factor, cap: .seconds(60))
        #expect(backOff.delay(0) == .seconds(3))
        for number in [1, 2, 1_000, .max] {
            #expect(backOff.delay(number) >= .zero && backOff.delay(number) <= .seconds(60), "\(number)")
        }
        if factor > 1e6 || factor.isNaN { #expect(backOff.delay(1) == .seconds(60)) }
    }

    @Test func `a wait is as long as a timer at most`() {
        let longest = BackOff.exponential(from: .seconds(Int64.max), factor: 1e30, cap: .seconds(Int64.max))
        #expect(longest.delay(0) == Services.longest && longest.delay(5) == Services.longest)
        #expect(BackOff.exponential(from: .seconds(-5), cap: .seconds(-1)).delay(3) == .zero)
    }

    @Test func `a supervisor that waits for ever, and a question that may, can be given up`() async throws {
        let supervisor = Supervisor(backOff: .exponential(from: .seconds(Int64.max), cap: .seconds(Int64.max)))
        let child = supervisor.add("child") { Machine(RestartEcho()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        #expect(try await child.ask(within: .seconds(Int64.max)) { $0 } == 5)
        try await child.machine?.withTop { $0.isWell = false }
        await #expect(throws: SupervisorError.self) { try await child.ask { $0 } as Int }
        #expect(await events.next(2).last == .restarting(["child"], after: Services.longest))
        run.cancel()
        try await run.value
    }

    @Test(arguments: [Int.max, .min, 1 << 40])
    func `a count from a snapshot is as good as any`(_ count: Int) {
        var ledger = RestartLedger(
            .oneForOne, RestartLimit(3, in: .seconds(10)),
            .exponential(from: .seconds(1), factor: 1, cap: .seconds(60)))
        ledger.resume(Snapshot.Child.Restarts(ages: [], inARow: count, age: .zero), at: .zero)
        for _ in 0..<3 {
            #expect(ledger.failed(0, of: 1, at: .zero) == .restart(children: 0..<1, after: .seconds(1)))
        }
        #expect(ledger.failed(0, of: 1, at: .zero) == .giveUp)
    }
}

private final class RestartEcho: TopState<Reply<Int>> {
    var isWell = true
    override func handle(_ event: Reply<Int>) -> Reaction {
        .handled {
            guard self.isWell else { throw Counter.Broken() }
            event.answer(5)
        }
    }
}
