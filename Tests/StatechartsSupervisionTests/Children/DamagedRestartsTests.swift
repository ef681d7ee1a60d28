import StatechartsSimulation
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Restarts of a child in a snapshot, with numbers that nobody can have saved.
@Suite struct DamagedRestartsTests {
    private let clock = ManualClock()

    @Test func `restarts that cannot have been are refused, and a count of any size is not`() async throws {
        let machine = Machine(Hall(), clock: clock)
        try await machine.start()
        try await machine.send(.open)
        await clock.settle()
        let snapshot = try await machine.snapshot()
        let place = try #require(snapshot.activations[0].activities.firstIndex { $0.name == "cash" })
        let far = Services.longest + .seconds(1)
        let damaged: [(Snapshot.Child.Restarts, String)] = [
            (.init(ages: [.seconds(-1)], inARow: 0, age: .zero), "one was -1.0 seconds ago"),
            (.init(ages: [.zero, .seconds(Int64.max)], inARow: 0, age: .zero), "one was"),
            (.init(ages: [], inARow: -1, age: .zero), "-1 were made in a row"),
            (.init(ages: [], inARow: 0, age: far), "it runs for"),
            (.init(ages: [], inARow: 0, age: .zero - far), "it runs for"),
        ]
        for (restarts, problem) in damaged {
            var wrong = snapshot
            wrong.activations[0].activities[place].child?.restarts = restarts
            let refused = Machine(restoring: wrong, Hall(), clock: clock)
            let error = await #expect(throws: SnapshotError.self) { try await refused.start() }
            #expect(error?.code == .inconsistent && error?.message.contains(problem) == true)
        }
        var great = snapshot
        great.activations[0].activities[place].child?.restarts = .init(ages: [.zero], inARow: .max, age: .zero)
        let continued = Machine(restoring: great, Hall(), clock: clock)
        try await continued.start()
        await clock.settle()
        try await continued.withTop { _ = $0.open.cash.post(.fail) }
        await clock.settle()
        #expect(try await continued.logs()["cash"] == ["entry"])
    }
}
