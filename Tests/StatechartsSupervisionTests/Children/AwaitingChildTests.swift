import StatechartsSimulation
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Children that are to continue from a snapshot, and have not begun when the next one is taken.
///
/// On the main actor, so that no child begins before the snapshot.
@MainActor @Suite struct AwaitingChildTests {
    let clock = ManualClock()

    private func continued(_ snapshot: Snapshot, _ hall: sending Hall) async throws -> Machine<Hall> {
        let machine = Machine(restoring: try snapshot.throughJSON(), hall, on: MainActor.shared, clock: clock)
        try await machine.start()
        return machine
    }

    @Test func `a child that has not begun to continue is in the next snapshot as it was, with what has come since`()
        async throws
    {
        let first = Machine(Hall(), clock: clock)
        try await first.start()
        try await first.send(.open)
        try await first.send(.add(7))
        await clock.settle()
        try await first.withTop { _ = $0.open.desk.post(.add(5)) }
        await clock.settle()
        let second = try await continued(try await first.snapshot(), Hall())
        let desk = try #require(await second.port(\.open.desk.machine))
        try await second.withTop { hall in
            _ = hall.open.desk.post(.add(1))
            hall.prices.send(2)
        }
        let snapshot = try await second.snapshot()
        #expect(await desk.status == .new)
        let third = try await continued(snapshot, Hall())
        for machine in [second, third] {
            await clock.settle()
            let logs = try await machine.logs()
            #expect(logs["desk"] == ["entry", "+5", "restored", "+1"])
            #expect(logs["cash"] == ["entry", "+5", "restored", "+2", "+6"])
            #expect(logs["till 7"] == ["entry", "restored"])
            #expect(logs["hall"]?.suffix(2) == ["sum(6)", "level(6)"])
            try await machine.stop()
        }
        try await first.stop()
    }

    @Test func `nothing of a child that was never begun is lost over several snapshots`() async throws {
        let first = Machine(Hall(), on: MainActor.shared, clock: clock)
        try await first.start()
        try await first.send(.open)
        try await first.withTop { _ = $0.open.desk.post(.add(1)) }
        var snapshot = try await first.snapshot()
        for _ in 1...3 {
            let next = try await continued(snapshot, Hall())
            try await next.withTop { _ = $0.open.desk.post(.add(1)) }
            snapshot = try await next.snapshot()
            try await next.stop()
        }
        let last = try await continued(snapshot, Hall())
        await clock.settle()
        let log = try await last.logs()["desk"]
        // Where the main actor was given up in between, one of them has begun, and is restored once.
        #expect(log?.filter { $0 != "restored" } == ["entry", "+1", "+1", "+1", "+1"])
        try await last.stop()
        try await first.stop()
    }
}
