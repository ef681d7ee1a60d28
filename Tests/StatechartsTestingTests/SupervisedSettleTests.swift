import Statecharts
import StatechartsTesting
import Synchronization
import Testing

private final class Counted: Sendable {
    private let value = Atomic(0)
    var count: Int { value.load(ordering: .acquiring) }
    func add() { value.add(1, ordering: .acquiringAndReleasing) }
}

@Suite struct SupervisedSettleTests {
    /// Often, as the task begins at once in most cases.
    @Test func `a clock that settles waits for a supervisor that was told to run in a task`() async throws {
        for round in 0..<300 {
            let clock = ManualClock(), made = Counted()
            let supervisor = Supervisor(clock: clock)
            supervisor.add("lamp") {
                made.add()
                return Machine(Lamp(isSound: true), clock: clock)
            }
            let running = Task { try await supervisor.run() }
            await clock.settle()
            #expect(made.count == 1, "in round \(round)")
            running.cancel()
            try await running.value
        }
    }

    @Test func `a supervisor that never runs keeps no clock from coming to rest`() async {
        let clock = ManualClock()
        let supervisor = Supervisor(clock: clock)
        await clock.settle()
        await clock.advance(by: .seconds(1))
        withExtendedLifetime(supervisor) {}
        #expect(clock.now.offset == .seconds(1))
    }
}
