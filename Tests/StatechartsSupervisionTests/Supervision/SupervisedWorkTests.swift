import StatechartsTesting
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// What timers and activities have brought survives the failure of a machine whose mailbox is kept, if the next one goes on where it stood.
@Suite struct SupervisedWorkTests {
    let clock = ManualClock()
    let gate = Gate()

    private func child(
        _ restart: Supervisor.Restart, _ mailbox: Supervisor.MailboxPolicy, timers: TimerPolicy? = nil,
        again: @escaping Till.Work = { _ in }, _ work: @escaping Till.Work
    ) async throws -> (SupervisedMachine<Till>, EventReader, Task<Void, any Error>) {
        let (clock, gate) = (clock, gate)
        let supervisor = Supervisor(clock: clock)
        let child = supervisor.add("till", restart: restart, mailbox: mailbox) {
            Machine(Till(gate: gate, timers: timers, handlesErrors: false, again: again, work), clock: clock)
        }
        var events = EventReader(supervisor)
        let run = Task { try await supervisor.run() }
        _ = await events.next(1)
        try await child.send(.pay)
        child.post(.hold)
        await gate.reached()
        await clock.settle()
        return (child, events, run)
    }

    private func log(_ child: SupervisedMachine<Till>) async throws -> [String] {
        await clock.settle()
        let machine = try #require(child.machine)
        return try await machine.withTop { $0.log } + ["\(await machine.configuration)"]
    }

    @Test func `a result that waits when the machine fails is taken by the next one, and nothing is charged twice`()
        async throws
    {
        let charges = Charges()
        // The failure is in front of the result, by the order in which they come into the mailbox.
        let bell = Gate()
        let work: Till.Work = { state in
            state.run {
                charges.add()
                await bell.pass()
                return 5
            } done: {
                .paid($0)
            }
        }
        var (child, events, run) = try await child(.fromLastSnapshot, .kept, again: work, work)
        child.post(.boom)
        bell.open()
        await clock.settle()
        child.post(.note("after"))
        gate.open()
        #expect(await events.next(3).last == .restarted("till"))
        #expect(try await log(child) == ["hold", "paid 5", "after", "Done"])
        #expect(charges.count == 1)
        run.cancel()
        try await run.value
    }

    @Test func `work that was under way when the machine fails is begun again by restored()`() async throws {
        let charges = Charges(), bell = Gate()
        let work: Till.Work = { state in
            state.run {
                charges.add()
                await bell.pass()
                return 5
            } done: {
                .paid($0)
            }
        }
        var (child, events, run) = try await child(.fromLastSnapshot, .kept, again: work, work)
        child.post(.boom)
        gate.open()
        #expect(await events.next(3).last == .restarted("till"))
        #expect(try await log(child) == ["hold", "Paying"])
        #expect(charges.count == 2)
        bell.open()
        #expect(try await log(child) == ["hold", "paid 5", "Done"])
        run.cancel()
        try await run.value
    }

    @Test func `a machine that cannot be restored as its work wants it is a child that fails`() async throws {
        let endless = Gate()
        var (child, events, run) = try await child(.fromLastSnapshot, .kept) { state in
            state.run(whenRestored: .again) { await endless.pass() }
        }
        child.post(.boom)
        gate.open()
        let told = await events.next(9)
        #expect("\(told)".contains("notBegunAgain"))
        await #expect(throws: SupervisorError.self) { try await run.value }
        #expect(child.machine == nil)
    }

    @Test func `work that is not begun again is told by the supervisor`() async throws {
        let endless = Gate()
        var (child, events, run) = try await child(.fromLastSnapshot, .kept) { state in
            state.run {
                await endless.pass()
            } failed: { _ in
                .refused("interrupted")
            }
        }
        child.post(.boom)
        child.post(.note("after"))
        gate.open()
        let told = await events.next(4)
        #expect(
            told.suffix(2) == [
                .interrupted("till", InterruptedActivity("Paying", "run", .failed)), .restarted("till"),
            ])
        #expect(try await log(child) == ["hold", "after", "refused: interrupted", "Paying"])
        run.cancel()
        try await run.value
    }

    @Test(arguments: TimerPolicy.allCases)
    func `an expiry that waits when the machine fails keeps its place`(_ policy: TimerPolicy) async throws {
        var (child, events, run) = try await child(.fromLastSnapshot, .kept, timers: policy) { _ in }
        child.post(.boom)
        child.post(.note("zero"))
        await clock.advance(by: .seconds(1))
        child.post(.note("one"))
        child.post(.boom)
        child.post(.note("two"))
        gate.open()
        #expect(await events.next(6).last == .restarted("till"))
        #expect(try await log(child) == ["hold", "zero", "soon", "one", "two", "Paying"])
        await clock.advance(by: .seconds(2))
        // A whole period has begun anew with the restart.
        let rest = policy == .startAnew ? ["later", "Paying"] : ["later", "tick", "Paying"]
        #expect(Array(try await log(child).dropFirst(5)) == rest)
        run.cancel()
        try await run.value
    }

    @Test func `an expiry that waits through several failures keeps its place`() async throws {
        var (child, events, run) = try await child(.fromLastSnapshot, .kept, timers: .resumeRemaining) { _ in }
        for number in 0..<3 {
            child.post(.note("\(number)"))
            child.post(.boom)
        }
        await clock.advance(by: .seconds(1))
        child.post(.note("one"))
        gate.open()
        #expect(await events.next(9).last == .restarted("till"))
        #expect(try await log(child) == ["hold", "0", "1", "2", "soon", "one", "Paying"])
        run.cancel()
        try await run.value
    }

    @Test(arguments: [(Supervisor.Restart.fresh, Supervisor.MailboxPolicy.kept), (.fromLastSnapshot, .dropped)])
    func `where nothing goes on, what waits ends with the machine`(
        _ restart: Supervisor.Restart, _ mailbox: Supervisor.MailboxPolicy
    ) async throws {
        let bell = Gate(), charges = Charges()
        let work: Till.Work = { state in
            state.run {
                charges.add()
                await bell.pass()
                return 5
            } done: {
                .paid($0)
            }
        }
        var (child, events, run) = try await child(restart, mailbox, timers: .resumeRemaining, again: work, work)
        child.post(.boom)
        bell.open()
        await clock.settle()
        await clock.advance(by: .seconds(1))
        child.post(.note("after"))
        gate.open()
        #expect(await events.next(3).last == .restarted("till"))
        let log = try await log(child)
        switch restart {
        case .fresh: #expect(log == ["after", "Open"])
        // The dropped result is not known, so the work is begun again.
        case .fromLastSnapshot:
            #expect(log.contains("paid 5") && !log.contains("after"))
            #expect(charges.count == 2)
        }
        run.cancel()
        try await run.value
    }

    @Test func `what is left of a state that a kept event leaves first is discarded`() async throws {
        let bell = Gate()
        var (child, events, run) = try await child(.fromLastSnapshot, .kept, timers: .resumeRemaining) { state in
            state.run { send in
                await bell.pass()
                send(.note("sent"))
                return 5
            } done: {
                .paid($0)
            }
        }
        child.post(.boom)
        child.post(.leave)
        child.post(.pay)
        bell.open()
        await clock.settle()
        await clock.advance(by: .seconds(1))
        child.post(.note("after"))
        gate.open()
        #expect(await events.next(3).last == .restarted("till"))
        let log = try await log(child)
        // The work of the second visit to Paying is done at once.
        #expect(log.prefix(3) == ["hold", "leave", "after"])
        #expect(log.filter { $0 == "paid 5" }.count == 1)
        run.cancel()
        try await run.value
    }
}
