import StatechartsTesting
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What becomes of work that was under way when a snapshot was taken.
@Suite struct InterruptedWorkTests {
    let clock = ManualClock()
    let endless = Gate()

    private func snapshot(_ work: @escaping Till.Work) async throws -> Snapshot {
        let machine = Machine(Till(work), clock: clock)
        try await machine.start()
        try await machine.send(.pay)
        await clock.settle()
        let snapshot = try await machine.snapshot().throughJSON()
        try await machine.stop()
        return snapshot
    }

    private func restored(
        _ snapshot: Snapshot, handlesErrors: Bool = true, again: @escaping Till.Work = { _ in }
    ) async throws -> (log: [String], told: [String], machine: Machine<Till>) {
        let machine = Machine(restoring: snapshot, Till(handlesErrors: handlesErrors, again: again), clock: clock)
        try await machine.start()
        machine.post(.note("posted"))
        await clock.settle()
        let log = try await machine.withTop { $0.log }
        return (log + ["\(await machine.configuration)"], await machine.interrupted.map(\.description), machine)
    }

    private func endlessly(_ policy: ActivityPolicy, _ result: Int = 7) -> Till.Work {
        let endless = endless
        return { state in
            state.run(whenRestored: policy) {
                await endless.pass()
                return result
            } done: {
                .paid($0)
            }
        }
    }

    @Test(arguments: ActivityPolicy.allCases)
    func `work that restored() begins again takes the place of the old one`(_ policy: ActivityPolicy) async throws {
        let snapshot = try await snapshot(endlessly(policy))
        let (log, told, machine) = try await restored(snapshot, again: endlessly(policy))
        #expect(log == ["posted", "Paying"])
        #expect(told == [])
        // It has the number of the old one, so that nothing shows that it was interrupted.
        #expect(try await machine.snapshot().activations == snapshot.activations)
        endless.open()
        await clock.settle()
        #expect(try await machine.withTop { $0.log } == ["posted", "paid 7"])
        #expect(await machine.configuration.description == "Done")
        try await machine.stop()
    }

    @Test func `work that is not begun again counts as failed, and who restores is told`() async throws {
        let (log, told, machine) = try await restored(try await snapshot(endlessly(.failed)))
        let error = "an activity (run Int) of Paying was under way when a snapshot was taken"
        #expect(log == [error, "posted", "Paying"])
        #expect(told == [error])
        #expect(await machine.interrupted.map(\.whenRestored) == [.failed])
        // It does not complete the state.
        #expect(try await machine.snapshot().activations.map(\.failures) == [1])
        try await machine.stop()
    }

    @Test func `work that counts as failed sends the event of its error, if it has one`() async throws {
        let endless = endless
        let snapshot = try await snapshot { state in
            state.run {
                await endless.pass()
            } failed: {
                .refused("\($0)")
            }
        }
        let (log, told, machine) = try await restored(snapshot)
        let error = "an activity (run) of Paying was under way when a snapshot was taken"
        #expect(log == ["refused: \(error)", "posted", "Paying"])
        #expect(told == [error])
        try await machine.stop()
    }

    @Test func `an interruption that nobody handles fails the machine`() async throws {
        let snapshot = try await snapshot(endlessly(.failed))
        let machine = Machine(restoring: snapshot, Till(handlesErrors: false), clock: clock)
        try await machine.start()
        let error = await #expect(throws: StepError.self) { try await machine.finished }
        #expect(error?.path == "Paying")
        #expect((error?.underlying as? InterruptedActivity)?.activity == "run Int")
    }

    @Test func `work that is forgotten leaves nothing but the word of it`() async throws {
        let (log, told, machine) = try await restored(try await snapshot(endlessly(.forgotten)))
        #expect(log == ["posted", "Paying"])
        #expect(told == ["an activity (run Int) of Paying was under way when a snapshot was taken"])
        #expect(try await machine.snapshot().activations.map(\.activities) == [[]])
        // Other work completes the state.
        try await machine.withTop { $0.paying.run {} }
        await clock.settle()
        #expect(await machine.configuration.description == "Done")
        try await machine.stop()
    }

    @Test func `work that is to be begun again and is not fails the start`() async throws {
        let snapshot = try await snapshot(endlessly(.again))
        let machine = Machine(restoring: snapshot, Till(), clock: clock)
        let error = await #expect(throws: StepError.self) { try await machine.start() }
        #expect(
            error?.description == """
                Paying: had an activity (run Int) under way that is to be begun again, and restored() did not; \
                begin it in restored(), or run it with another policy [notBegunAgain]
                """)
        #expect(await machine.interrupted.map(\.whenRestored) == [.again])
        #expect(await machine.status == .failed)
    }

    @Test func `each activity takes the place of one of its kind and policy, what is left over is told`() async throws {
        let endless = endless
        let strings: Till.Work = { state in
            state.run {
                await endless.pass()
                return "text"
            }
        }
        let all: Till.Work = { [self] state in
            endlessly(.failed, 1)(state)
            endlessly(.forgotten, 2)(state)
            strings(state)
            endlessly(.failed, 3)(state)
            state.listen(to: AsyncStream<Int> { _ in }) { .paid($0) }
        }
        let snapshot = try await snapshot(all)
        #expect(
            snapshot.activations.first?.activities.map { "\($0.kind) \($0.policy)" } == [
                "run Int failed", "run Int forgotten", "run String failed", "run Int failed", "listen Int failed",
            ])
        let (log, told, machine) = try await restored(snapshot) { [self] state in
            // The second of its kind, and by its policy another one than the first.
            endlessly(.forgotten, 2)(state)
            endlessly(.failed, 1)(state)
            strings(state)
        }
        func word(_ kind: String) -> String {
            "an activity (\(kind)) of Paying was under way when a snapshot was taken"
        }
        #expect(told == [word("run Int"), word("listen Int")])
        #expect(log == [word("run Int"), word("listen Int"), "posted", "Paying"])
        #expect(try await machine.snapshot().activations.map(\.failures) == [2])
        try await machine.stop()
    }

    @Test func `work that has failed stays failed`() async throws {
        let snapshot = try await snapshot { state in state.run { throw Till.Refused() } }
        #expect(snapshot.activations == [.init(state: "Paying", number: 1, failures: 1)])
        let (log, told, machine) = try await restored(snapshot)
        #expect(log == ["Refused()", "posted", "Paying"])
        #expect(told == [])
        try await machine.withTop { $0.paying.run {} }
        await clock.settle()
        #expect(await machine.configuration.description == "Done")
        try await machine.stop()
    }

    @Test func `work of a state that the first step leaves is gone, begun again or not`() async throws {
        let snapshot = try await snapshot(endlessly(.failed))
        let ways: [Till.Work] = [endlessly(.failed), { _ in }]
        for again in ways {
            let (log, _, machine) = try await restored(snapshot) { state in
                again(state)
                state.raise(.leave)
            }
            #expect(log == ["leave", "posted", "Open"])
            try await machine.stop()
        }
    }

    @Test func `work is restored again and again`() async throws {
        var snapshot = try await snapshot(endlessly(.failed))
        let first = snapshot
        for _ in 0..<3 {
            let (_, _, machine) = try await restored(snapshot, again: endlessly(.failed))
            snapshot = try await machine.snapshot().throughJSON()
            try await machine.stop()
        }
        #expect(snapshot.activations == first.activations)
        #expect(snapshot.lastNumber == first.lastNumber)
    }

    @Test func `an interpreter refuses activities, and what they have brought`() async throws {
        var snapshot = try await snapshot(endlessly(.failed))
        for what in ["activities", "what activities have brought"] {
            let interpreter = Interpreter(restoring: snapshot, Till())
            let error = try #require(throws: SnapshotError.self) { try interpreter.start() }
            #expect(error.code == .needsMachine)
            #expect(error.message == "the snapshot has \(what), but the chart is to run in a plain Interpreter")
            snapshot.activations[0].activities = []
            snapshot.queued = [.sent(try SnapshotValue(encoding: Till.Event.note("sent")), state: "Paying")]
        }
    }

    @Test func `a renamed state keeps its work and what waits of it`() async throws {
        let held = try await HeldTill(clock, timers: .resumeRemaining) { state in
            state.run { send in
                send(.note("sent"))
                return 1
            } done: {
                .paid($0)
            }
        }
        await clock.settle()
        await clock.advance(by: .seconds(1))
        var snapshot = try await held.snapshot()
        snapshot.rename("Paying", to: "Till.Paying")
        #expect(snapshot.activations.map(\.state) == ["Till.Paying"])
        #expect(Set(snapshot.timers.map(\.state)) == ["Till.Paying"])
        #expect("\(snapshot.queued)".contains("state: \"Till.Paying\""))
        snapshot.version = 9
        let migrated = Machine(restoring: snapshot, Till(timers: .resumeRemaining), clock: clock) {
            $0.rename("Till.Paying", to: "Paying")
        }
        try await migrated.start()
        await clock.settle()
        #expect(try await migrated.withTop { $0.log } == ["hold", "sent", "paid 1", "soon"])
        try await migrated.stop()
    }
}
