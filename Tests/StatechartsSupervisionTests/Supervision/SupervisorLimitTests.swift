import Statecharts
import StatechartsTesting
import Testing

@Suite struct SupervisorLimitTests {
    @Test func `a supervisor gives up after too many restarts in a time, and ends the others`() async throws {
        let clock = ManualClock()
        let supervisor = Supervisor(limit: RestartLimit(2, in: .seconds(10)), clock: clock)
        let good = supervisor.add("good") { Machine(Counter()) }
        let bad = supervisor.add("bad") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(2)
        for _ in 0..<2 {
            await #expect(throws: StepError.self) { try await bad.send(.fail) }
            #expect(
                await events.next(3) == [
                    .failed("bad", reason: broken), .restarting(["bad"], after: .zero), .restarted("bad"),
                ])
        }
        await #expect(throws: StepError.self) { try await bad.send(.fail) }
        #expect(
            await events.next(9) == [
                .failed("bad", reason: broken), .gaveUp("bad", reason: broken), .halted("good"),
            ])
        let error = try await #require(throws: SupervisorError.self) { try await run.value }
        #expect(error.description == "bad: the supervisor gave up: \(broken) [gaveUp]")
        #expect(error.underlying is StepError)
        #expect(!good.post(.add(1)) && !bad.post(.add(1)))
        #expect(try await #require(throws: SupervisorError.self) { try await good.send(.add(1)) }.code == .gaveUp)
    }

    @Test func `failures that are long ago do not count`() async throws {
        let clock = ManualClock()
        let supervisor = Supervisor(limit: RestartLimit(1, in: .seconds(10)), clock: clock)
        let child = supervisor.add("child") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        for _ in 0..<5 {
            await #expect(throws: StepError.self) { try await child.send(.fail) }
            #expect(await events.next(3).last == .restarted("child"))
            await clock.advance(by: .seconds(11))
        }
        run.cancel()
        try await run.value
    }

    @Test func `waits grow up to the cap, and begin again after a quiet time`() async throws {
        let clock = ManualClock()
        let supervisor = Supervisor(
            limit: RestartLimit(100, in: .seconds(60)),
            backOff: .exponential(from: .milliseconds(100), cap: .milliseconds(500)), clock: clock)
        let child = supervisor.add("child") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        for wait in [100, 200, 400, 500, 500] {
            await #expect(throws: StepError.self) { try await child.send(.fail) }
            #expect(
                await events.next(2) == [
                    .failed("child", reason: broken), .restarting(["child"], after: .milliseconds(wait)),
                ])
            await clock.waitForSleepers()
            await clock.advance(by: .milliseconds(wait - 1))
            #expect(child.machine == nil)
            await clock.advance(by: .milliseconds(1))
            #expect(await events.next(1) == [.restarted("child")])
        }
        await clock.advance(by: .seconds(61))
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        #expect(await events.next(2).last == .restarting(["child"], after: .milliseconds(100)))
        await clock.waitForSleepers()
        run.cancel()
        try await run.value
        #expect(await events.next(9) == [])
    }

    @Test func `two children wait apart, and a failure that concerns both joins them`() {
        var apart = RestartLedgerProbe(.oneForOne)
        #expect(apart.failures([0, 1, 0]) == ["0 after 1.0 seconds", "1 after 1.0 seconds", "0 after 2.0 seconds"])
        var rest = RestartLedgerProbe(.restForOne)
        #expect(rest.failures([2, 1]) == ["2 after 1.0 seconds", "1, 2 after 1.0 seconds"])
        var all = RestartLedgerProbe(.oneForAll)
        #expect(
            all.failures([1, 1, 1, 1]) == [
                "0, 1, 2 after 1.0 seconds", "0, 1, 2 after 2.0 seconds", "0, 1, 2 after 4.0 seconds", "given up",
            ])
    }

    @Test func `a failure during a wait that concerns more children extends the wait to them`() async throws {
        let clock = ManualClock()
        let supervisor = Supervisor(
            .restForOne, backOff: .exponential(from: .seconds(1), cap: .seconds(8)), clock: clock)
        let children = ["a", "b", "c"].map { supervisor.add($0) { Machine(Counter()) } }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(3)
        await #expect(throws: StepError.self) { try await children[2].send(.fail) }
        #expect(await events.next(2).last == .restarting(["c"], after: .seconds(1)))
        await clock.waitForSleepers()
        await clock.advance(by: .milliseconds(500))
        await #expect(throws: StepError.self) { try await children[0].send(.fail) }
        #expect(
            await events.next(3) == [
                .failed("a", reason: broken), .halted("b"), .restarting(["a", "b", "c"], after: .seconds(1)),
            ])
        await clock.waitForSleepers(2)
        await clock.advance(by: .milliseconds(500))
        #expect(children.allSatisfy { $0.machine == nil })
        await clock.advance(by: .milliseconds(500))
        #expect(await events.next(3) == [.restarted("a"), .restarted("b"), .restarted("c")])
        run.cancel()
        try await run.value
    }

    @Test func `a chart that cannot start is not tried again`() async throws {
        let supervisor = Supervisor(limit: RestartLimit(100, in: .seconds(1)), clock: ManualClock())
        supervisor.add("good") { Machine(Counter()) }
        supervisor.add("wrong") { Machine(Wrong()) }
        let events = supervisor.events
        let error = try await #require(throws: SupervisorError.self) { try await supervisor.run() }
        #expect(error.underlying is ChartError)
        #expect(error.description.hasPrefix("wrong: the supervisor gave up: the chart cannot start ("))
        #expect(error.description.hasSuffix(") [gaveUp]") && !error.description.contains("\n"))
        var kinds: [String] = []
        for await event in events { kinds.append("\(event)".prefix { $0 != "," && $0 != ")" } + "") }
        #expect(kinds == ["started(\"good\"", "failed(\"wrong\"", "gaveUp(\"wrong\"", "halted(\"good\""])
    }

    @Test func `run is refused while it runs, and may be called again afterwards`() async throws {
        let supervisor = Supervisor(clock: ManualClock())
        let child = supervisor.add("child", restart: .fromLastSnapshot) { Machine(Counter()) }
        for total in [2, 4] {
            var events = EventReader(supervisor)
            let run = Task { try await supervisor.run() }
            #expect(await events.next(1) == [.started("child")])
            try await child.send(.add(2))
            #expect(try await #require(child.machine).withTop { $0.count } == total)
            run.cancel()
            try await run.value
        }
    }
}

private final class Wrong: TopState<Int> {
    let state = State<Wrong, Wrong>(), other = State<Wrong, Wrong>()
    override func configure() { substates(state, state) }
}
