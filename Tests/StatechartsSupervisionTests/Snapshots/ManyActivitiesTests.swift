import StatechartsTesting
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// One state with many activities under way, in snapshots.
@Suite struct ManyActivitiesTests {
    let clock = ManualClock()

    /// The limit only keeps a run from hanging: where each looked through all others it took half an hour.
    @Test(.timeLimit(.minutes(10)))
    func `thousands of activities are begun again, each in the place of its own`() async throws {
        let count = 16_000, gate = Gate()
        let work: Till.Work = { state in
            for number in 0..<count {
                state.run {
                    await gate.pass()
                    return number
                } done: {
                    .paid($0)
                }
            }
        }
        let machine = Machine(Till(stays: true, work), clock: clock)
        try await machine.start()
        try await machine.send(.pay)
        let snapshot = try await machine.snapshot()
        try await machine.stop()
        let next = Machine(restoring: snapshot, Till(stays: true, again: work), clock: clock)
        try await next.start()
        #expect(try await next.snapshot().activations == snapshot.activations)
        #expect(await next.interrupted == [])
        try await next.stop()
        gate.open()
    }

    @Test func `an activity takes the place of the first of its policy, or else of the first of all`() {
        let key = ResumableActivities.Key(nil, "run Int"), named = ResumableActivities.Key("charge", "run Int")
        var all = ResumableActivities()
        for (number, policy) in [(1, ActivityPolicy.again), (2, .failed), (3, .again), (4, .forgotten), (7, .failed)] {
            all.append(UInt64(number), policy, of: key)
        }
        all.append(5, .failed, of: named)
        all.append(6, .failed, of: .init(nil, "run String"))
        #expect(all.next(.failed, of: key) == 2)
        #expect(all.next(.failed, of: key) == 7)
        // No other of the policy is left.
        #expect(all.next(.failed, of: key) == 1)
        #expect(all.next(.forgotten, of: key) == 4)
        #expect(all.next(.forgotten, of: key) == 3)
        #expect(all.next(.again, of: key) == nil)
        // What has a name is known by it, whatever it brings.
        #expect(all.next(.again, of: .init("charge", "listen Int")) == 5)
        #expect(all.next(.again, of: named) == nil)
    }
}
