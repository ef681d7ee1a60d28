import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

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
