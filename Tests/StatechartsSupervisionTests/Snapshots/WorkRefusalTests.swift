import StatechartsTesting
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Snapshots whose work, timers or letters cannot be are refused, with what is wrong and what to do.
@Suite struct WorkRefusalTests {
    let clock = ManualClock()

    private func snapshot() async throws -> Snapshot {
        let held = try await HeldTill(clock, timers: .resumeRemaining) { state in
            state.run { send in
                send(.note("sent"))
                return 1
            } done: {
                .paid($0)
            } failed: { _ in
                .refused("")
            }
        }
        await clock.advance(by: .seconds(1))
        return try await held.snapshot()
    }

    private func refusal(_ snapshot: Snapshot, _ change: (inout Snapshot) -> Void) async throws -> String {
        var changed = snapshot
        change(&changed)
        let machine = Machine(restoring: changed, Till(timers: .resumeRemaining), clock: clock)
        let error = try await #require(throws: SnapshotError.self) { try await machine.start() }
        #expect(await machine.status == .new)
        #expect(await clock.pending.isEmpty)
        // Whose migration is spoken of was not called: see ChangedPropertyTests.
        return error.description.replacing(
            " (give migrate:, and raise the snapshotVersion of Till so that it is called)", with: "")
    }

    @Test func `a snapshot of format 1 is one without what that did not have`() async throws {
        let machine = Machine(Till(stays: true), clock: clock)
        try await machine.start()
        try await machine.send(.pay)
        var snapshot = try await machine.snapshot()
        snapshot.queued = [.event(try SnapshotValue(encoding: Till.Event.note("queued")))]
        var tree = try SnapshotValue(encoding: snapshot)
        tree["format"] = .int(1)
        tree["activations"] = nil
        tree["lastNumber"] = nil
        tree["queued"] = .array([try SnapshotValue(encoding: Till.Event.note("queued"))])
        tree["timers"] = .array([
            .object([
                "state": .string("Paying"), "event": try SnapshotValue(encoding: Till.Event.soon),
                "remaining": try SnapshotValue(encoding: Duration.seconds(1)),
                "interval": try SnapshotValue(encoding: Duration.seconds(2)), "repeats": .bool(false),
                "policy": .string("resumeRemaining"),
            ])
        ])
        let read = try tree.decode(Snapshot.self)
        #expect(read.format == Snapshot.currentFormat)
        #expect(read.queued == snapshot.queued)
        let restored = Machine(restoring: read, Till(), clock: clock)
        try await restored.start()
        await clock.advance(by: .seconds(1))
        #expect(try await restored.withTop { $0.log } == ["queued", "soon"])
        try await restored.stop()
        try await machine.stop()
    }

    @Test func `work that cannot be is refused`() async throws {
        let good = try await snapshot()
        #expect(
            try await refusal(good) { $0.activations[0].state = "Open" }
                == "an activity belongs to the state Open, which is not active; let the migration rename the state or remove the activity [inconsistent]"
        )
        #expect(
            try await refusal(good) { $0.activations.append($0.activations[0]) }.hasSuffix(
                "have the number 1; let the migration number them anew [inconsistent]"))
        #expect(
            try await refusal(good) { $0.activations[0].failures = -1 }
                == "-1 activities of Paying have failed, which cannot be; correct it in the snapshot [inconsistent]")
        #expect(
            try await refusal(good) { $0.activations[0].activities[0].number = 0 }
                == "an activity has no number; let the migration give it one that nothing else has [inconsistent]")
        #expect(
            try await refusal(good) { $0.timers[0].number = $0.timers[1].number }.hasPrefix(
                "two timers or activities have the number"))
        #expect(
            try await refusal(good) { $0.lastNumber = .max }
                == "the number 18446744073709551615 is too great; let the migration number timers and activities anew [inconsistent]"
        )
        #expect(
            try await refusal(good) { $0.activations[0].activities[0].failure = .string("?") }.hasPrefix(
                "a failed activity's event does not fit Till.Event:"))
    }

    @Test func `letters that cannot be are refused`() async throws {
        let good = try await snapshot()
        #expect(good.queued.map { "\($0)".prefix { $0 != "(" } } == ["sent", "ended", "expiry"])
        let note = try SnapshotValue(encoding: Till.Event.note(""))
        let notArmed = "which is not armed, or waits twice; let the migration remove it [inconsistent]"
        #expect(
            try await refusal(good) { $0.queued.append(.expiry(timer: 99)) }
                == "an expiry waits of timer 99, \(notArmed)")
        #expect(try await refusal(good) { $0.queued.append($0.queued[2]) }.hasSuffix(notArmed))
        let notUnderWay = "which was not under way, or waits twice; let the migration remove it [inconsistent]"
        #expect(
            try await refusal(good) { $0.queued.append(.ended(activity: 99, .silently)) }
                == "the end of activity 99 waits, \(notUnderWay)")
        #expect(try await refusal(good) { $0.queued.append($0.queued[1]) }.hasSuffix(notUnderWay))
        #expect(
            try await refusal(good) { $0.queued.append(.sent(.null, state: "Open")) }
                == "an event waits that an activity of Open has sent, which is not active or has none; let the migration rename the state or remove the event [inconsistent]"
        )
        #expect(
            try await refusal(good) { $0.queued.append(.sent(.null, state: "Paying")) }.hasPrefix(
                "a waiting event does not fit Till.Event:"))
        #expect(
            try await refusal(good) { $0.deferred.append(.init(event: note, owner: "Open")) }.hasPrefix(
                "a deferred event belongs to the state Open, which is not active in its chart"))
    }
}
