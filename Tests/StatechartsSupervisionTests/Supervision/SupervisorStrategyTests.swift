import Statecharts
import StatechartsTesting
import Testing

/// Reads what a supervisor says, one after the other.
struct EventReader {
    private var iterator: AsyncStream<SupervisionEvent>.Iterator

    init(_ supervisor: Supervisor) { iterator = supervisor.events.makeAsyncIterator() }

    mutating func next(_ count: Int) async -> [SupervisionEvent] {
        var events: [SupervisionEvent] = []
        while events.count < count, let event = await iterator.next(isolation: #isolation) { events.append(event) }
        return events
    }
}

let broken =
    "Running, taking fail: threw Broken(), and no state handled it: Running and Counter were asked; override failed(_:) in one of them [unhandledError]"

@Suite struct SupervisorStrategyTests {
    private func trio(_ strategy: Supervisor.Strategy) -> (Supervisor, [SupervisedMachine<Counter>]) {
        let supervisor = Supervisor(strategy, clock: ManualClock())
        return (supervisor, ["a", "b", "c"].map { supervisor.add($0) { Machine(Counter()) } })
    }

    private func failing(_ strategy: Supervisor.Strategy, expect expected: [SupervisionEvent]) async throws -> [Int] {
        let (supervisor, children) = trio(strategy)
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        #expect(await events.next(3) == [.started("a"), .started("b"), .started("c")])
        for child in children { try await child.send(.add(1)) }
        let error = try await #require(throws: StepError.self) { try await children[1].send(.fail) }
        #expect(error.description == broken)
        #expect(await events.next(expected.count) == expected)
        for child in children { try await child.send(.add(10)) }
        var counts: [Int] = []
        for child in children { counts.append(try await #require(child.machine).withTop { $0.count }) }
        run.cancel()
        try await run.value
        #expect(await events.next(9) == [.stopped("c"), .stopped("b"), .stopped("a")])
        #expect(!children[0].post(.add(1)))
        #expect(try await children[0].send(.add(1)) == .finished)
        return counts
    }

    @Test func `one for one restarts the child that failed`() async throws {
        let counts = try await failing(
            .oneForOne,
            expect: [.failed("b", reason: broken), .restarting(["b"], after: .zero), .restarted("b")])
        #expect(counts == [11, 10, 11])
    }

    @Test func `one for all ends and restarts all`() async throws {
        let counts = try await failing(
            .oneForAll,
            expect: [
                .failed("b", reason: broken), .halted("c"), .halted("a"), .restarting(["a", "b", "c"], after: .zero),
                .restarted("a"), .restarted("b"), .restarted("c"),
            ])
        #expect(counts == [10, 10, 10])
    }

    @Test func `rest for one ends and restarts the child that failed and those after it`() async throws {
        let counts = try await failing(
            .restForOne,
            expect: [
                .failed("b", reason: broken), .halted("c"), .restarting(["b", "c"], after: .zero), .restarted("b"),
                .restarted("c"),
            ])
        #expect(counts == [11, 10, 10])
    }

    @Test(arguments: Supervisor.Strategy.allCases)
    func `a child that has finished is not started again, and when all have, run returns`(
        strategy: Supervisor.Strategy
    ) async throws {
        let (supervisor, children) = trio(strategy)
        var events = EventReader(supervisor)
        async let run: Void = supervisor.run()
        _ = await events.next(3)
        try await children[2].send(.end)
        #expect(await events.next(1) == [.finished("c")])
        await #expect(throws: StepError.self) { try await children[0].send(.fail) }
        for child in children[..<2] { #expect(try await child.send(.end) == .handled) }
        try await run
        let rest = await events.next(99)
        // One may have finished before another is back.
        let ends = rest.filter { $0 == .finished("a") || $0 == .finished("b") }
        #expect(ends.count == 2 && ends.contains(.finished("a")))
        for name in ["a", "b"] {
            let restarted = rest.lastIndex(of: .restarted(name)) ?? -1
            #expect(rest.firstIndex(of: .finished(name)) ?? -1 > restarted)
        }
        #expect(!rest.contains(.restarted("c")))
        #expect(try await children[2].send(.add(1)) == .finished)
        #expect(children.allSatisfy { $0.machine == nil })
    }

    @Test func `an ended sibling exits its states if it starts afresh, and does not if it continues`() async throws {
        let supervisor = Supervisor(.oneForAll, clock: ManualClock())
        let fresh = supervisor.add("fresh") { Machine(Counter()) }
        let continued = supervisor.add("continued", restart: .fromLastSnapshot) { Machine(Counter()) }
        let failing = supervisor.add("failing") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(3)
        try await continued.send(.add(5))
        let old = (try #require(fresh.machine), try #require(continued.machine))
        await #expect(throws: StepError.self) { try await failing.send(.fail) }
        #expect(await events.next(7).last == .restarted("failing"))
        #expect(try await old.0.withTop { $0.log } == ["+Running", "-Running"])
        #expect(try await old.1.withTop { $0.log } == ["+Running", "5"])
        #expect(await old.1.status == .stopped)
        #expect(
            try await #require(continued.machine).withTop { $0.log } == ["+Running", "5", "restored with handle 7"])
        #expect(try await #require(fresh.machine).withTop { $0.log } == ["+Running"])
        run.cancel()
        try await run.value
    }
}
