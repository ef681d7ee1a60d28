import Statecharts
import StatechartsTesting
import Testing

@Suite struct TimerRestoreTests {
    let clock = ManualClock()

    private func pending() async -> [String] { await clock.pending.map { "\($0)" } }

    /// A snapshot of a greenhouse after these events and this time; the machine is gone.
    private func snapshot(
        _ policy: TimerPolicy = .resumeRemaining, _ events: Greenhouse.Event..., after time: Duration
    ) async throws -> Snapshot {
        let machine = Machine(Greenhouse(policy), clock: clock)
        try await machine.start()
        for event in events { try await machine.send(event) }
        await clock.advance(by: time)
        let snapshot = try await machine.snapshot()
        try await machine.stop()
        return try snapshot.throughJSON()
    }

    private func refusal(_ snapshot: Snapshot) async throws -> String {
        let machine = Machine(restoring: snapshot, Greenhouse(), clock: clock)
        let error = try await #require(throws: SnapshotError.self) { try await machine.start() }
        #expect(await machine.status == .new)
        #expect(await clock.pending.isEmpty)
        // Whose migration is spoken of was not called: see ChangedPropertyTests.
        return error.description.replacing(
            " (give migrate:, and raise the snapshotVersion of Greenhouse so that it is called)", with: "")
    }

    @Test func `timers of an embedded chart continue there`() async throws {
        let snapshot = try await snapshot(.resumeRemaining, .spray, after: .seconds(2))
        #expect(
            snapshot.timers.map { "\($0.state) \($0.event) \($0.remaining)" } == [
                #"Spraying.Sprayer.Wet string("drip") 0.3 seconds"#, #"Spraying.Sprayer.Wet string("dry") 0.5 seconds"#,
            ])
        await clock.advance(by: .seconds(10))
        let continued = Machine(restoring: snapshot, Greenhouse(), clock: clock)
        try await continued.start()
        #expect(
            await pending() == [
                "Spraying.Sprayer.Wet: drip at 12.3 seconds, every 0.4 seconds",
                "Spraying.Sprayer.Wet: dry at 12.5 seconds",
            ])
        await clock.advance(by: .seconds(1))
        #expect(try await continued.withTop { $0.log } == ["sprayed, 2 drips so far"])
    }

    @Test func `a deadline that has passed is due at once, and a period keeps its rhythm`() async throws {
        let snapshot = try await snapshot(.keepDeadline, after: .seconds(1))
        await clock.advance(by: .seconds(20))
        let continued = Machine(restoring: snapshot, Greenhouse(.keepDeadline), clock: clock)
        try await continued.start()
        await clock.advance(by: .zero)
        #expect(await pending() == ["Running.Heat.Hot: tick at 23.0 seconds, every 2.0 seconds"])

        let hot = try await continued.snapshot()
        try await continued.stop()
        await clock.advance(by: .seconds(9))
        let next = Machine(restoring: hot, Greenhouse(.keepDeadline), clock: clock)
        try await next.start()
        #expect(await pending() == ["Running.Heat.Hot: tick at 23.0 seconds, every 2.0 seconds"])
        await clock.advance(by: .zero)
        // What was missed comes once, at 30 seconds; then the rhythm of 23 seconds goes on.
        #expect(await pending() == ["Running.Heat.Hot: tick at 31.0 seconds, every 2.0 seconds"])
        #expect(try await next.withTop { $0.running.heat.hot.ticks } == 1)
    }

    @Test func `on a clock whose instants cannot be saved a deadline is what remained`() async throws {
        let manual = clock
        let opaque = OpaqueClock(manual: manual)
        let machine = Machine(Greenhouse(.keepDeadline), clock: opaque)
        try await machine.start()
        await manual.waitForSleepers()
        await manual.advance(by: .seconds(1))
        let snapshot = try await machine.snapshot()
        try await machine.stop()
        #expect(snapshot.timers.map(\.deadline) == [nil])
        #expect(snapshot.timers.map(\.remaining) == [.seconds(2)])
        await manual.advance(by: .seconds(60))
        let continued = Machine(restoring: snapshot, Greenhouse(.keepDeadline), clock: opaque)
        let configurations = continued.configurations
        try await continued.start()
        await manual.waitForSleepers()
        #expect(manual.now.offset == .seconds(61))
        await manual.advance(by: .seconds(2))
        for await configuration in configurations where configuration.description.contains("Hot") { break }
        try await continued.stop()
    }

    @Test func `on a clock that has begun anew a deadline is what remained`() async throws {
        await clock.advance(by: .seconds(1_000))
        let snapshot = try await snapshot(.keepDeadline, after: .seconds(1))
        #expect(snapshot.timers.map(\.remaining) == [.seconds(2)])
        // As that of a computer that was started again.
        let later = ManualClock()
        await later.advance(by: .seconds(20))
        let continued = Machine(restoring: snapshot, Greenhouse(.keepDeadline), clock: later)
        try await continued.start()
        #expect(await later.pending.map { "\($0)" } == ["Running.Heat.Cold: warm at 22.0 seconds"])
    }

    @Test func `a timer whose event is not Codable keeps snapshots from being taken, and says so`() async throws {
        let machine = Machine(Bell(), clock: clock)
        try await machine.start()
        let error = try await #require(throws: SnapshotError.self) { try await machine.snapshot() }
        #expect(
            error.description
                == "the event ring of an armed timer is not Codable; make Bell.Event Codable, or take the snapshot when there is none [notCodable]"
        )
        await clock.advance(by: .seconds(1))
        #expect(try await machine.snapshot().timers == [])
    }

    @Test func `timers that cannot be are refused, and nothing is armed`() async throws {
        let good = try await snapshot(.keepDeadline, .pause, .pause, after: .seconds(4))
        #expect(good.timers.map(\.repeats) == [true])
        func changed(_ change: (inout Snapshot.Timer) -> Void) async throws -> String {
            var snapshot = good
            change(&snapshot.timers[0])
            return try await refusal(snapshot)
        }
        let cannotBe = "a timer of Running.Heat.Hot cannot be"
        #expect(
            try await changed { $0.interval = .zero }
                == "\(cannotBe): its period is 0.0 seconds; correct it in the snapshot, or remove it [inconsistent]")
        #expect(
            try await changed { $0.remaining = .seconds(1 << 62) }
                == "\(cannotBe): 4.611686018427388e+18 seconds remain; correct it in the snapshot, or remove it [inconsistent]"
        )
        #expect(
            try await changed { $0.remaining = .seconds(-1) }
                == "\(cannotBe): -1.0 seconds remain; correct it in the snapshot, or remove it [inconsistent]")
        #expect(
            try await changed { $0.state = "Running.Heat.Cold" }
                == "a timer belongs to the state Running.Heat.Cold, which is not active; let the migration rename the state or remove the timer [inconsistent]"
        )
        #expect(
            try await changed { $0.event = .object(["boom": .object([:])]) }
                .hasPrefix("a timer's event does not fit Greenhouse.Event: { boom: … }, "))
        // A deadline that makes no sense counts as none.
        var snapshot = good
        for deadline in [SnapshotValue.string("?"), .null, try SnapshotValue(encoding: Duration.seconds(Int64.min))] {
            snapshot.timers[0].deadline = deadline
            let machine = Machine(restoring: snapshot, Greenhouse(.keepDeadline), clock: clock)
            try await machine.start()
            #expect(await pending() == ["Running.Heat.Hot: tick at 5.0 seconds, every 2.0 seconds"])
            try await machine.stop()
        }
    }
}

//  Bell ●→ Silent: after 1 s: ring
private final class Bell: TopState<Bell.Event> {
    enum Event: Sendable { case ring }
    let silent = Silent()
    override func configure() { substates(silent) }
    final class Silent: State<Bell, Bell> {
        override func entry() { after(.seconds(1), send: .ring) }
    }
}

/// A clock that can only be slept on, with instants that are not `Codable`.
struct OpaqueClock: Clock {
    struct Instant: InstantProtocol {
        let manual: ManualClock.Instant
        func advanced(by duration: Duration) -> Instant { Instant(manual: manual.advanced(by: duration)) }
        func duration(to other: Instant) -> Duration { manual.duration(to: other.manual) }
        static func < (a: Instant, b: Instant) -> Bool { a.manual < b.manual }
    }
    let manual: ManualClock
    var now: Instant { Instant(manual: manual.now) }
    var minimumResolution: Duration { manual.minimumResolution }
    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try await manual.sleep(until: deadline.manual, tolerance: tolerance)
    }
}
