import TestSupport
import StatechartsTesting
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Machines with everything that a snapshot holds, stopped and continued at random points.
@Suite struct MachineRoundTripTests {
    /// What the snapshots that were really taken contained.
    private struct Harvest {
        var snapshots = 0
        var withTimers = 0
        var withTimersInside = 0
        var withHistory = 0
        var withDeferred = 0
        var withQueued = 0
        var withScoped = 0

        mutating func add(_ snapshot: Snapshot) {
            snapshots += 1
            withTimers += snapshot.timers.isEmpty ? 0 : 1
            withTimersInside += snapshot.timers.contains { $0.state.hasPrefix("Spraying.Sprayer") } ? 1 : 0
            withHistory += snapshot.history.isEmpty ? 0 : 1
            withDeferred += snapshot.deferred.isEmpty ? 0 : 1
            withQueued += snapshot.queued.isEmpty ? 0 : 1
            withScoped += snapshot.scoped.isEmpty ? 0 : 1
        }
    }

    private static func event(_ random: inout SplitMix, _ number: Int) -> Greenhouse.Event {
        switch Int.random(in: 0..<14, using: &random) {
        case 0...2: .toggle
        case 3...4: .door
        case 5...6: .pause
        case 7: .spray
        default: .order(number)
        }
    }

    @Test func `machines that are continued at random points do what one does that never stopped`() async throws {
        var harvest = Harvest()
        let runs = amount(20, long: 40)
        for seed in 0..<runs { try await compare(seed: UInt64(seed), &harvest) }
        #expect(harvest.snapshots > 12 * runs)
        #expect(harvest.withTimers > 7 * runs)
        #expect(harvest.withTimersInside > runs)
        #expect(harvest.withHistory > 5 * runs)
        #expect(harvest.withDeferred > 2 * runs)
        #expect(harvest.withQueued > 2 * runs)
        #expect(harvest.withScoped > runs)
    }

    private func compare(seed: UInt64, _ harvest: inout Harvest) async throws {
        var random = SplitMix(seed: seed)
        let clock = ManualClock()
        let reference = Machine(Greenhouse(), clock: clock)
        var current = Machine(Greenhouse(), clock: clock)
        try await reference.start()
        try await current.start()
        for number in 0..<60 {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: await clock.advance(by: .milliseconds(Int.random(in: 0..<2_500, using: &random)))
            case 1:
                let event = Self.event(&random, number)
                #expect(try await current.send(event) == reference.send(event), "seed \(seed)")
            default:
                // Some events are in the mailbox when the machine is stopped.
                for _ in 0..<Int.random(in: 0..<3, using: &random) {
                    let event = Self.event(&random, number)
                    #expect(reference.post(event), "seed \(seed)")
                    try await current.postQuietly(event)
                }
                let snapshot = try await current.snapshot()
                harvest.add(snapshot)
                let copy = try snapshot.throughJSON()
                #expect(copy == snapshot, "seed \(seed)")
                try await current.stop()
                current = Machine(restoring: copy, Greenhouse(), clock: clock)
                try await current.start()
            }
            #expect(try await current.state() == reference.state(), "seed \(seed), after \(number)")
        }
        try await current.stop()
        try await reference.stop()
        #expect(try await current.withTop { $0.log } == reference.withTop { $0.log }, "seed \(seed)")
    }

    @Test func `a supervised machine that fails now and then does what one does that never failed`() async throws {
        var restarts = 0
        for seed in 0..<amount(8, long: 25) {
            var random = SplitMix(seed: UInt64(seed))
            let clock = ManualClock()
            let supervisor = Supervisor(limit: RestartLimit(1_000, in: .seconds(1)), clock: clock)
            let child = supervisor.add("child", restart: .fromLastSnapshot) { Machine(Greenhouse(), clock: clock) }
            let reference = Machine(Greenhouse(), clock: clock)
            try await reference.start()
            var events = EventReader(supervisor)
            let run = Task { try await supervisor.run() }
            _ = await events.next(1)
            for number in 0..<50 {
                switch Int.random(in: 0..<3, using: &random) {
                case 0: await clock.advance(by: .milliseconds(Int.random(in: 0..<2_500, using: &random)))
                case 1:
                    let event = Self.event(&random, number)
                    #expect(try await child.send(event) == reference.send(event), "seed \(seed)")
                default:
                    // One is in the mailbox behind the event that fails.
                    let event = Self.event(&random, number)
                    child.post(.break)
                    child.post(event)
                    try await reference.send(event)
                    #expect(await events.next(3).last == .restarted("child"), "seed \(seed)")
                    restarts += 1
                }
                let state = try await #require(child.machine).state()
                #expect(try await state == reference.state(), "seed \(seed), after \(number)")
            }
            run.cancel()
            try await run.value
        }
        #expect(restarts > amount(100, long: 300))
    }
}

extension Machine<Greenhouse> {
    /// Puts an event into the mailbox and does not let the machine look there.
    fileprivate func postQuietly(_ event: Event) throws {
        _ = mailbox.put(.event(event, .nobody))
    }

    /// All that can be seen of the machine, after everything that was posted.
    fileprivate func state() async throws -> Snapshot {
        try await withTop { _ in }
        return try await snapshot()
    }
}
