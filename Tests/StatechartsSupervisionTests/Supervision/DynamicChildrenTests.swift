@testable import Statecharts
@testable import StatechartsCore
import StatechartsTesting
import TestSupport
import Testing

/// Children that come and go while their supervisor runs.
@Suite struct DynamicChildrenTests {
    @Test func `a supervisor takes children in while it runs, and gives them up`() async throws {
        let supervisor = Supervisor(clock: ManualClock())
        let first = supervisor.add("first") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        #expect(await events.next(1) == [.started("first")])
        let second = supervisor.add("second") { Machine(Counter()) }
        // Kept until it has started.
        #expect(second.post(.add(1)))
        #expect(await events.next(1) == [.started("second")])
        #expect(supervisor.names == ["first", "second"])
        try await second.send(.add(2))
        let machine = try #require(second.machine)
        second.post(.add(3))
        #expect(try await supervisor.remove("second"))
        #expect(await events.next(2) == [.stopped("second"), .removed("second")])
        // What it had accepted was taken, and its states were exited.
        #expect(try await machine.withTop { $0.log } == ["+Running", "1", "2", "3", "-Running"])
        #expect(second.machine == nil)
        #expect(try await second.send(.add(4)) == .finished)
        #expect(second.post(.add(4)) == false)
        #expect(supervisor.names == ["first"])
        #expect(try await supervisor.remove("second") == false)
        // Others have noticed nothing, and its name is free.
        try await first.send(.add(1))
        let third = supervisor.add("second") { Machine(Counter()) }
        #expect(await events.next(1) == [.started("second")])
        try await third.send(.add(1))
        run.cancel()
        try await run.value
        #expect(await events.next(9) == [.stopped("second"), .stopped("first")])
    }

    @Test func `a child that was added while the supervisor runs is restarted as its strategy says`() async throws {
        let supervisor = Supervisor(.restForOne, clock: ManualClock())
        let first = supervisor.add("first") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        for name in ["second", "third"] { supervisor.add(name) { Machine(Counter()) } }
        #expect(await events.next(2) == [.started("second"), .started("third")])
        try await supervisor.remove("second")
        _ = await events.next(2)
        await #expect(throws: StepError.self) { try await first.send(.fail) }
        #expect(
            await events.next(5) == [
                .failed("first", reason: broken), .halted("third"), .restarting(["first", "third"], after: .zero),
                .restarted("first"), .restarted("third"),
            ])
        run.cancel()
        try await run.value
    }

    @Test func `a supervisor that stays open runs without children until it is cancelled`() async throws {
        let supervisor = Supervisor(staysOpen: true, clock: ManualClock())
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        for round in 0..<3 {
            let child = supervisor.add("child") { Machine(Counter()) }
            try await child.send(.add(round))
            try await child.send(.end)
            #expect(await events.next(2) == [.started("child"), .finished("child")])
        }
        run.cancel()
        try await run.value
        #expect(await events.next(1) == [])
    }

    @Test func `a child that waits for its restart can be given up`() async throws {
        let clock = ManualClock()
        let supervisor = Supervisor(
            backOff: .exponential(from: .seconds(1), cap: .seconds(1)), staysOpen: true, clock: clock)
        let child = supervisor.add("child") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        await #expect(throws: StepError.self) { try await child.send(.fail) }
        _ = await events.next(2)
        let waiting = Task { try await child.send(.add(1)) }
        try await eventually { child.parkedCount > 0 }
        #expect(try await supervisor.remove("child"))
        #expect(await events.next(1) == [.removed("child")])
        #expect(try await waiting.value == .finished)
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(5))
        supervisor.add("other") { Machine(Counter()) }
        #expect(await events.next(1) == [.started("other")])
        run.cancel()
        try await run.value
    }

    @Test func `children can be given up before the run and after it`() async throws {
        let supervisor = Supervisor(clock: ManualClock())
        let gone = supervisor.add("gone") { Machine(Counter()) }
        supervisor.add("stays") { Machine(Counter()) }
        #expect(try await supervisor.remove("gone"))
        #expect(gone.post(.add(1)) == false)
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        #expect(await events.next(1) == [.started("stays")])
        run.cancel()
        try await run.value
        #expect(try await supervisor.remove("stays"))
        #expect(supervisor.names == [])
        // Nothing is left to do.
        try await supervisor.run()
    }

    @Test func `a machine that gives itself up in an action gets an error, and another task can`() async throws {
        let supervisor = Supervisor(staysOpen: true, clock: ManualClock())
        let booth = supervisor.add("booth") { Machine(Booth()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        try await booth.send(.call { _ = try await supervisor.remove("booth") })
        let errors = try await #require(booth.machine).withTop { $0.errors }
        #expect(errors.count == 1 && errors[0].contains("[deadlock]"))
        try await booth.send(.call { Task { try await supervisor.remove("booth") } })
        #expect(await events.next(2) == [.stopped("booth"), .removed("booth")])
        run.cancel()
        try await run.value
    }

    @Test func `an error while a child is given up is told`() async throws {
        let supervisor = Supervisor(staysOpen: true, clock: ManualClock())
        let child = supervisor.add("child") { Machine(Counter()) }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        try await child.send(.spoil)
        try await supervisor.remove("child")
        #expect(
            await events.next(3) == [
                .failed(
                    "child",
                    reason:
                        "Counter: threw Broken() while the machine ended; catch the error where it is thrown [unhandledError]"
                ), .stopped("child"), .removed("child"),
            ])
        run.cancel()
        try await run.value
    }

    @Test func `a supervisor can be taken in and given up with its children`() async throws {
        let supervisor = Supervisor(staysOpen: true, clock: ManualClock()), inner = Supervisor(clock: ManualClock())
        let child = inner.add("child") { Machine(Counter()) }
        var events = EventReader(supervisor), innerEvents = EventReader(inner)
        let run = Task { try await supervisor.run() }
        supervisor.add("inner", inner)
        #expect(await events.next(1) == [.started("inner")])
        #expect(await innerEvents.next(1) == [.started("child")])
        // And takes in others itself.
        let late = inner.add("late") { Machine(Counter()) }
        try await late.send(.add(1))
        #expect(await innerEvents.next(1) == [.started("late")])
        try await supervisor.remove("inner")
        #expect(await events.next(2) == [.stopped("inner"), .removed("inner")])
        #expect(await innerEvents.next(9) == [.stopped("late"), .stopped("child")])
        #expect(child.post(.add(1)) == false)
        run.cancel()
        try await run.value
    }

    @Test func `many children come and go at once, and none is lost`() async throws {
        let supervisor = Supervisor(staysOpen: true, clock: ManualClock())
        let run = Task { try await supervisor.run() }
        await withTaskGroup { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<25 {
                        let name = "\(task).\(round)"
                        let child = supervisor.add(name) { Machine(Counter()) }
                        let outcome = try? await child.send(.add(round))
                        #expect(outcome == .handled)
                        let isGone = try? await supervisor.remove(name)
                        #expect(isGone == true)
                        #expect(child.post(.add(1)) == false)
                    }
                }
            }
        }
        #expect(supervisor.names == [])
        run.cancel()
        try await run.value
    }
}
