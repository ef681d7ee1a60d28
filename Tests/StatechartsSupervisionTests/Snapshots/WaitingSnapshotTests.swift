import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

extension Machine {
    var isAskedForSnapshot: Bool { isAskedForSnapshots }
}

/// What waits in the mailbox is in a snapshot, all of it, in its place.
@Suite struct WaitingSnapshotTests {
    let clock = ManualClock()

    /// The log of a till that continues from the snapshot, and where it has come to.
    private func continued(
        _ snapshot: Snapshot, timers: TimerPolicy? = nil, again: @escaping Till.Work = { _ in }
    ) async throws -> [String] {
        let machine = Machine(restoring: snapshot, Till(timers: timers, again: again), clock: clock)
        try await machine.start()
        // What is due by now.
        await clock.advance(by: .zero)
        await clock.settle()
        #expect(await machine.interrupted == [])
        let log = try await machine.withTop { $0.log } + ["\(await machine.configuration)"]
        try await machine.stop()
        return log
    }

    @Test func `the result of an activity that waits is taken, and the activity is not begun again`() async throws {
        let charges = Charges()
        let charge: Till.Work = { state in
            state.run {
                charges.add()
                return 5
            } done: {
                .paid($0)
            }
        }
        let held = try await HeldTill(clock, charge)
        held.machine.post(.note("before"))
        await clock.settle()
        held.machine.post(.note("after"))
        let snapshot = try await held.snapshot()
        #expect(
            snapshot.queued.map { "\($0)" } == [
                "\(Snapshot.Waiting.ended(activity: 2, .event(try SnapshotValue(encoding: Till.Event.paid(5)))))",
                "\(Snapshot.Waiting.event(try SnapshotValue(encoding: Till.Event.note("before"))))",
                "\(Snapshot.Waiting.event(try SnapshotValue(encoding: Till.Event.note("after"))))",
            ])
        #expect(
            snapshot.activations == [
                .init(
                    state: "Paying", number: 1,
                    activities: [.init(number: 2, kind: "run Int", policy: .failed, failure: nil)])
            ])
        // Whether or not restored() would.
        #expect(try await continued(snapshot, again: charge) == ["hold", "paid 5", "before", "after", "Done"])
        #expect(try await continued(snapshot) == ["hold", "paid 5", "before", "after", "Done"])
        #expect(charges.count == 1)
    }

    @Test func `everything that an activity has brought waits in its order`() async throws {
        let steps = AsyncStream.makeStream(of: Int.self)
        let held = try await HeldTill(clock) { state in
            state.run { send in
                for await step in steps.stream { send(.note("step \(step)")) }
                throw Till.Refused()
            } failed: {
                .refused("\($0)")
            }
        }
        steps.continuation.yield(1)
        await clock.settle()
        held.machine.post(.note("between"))
        steps.continuation.yield(2)
        steps.continuation.finish()
        await clock.settle()
        held.machine.post(.note("last"))
        let snapshot = try await held.snapshot()
        // The failure leaves the state incomplete.
        #expect(
            try await continued(snapshot) == [
                "hold", "step 1", "between", "step 2", "refused: Refused()", "last", "Paying",
            ])
    }

    @Test func `an error and a silent end that wait are what they were`() async throws {
        let held = try await HeldTill(clock) { state in
            state.run { throw Till.Refused() }
            state.run {}
        }
        await clock.settle()
        held.machine.post(.note("after"))
        let snapshot = try await held.snapshot()
        #expect(
            try await continued(snapshot) == [
                "hold",
                "an activity (run) of Paying had failed before a snapshot was taken: Refused()", "after", "Paying",
            ])
        let silent = try await HeldTill(clock) { state in state.run {} }
        await clock.settle()
        #expect(try await continued(try await silent.snapshot()) == ["hold", "Done"])
    }

    @Test(arguments: TimerPolicy.allCases)
    func `an expiry that waits comes in its place, whatever its policy and however long nobody ran`(
        _ policy: TimerPolicy
    ) async throws {
        let held = try await HeldTill(clock, timers: policy)
        held.machine.post(.note("zero"))
        await clock.advance(by: .seconds(1))
        held.machine.post(.note("one"))
        // What is due by now will be told when the machine has dealt with what was due before.
        await clock.advance(by: .seconds(2))
        held.machine.post(.note("three"))
        let snapshot = try await held.snapshot()
        #expect(
            snapshot.queued.map { "\($0)".prefix { $0 != "(" } } == ["event", "expiry", "event", "event"])
        await clock.advance(by: .seconds(100))
        let rest = policy == .startAnew ? [] : ["later", "tick"]
        #expect(
            try await continued(snapshot, timers: policy) == ["hold", "zero", "soon", "one", "three"] + rest + [
                "Paying"
            ])
    }

    @Test(arguments: [
        (TimerPolicy.resumeRemaining, "103.0"), (.keepDeadline, "102.0"), (.startAnew, "103.0"),
    ])
    func `a period whose expiry waited goes on as its policy says`(_ policy: TimerPolicy, next: String) async throws {
        let held = try await HeldTill(clock, stays: true) { $0.every(.seconds(3), send: .tick, whenRestored: policy) }
        await clock.advance(by: .seconds(3))
        let snapshot = try await held.snapshot()
        await clock.advance(by: .seconds(97))
        let machine = Machine(restoring: snapshot, Till(), clock: clock)
        try await machine.start()
        await clock.settle()
        #expect(try await machine.withTop { $0.log } == ["hold", "tick"])
        #expect(await clock.pending.map(\.description) == ["Paying: tick at \(next) seconds, every 3.0 seconds"])
        try await machine.stop()
    }

    // On a clock that can only be slept on one message says that all of them are due.
    @Test func `so many expiries wait that the last one gives memory back, and each comes with its event`()
        async throws
    {
        let count = 2 * Int(TimerMemory.kept)
        let opaque = OpaqueClock(manual: clock), gate = Gate()
        let work: Till.Work = { state in
            for number in 0..<count { state.after(.seconds(1), send: .note("\(number)")) }
        }
        let held = Machine(Till(gate: gate, stays: true, again: { _ in }, work), clock: opaque)
        try await held.start()
        try await held.send(.pay)
        held.post(.hold)
        await gate.reached()
        await clock.waitForSleepers()
        await clock.advance(by: .seconds(1))
        try await eventually { !held.mailbox.isEmpty }
        let taken = Task { try await held.snapshot() }
        try await eventually { await held.isAskedForSnapshot }
        gate.open()
        let snapshot = try await taken.value
        #expect(snapshot.queued.count == count)
        let machine = Machine(restoring: snapshot, Till(stays: true), clock: opaque)
        try await machine.start()
        let log = ["hold"] + (0..<count).map { "\($0)" }
        try await eventually { try await machine.withTop { $0.log.count } == log.count }
        #expect(try await machine.withTop { $0.log } == log)
        try await machine.stop()
        try await held.stop()
    }

    @Test func `what waits is discarded when its state is left before its turn`() async throws {
        let bell = Gate()
        let held = try await HeldTill(clock, timers: .resumeRemaining) { state in
            state.run { send in
                await bell.pass()
                send(.note("sent"))
                return 1
            } done: {
                .paid($0)
            }
        }
        held.machine.post(.leave)
        held.machine.post(.pay)
        await clock.advance(by: .seconds(5))
        bell.open()
        await clock.settle()
        held.machine.post(.note("last"))
        let snapshot = try await held.snapshot()
        #expect(snapshot.queued.count == 6)
        // Entered again, but not by what had fired and come.
        #expect(try await continued(snapshot, timers: .resumeRemaining) == ["hold", "leave", "last", "Paying"])
    }

    @Test func `a deferred event of a timer goes with its state also after a snapshot`() async throws {
        for leaves in [false, true] {
            let machine = Machine(
                Till(
                    stays: true, again: { _ in },
                    { state in
                        state.after(.seconds(1), send: .stuck)
                        state.after(.seconds(2), send: .note("two"))
                    }), clock: clock)
            try await machine.start()
            try await machine.send(.stuck)
            try await machine.send(.pay)
            await clock.advance(by: .seconds(1))
            let snapshot = try await machine.snapshot().throughJSON()
            #expect(snapshot.deferred.map(\.owner) == ["Paying"])
            try await machine.stop()
            let restored = Machine(restoring: snapshot, Till(stays: true), clock: clock)
            try await restored.start()
            #expect(try await restored.snapshot().deferred == snapshot.deferred)
            if leaves { try await restored.send(.leave) }
            await clock.advance(by: .seconds(5))
            #expect(try await restored.withTop { $0.log } == (leaves ? ["stuck", "leave"] : ["stuck", "two"]))
            #expect(try await restored.snapshot().deferred.count == (leaves ? 0 : 1))
            try await restored.stop()
        }
    }
}

final class Charges: Sendable {
    private let number = Guarded(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
}
