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

/// Children that give each other up in their actions: it is done, or an error that names the ring; nobody hangs.
@Suite(.timeLimit(.minutes(30))) struct SupervisorRingTests {
    private let supervisor = Supervisor(
        limit: RestartLimit(100, in: .seconds(1)), staysOpen: true, clock: ManualClock())

    private func log(of child: SupervisedMachine<Clerk>) async throws -> [String] {
        try await child.withTop { $0.log }
    }

    @Test(arguments: [false, true])
    func `an entry gives another child up, which has started before it`(_ isLate: Bool) async throws {
        let supervisor = supervisor
        let splash = supervisor.add("splash") { Machine(Counter()) }
        let make: @Sendable () -> Machine<Clerk> = { Machine(Clerk { _ = try await supervisor.remove("splash") }) }
        var main = isLate ? nil : supervisor.add("main", make: make)
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        #expect(await events.next(1) == [.started("splash")])
        if isLate { main = supervisor.add("main", make: make) }
        #expect(await events.next(3) == [.stopped("splash"), .removed("splash"), .started("main")])
        #expect(try await log(of: #require(main)) == ["+"])
        #expect(splash.post(.add(1)) == false)
        run.cancel()
        try await run.value
    }

    @Test func `an entry gives up a child that has no turn yet`() async throws {
        let supervisor = supervisor
        let main = supervisor.add("main") { Machine(Clerk { _ = try await supervisor.remove("later") }) }
        supervisor.add("later") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        #expect(await events.next(2) == [.removed("later"), .started("main")])
        #expect(try await log(of: main) == ["+"])
        run.cancel()
        try await run.value
    }

    @Test func `an entry that gives its own child up gets an error`() async throws {
        let supervisor = supervisor
        let main = supervisor.add("main") {
            Machine(Clerk { _ = try await supervisor.remove("main") }, named: "main")
        }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        #expect(await events.next(1) == [.started("main")])
        let log = try await log(of: main)
        #expect(log.count == 2 && log[0].contains("main awaits main; have another task remove the child"))
        run.cancel()
        try await run.value
    }

    @Test func `of two children that start at once and give each other up, one gets an error`() async throws {
        let supervisor = supervisor, ready = [Gate(), Gate()], errors = Guarded<[String]>([])
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        supervisor.add("first") { Machine(Counter()) }
        #expect(await events.next(1) == [.started("first")])
        for number in 0..<2 {
            supervisor.add("\(number)") {
                Machine(
                    Clerk {
                        ready[number].open()
                        await ready[1 - number].pass()
                        do { _ = try await supervisor.remove("\(1 - number)") } catch {
                            errors.withLock { $0.append("\(error)") }
                        }
                    }, named: "clerk \(number)")
            }
        }
        let told = await events.next(4)
        let all = errors.withLock { $0 }
        #expect(all.count == 1 && all[0].contains("awaits clerk 0") && all[0].contains("awaits clerk 1"))
        // The other one has done it.
        let gone = told.contains(.removed("0")) ? 0 : 1
        #expect(told.contains(.removed("\(gone)")) && supervisor.names == ["first", "\(1 - gone)"])
        run.cancel()
        try await run.value
    }

    @Test func `a ring through a supervisor below is found`() async throws {
        let supervisor = supervisor, inner = Supervisor(staysOpen: true, clock: ManualClock())
        let clerk = inner.add("clerk") {
            Machine(Clerk { _ = try await supervisor.remove("inner") }, named: "clerk")
        }
        supervisor.add("inner", inner)
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        #expect(await events.next(1) == [.started("inner")])
        #expect(try await log(of: clerk).first?.contains("clerk awaits clerk") == true)
        run.cancel()
        try await run.value
    }

    @Test func `a ring that closes when the awaited child starts is found`() async throws {
        let supervisor = supervisor, inEntry = Gate(), isAsked = Gate()
        let main = supervisor.add("main") { Machine(Clerk(), named: "main") }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        #expect(await events.next(1) == [.started("main")])
        let slow = supervisor.add("slow") {
            Machine(
                Clerk {
                    inEntry.open()
                    await isAsked.pass()
                    _ = try await main.send(.note("from the entry"))
                }, named: "slow")
        }
        await inEntry.pass()
        let removal = Task { try await main.send(.do { _ = try await supervisor.remove("slow") }) }
        // The wait is noted before the name is gone.
        try await eventually { !supervisor.names.contains("slow") }
        isAsked.open()
        #expect(await events.next(3) == [.started("slow"), .stopped("slow"), .removed("slow")])
        #expect(try await removal.value == .handled)
        #expect(try await log(of: main) == ["+"])
        _ = slow
        run.cancel()
        try await run.value
    }
}
