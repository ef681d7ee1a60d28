import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// A child whose first step is suspended keeps nobody else, and no task of the supervisor itself waits.
@Suite(.timeLimit(.minutes(30))) struct SlowStartTests {
    private let clock = ManualClock()

    private func limited(_ strategy: Supervisor.Strategy = .oneForOne, staysOpen: Bool = true) -> Supervisor {
        Supervisor(strategy, limit: RestartLimit(100, in: .seconds(1)), staysOpen: staysOpen, clock: clock)
    }

    @Test func `others are restarted, added and given up while a child starts`() async throws {
        let supervisor = limited(), gate = Gate()
        let good = supervisor.add("good") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        #expect(await events.next(1) == [.started("good")])
        supervisor.add("slow") { Machine(Clerk { await gate.pass() }) }
        await gate.reached()
        await #expect(throws: StepError.self) { try await good.send(.fail) }
        #expect(
            await events.next(3) == [
                .failed("good", reason: broken), .restarting(["good"], after: .zero), .restarted("good"),
            ])
        let late = supervisor.add("late") { Machine(Counter()) }
        #expect(try await late.send(.add(1)) == .handled)
        #expect(try await supervisor.remove("late"))
        #expect(try await supervisor.remove("good"))
        #expect(await events.next(5).suffix(2) == [.stopped("good"), .removed("good")])
        gate.open()
        #expect(await events.next(1) == [.started("slow")])
        run.cancel()
        try await run.value
    }

    @Test(arguments: [Supervisor.Strategy.oneForAll, .restForOne])
    func `children that concern each other start in the order in which they were added`(
        _ strategy: Supervisor.Strategy
    ) async throws {
        let supervisor = limited(strategy), gate = Gate()
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        supervisor.add("slow") { Machine(Clerk { await gate.pass() }) }
        await gate.reached()
        let late = supervisor.add("late") { Machine(Counter()) }
        supervisor.add("later") { Machine(Counter()) }
        // One that has no turn yet is given up at once.
        #expect(try await supervisor.remove("later"))
        #expect(await events.next(1) == [.removed("later")])
        #expect(late.status == .new)
        gate.open()
        #expect(await events.next(2) == [.started("slow"), .started("late")])
        run.cancel()
        try await run.value
    }

    @Test(arguments: [false, true])
    func `a child that is given up while it starts is told by cancellation`(_ heeds: Bool) async throws {
        let supervisor = limited(), reached = Gate(), cancelled = Gate()
        let slow = supervisor.add("slow") {
            Machine(
                Clerk(passesOn: heeds) {
                    reached.open()
                    while !Task.isCancelled { await Task.yield() }
                    cancelled.open()
                    try Task.checkCancellation()
                })
        }
        slow.post(.note("taken"))
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        await reached.pass()
        #expect(try await supervisor.remove("slow"))
        await cancelled.pass()
        let begun: [SupervisionEvent] = heeds ? [] : [.started("slow")]
        #expect(await events.next(heeds ? 2 : 3) == begun + [.stopped("slow"), .removed("slow")])
        #expect(slow.post(.note("late")) == false)
        run.cancel()
        try await run.value
    }

    @Test func `who cancels the first step cancels no later one`() async throws {
        let supervisor = limited(), reached = Gate(), found = Guarded<[Bool]>([])
        let slow = supervisor.add("slow") {
            Machine(
                Clerk {
                    reached.open()
                    while !Task.isCancelled { await Task.yield() }
                })
        }
        for _ in 1...2 {
            slow.post(
                .do {
                    await Task.yield()
                    found.withLock { $0.append(Task.isCancelled) }
                })
        }
        slow.post(.note("taken"))
        let log = Task { try await slow.withTop { $0.log } }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        await reached.pass()
        #expect(try await supervisor.remove("slow"))
        #expect(await events.next(3) == [.started("slow"), .stopped("slow"), .removed("slow")])
        #expect(found.withLock { $0 } == [false, false])
        _ = try? await log.value
        run.cancel()
        try await run.value
    }

    @Test func `cancelling ends all others, and a child that starts is told`() async throws {
        let supervisor = limited(), reached = Gate(), stops = Gate()
        let good = supervisor.add("good") { Machine(Counter()) }
        supervisor.add("slow") {
            Machine(
                Clerk(passesOn: true) {
                    reached.open()
                    while !Task.isCancelled { await Task.yield() }
                    // Takes its time all the same.
                    await stops.pass()
                    throw CancellationError()
                })
        }
        supervisor.add("never") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        await reached.pass()
        run.cancel()
        #expect(await events.next(2) == [.started("good"), .stopped("good")])
        #expect(try await good.send(.add(1)) == .finished)
        stops.open()
        try await run.value
        #expect(await events.next(9) == [.stopped("slow")])
    }

    @Test func `a supervisor that is given up while its child starts ends it`() async throws {
        let outer = limited(), inner = limited(), reached = Gate()
        inner.add("slow") {
            Machine(
                Clerk(passesOn: true) {
                    reached.open()
                    while !Task.isCancelled { await Task.yield() }
                    try Task.checkCancellation()
                })
        }
        var events = EventReader(outer), innerEvents = EventReader(inner)
        let run = Task { try await outer.run() }
        outer.add("inner", inner)
        await reached.pass()
        #expect(try await outer.remove("inner"))
        #expect(await events.next(3) == [.started("inner"), .stopped("inner"), .removed("inner")])
        #expect(await innerEvents.next(1) == [.stopped("slow")])
        run.cancel()
        try await run.value
    }

    @Test func `a sibling's failure ends a child that starts, and both begin again`() async throws {
        let supervisor = limited(.oneForAll), reached = Gate(), lives = Guarded(0)
        let bad = supervisor.add("bad") { Machine(Counter()) }
        supervisor.add("slow") {
            let life = lives.withLock { life in
                life += 1
                return life
            }
            return Machine(
                Clerk(passesOn: true) {
                    guard life == 1 else { return }
                    reached.open()
                    while !Task.isCancelled { await Task.yield() }
                    try Task.checkCancellation()
                })
        }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        await reached.pass()
        await #expect(throws: StepError.self) { try await bad.send(.fail) }
        #expect(
            await events.next(6) == [
                .started("bad"), .failed("bad", reason: broken), .halted("slow"),
                .restarting(["bad", "slow"], after: .zero), .restarted("bad"), .started("slow"),
            ])
        run.cancel()
        try await run.value
    }
}
