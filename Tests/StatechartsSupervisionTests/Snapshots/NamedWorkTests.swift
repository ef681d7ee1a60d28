import StatechartsTesting
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Activities that have names, in snapshots: what is done is not done again.
@Suite struct NamedWorkTests {
    let clock = ManualClock()
    let charge = Gate(), mail = Gate()

    /// Both at once, in entry and again in restored(): neither knows which of them was done.
    private func both(_ begun: Gate? = nil) -> Till.Work {
        let (charge, mail) = (charge, mail)
        return { state in
            state.run("charge") {
                await charge.pass()
                return 7
            } done: {
                .paid($0)
            }
            state.run("mail") {
                await mail.pass()
                return 7
            } done: { _ in
                .note("mailed")
            }
        }
    }

    private func started(_ work: @escaping Till.Work) async throws -> Machine<Till> {
        let machine = Machine(Till(stays: true, work), clock: clock)
        try await machine.start()
        try await machine.send(.pay)
        await clock.settle()
        return machine
    }

    private func taken(_ machine: Machine<Till>) async throws -> Snapshot {
        let snapshot = try await machine.snapshot().throughJSON()
        try await machine.stop()
        return snapshot
    }

    private func restored(_ snapshot: Snapshot, again: @escaping Till.Work) async throws -> Machine<Till> {
        let machine = Machine(restoring: snapshot, Till(stays: true, again: again), clock: clock)
        try await machine.start()
        await clock.settle()
        return machine
    }

    @Test func `of two activities the one that is done is not done again`() async throws {
        let machine = try await started(both())
        charge.open()
        await clock.settle()
        let snapshot = try await taken(machine)
        #expect(
            snapshot.activations.map { $0.activities.map { "\($0.name ?? "-") \($0.kind)" } } == [["mail run Int"]])

        let next = try await restored(snapshot, again: both())
        // The charge, which would pass its open gate, was not begun; the mail has the number that it had.
        #expect(try await next.snapshot().activations == snapshot.activations)
        #expect(await next.interrupted == [])
        mail.open()
        await clock.settle()
        #expect(try await next.withTop { $0.log } == ["paid 7", "mailed"])
        try await next.stop()
    }

    @Test func `an activity with a name whose end waits is not begun again`() async throws {
        let held = try await HeldTill(clock, stays: true, both())
        charge.open()
        await clock.settle()
        let snapshot = try await held.snapshot()
        #expect(snapshot.queued.count == 1)
        #expect(snapshot.activations.first?.activities.map(\.name) == ["charge", "mail"])
        mail.open()
        let next = try await restored(snapshot, again: both())
        #expect(try await next.withTop { $0.log } == ["hold", "paid 7", "mailed"])
        try await next.stop()
    }

    @Test func `in restored() a name that was never under way begins nothing, work without a name does`() async throws {
        let snapshot = try await taken(started { _ in })
        #expect(snapshot.lastNumber == 0)
        charge.open()
        mail.open()
        let work = both()
        let next = try await restored(snapshot) { state in
            work(state)
            state.listen("readings", to: AsyncStream<Int> { $0.finish() }) {
                .paid($0)
            } done: {
                .note("never")
            }
            state.run {
                .note("new")
            } done: {
                $0
            }
        }
        #expect(try await next.withTop { $0.log } == ["new"])
        // Afterwards a name is a name and nothing more.
        try await next.withTop { work($0.paying) }
        await clock.settle()
        #expect(try await Set(next.withTop { $0.log }) == ["new", "paid 7", "mailed"])
        try await next.stop()
    }

    @Test func `what has a name is not taken for what has none, nor for another name`() async throws {
        let mail = mail
        let snapshot = try await taken(
            started { state in
                state.run("charge") { await mail.pass() }
                state.run { await mail.pass() }
            })
        let next = try await restored(snapshot) { state in
            state.run("post") { await mail.pass() }
            state.run(whenRestored: .forgotten) { await mail.pass() }
        }
        #expect(
            await next.interrupted.map(\.description) == [
                "an activity (\"charge\", run) of Paying was under way when a snapshot was taken"
            ])
        #expect(await next.interrupted.map(\.name) == ["charge"])
        try await next.stop()
    }

    @Test func `two of one name are taken up in their order, and a name is enough if the type has changed`()
        async throws
    {
        let mail = mail
        let snapshot = try await taken(
            started { state in
                for _ in 1...2 { state.run("mail") { await mail.pass() } }
            })
        let next = try await restored(snapshot) { state in
            for number in 1...3 {
                state.run("mail") {
                    await mail.pass()
                    return number
                } done: {
                    .paid($0)
                }
            }
        }
        #expect(await next.interrupted == [])
        #expect(
            try await next.snapshot().activations.first?.activities.map(\.number)
                == snapshot.activations.first?.activities.map(\.number))
        mail.open()
        await clock.settle()
        #expect(try await Set(next.withTop { $0.log }) == ["paid 1", "paid 2"])
        try await next.stop()
    }

    @Test func `work with a name that has to be begun again and is not is named in the error`() async throws {
        let mail = mail
        let snapshot = try await taken(started { $0.run("mail", whenRestored: .again) { await mail.pass() } })
        let machine = Machine(restoring: snapshot, Till(), clock: clock)
        let error = await #expect(throws: StepError.self) { try await machine.start() }
        #expect(
            error?.description == """
                Paying: had an activity ("mail", run) under way that is to be begun again, and restored() did not; \
                begin it in restored(), or run it with another policy [notBegunAgain]
                """)
    }

    @Test func `work that is taken up is not in place of other work that has failed`() async throws {
        let mail = mail
        let work: Till.Work = { state in
            state.run("charge") { throw Till.Refused() }
            state.run("mail") { await mail.pass() }
        }
        let machine = Machine(Till(work), clock: clock)
        try await machine.start()
        try await machine.send(.pay)
        await clock.settle()
        let snapshot = try await machine.snapshot()
        #expect(snapshot.activations.map(\.failures) == [1])
        let next = Machine(restoring: snapshot, Till(again: work), clock: clock)
        try await next.start()
        #expect(try await next.snapshot().activations == snapshot.activations)
        mail.open()
        await clock.settle()
        for machine in [machine, next] {
            #expect(try await machine.withTop { $0.log } == ["Refused()"])
            #expect(await machine.configuration.description == "Paying")
            try await machine.stop()
        }
    }

    @Test func `a snapshot from before there were names is read`() async throws {
        let mail = mail
        let snapshot = try await taken(started { $0.run { await mail.pass() } })
        var tree = try SnapshotValue(encoding: snapshot)
        tree["outputs"] = nil
        tree["omitted"] = nil
        let read = try tree.decode(Snapshot.self)
        #expect(read == snapshot)
        #expect(read.activations.first?.activities.map(\.name) == [nil])
    }
}
