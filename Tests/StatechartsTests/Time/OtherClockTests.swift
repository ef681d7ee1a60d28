@testable import Statecharts
@testable import StatechartsCore
import TestSupport
import Testing

/// Machines on a clock that they can only sleep on.
@Suite struct OtherClockTests {
    let clock = TickClock()
    let log: TimeLog
    init() { log = TimeLog { [clock] in clock.now.offset } }

    private func alarms(_ onEntry: sending @escaping (Alarms.Hall) -> Void = { _ in }) async throws -> Machine<Alarms> {
        let chart = Alarms(log)
        chart.onEntry = onEntry
        let machine = Machine(chart, clock: clock)
        try await machine.start()
        return machine
    }

    /// Returns after so many steps in which something rang.
    private func rings(_ count: Int, _ steps: inout Machine<Alarms>.Steps.Iterator) async {
        var left = count
        while left > 0, let step = await steps.next(isolation: #isolation) {
            if case .ring = step.event { left -= 1 }
        }
    }

    @Test func `a timer fires when the clock gets there and not before`() async throws {
        let machine = try await alarms { $0.after(.seconds(3), send: .ring("done")) }
        var steps = machine.steps.makeAsyncIterator()
        await clock.sleeper(until: .seconds(3))
        clock.advance(by: .seconds(2))
        try await machine.withTop { _ in }
        #expect(log.all == [])
        clock.advance(by: .seconds(1))
        await rings(1, &steps)
        #expect(log.all == ["3.0 done"])
        #expect(clock.deadlines == [])
    }

    @Test func `one task sleeps for all timers, until the earliest`() async throws {
        let machine = try await alarms { hall in
            for second in 10..<1_010 { hall.after(.seconds(second), send: .ring("\(second)")) }
        }
        var steps = machine.steps.makeAsyncIterator()
        await clock.sleeper(until: .seconds(10))
        #expect(clock.sleeps == 1)
        try await machine.send(.act { $0.after(.seconds(2), send: .ring("early")) })
        await clock.sleeper(until: .seconds(2))
        #expect(clock.deadlines == [.seconds(2)])
        clock.advance(by: .seconds(2))
        await rings(1, &steps)
        await clock.sleeper(until: .seconds(10))
        clock.advance(by: .seconds(10))
        await rings(3, &steps)
        #expect(log.all == ["2.0 early", "12.0 10", "12.0 11", "12.0 12"])
        #expect(clock.sleeps <= 5)
    }

    @Test func `arming and cancelling makes no task each`() async throws {
        let machine = try await alarms { $0.after(.seconds(1), send: .ring("first")) }
        var steps = machine.steps.makeAsyncIterator()
        await clock.sleeper(until: .seconds(1))
        try await machine.send(
            .act { top in
                for number in 0..<1_000 {
                    top.cancel(top.after(.seconds(5 + number), send: .ring("\(number)")))
                }
            })
        for _ in 0..<100 { try await machine.send(.move) }
        #expect(clock.sleeps == 1)
        // The sleeper wakes for what was taken back, finds what was armed again, and goes to sleep again.
        clock.advance(by: .seconds(1))
        await rings(1, &steps)
        #expect(log.all == ["1.0 first"])
        #expect(clock.deadlines == [])
    }

    @Test func `a machine that comes late takes all that is due in order, and skips what a period has missed`()
        async throws
    {
        let machine = try await alarms { hall in
            hall.every(.seconds(1), send: .ring("period"))
            hall.after(.milliseconds(2_500), send: .ring("b"))
            hall.after(.milliseconds(1_500), send: .ring("a"))
            hall.after(.milliseconds(2_500), send: .ring("c"))
        }
        var steps = machine.steps.makeAsyncIterator()
        await clock.sleeper(until: .seconds(1))
        clock.advance(by: .milliseconds(4_200))
        await rings(4, &steps)
        await clock.sleeper(until: .seconds(5))
        clock.advance(by: .milliseconds(800))
        await rings(1, &steps)
        #expect(log.all == ["4.2 period", "4.2 a", "4.2 b", "4.2 c", "5.0 period"])
        await clock.sleeper(until: .seconds(6))
    }

    @Test func `what is armed while the clock stands waits behind the mailbox`() async throws {
        let machine = try await alarms { hall in
            hall.top.reactions["a"] = { top in
                top.after(.zero, send: .ring("c"))
                top.reactions["c"] = { $0.after(.zero, send: .ring("d")) }
            }
            hall.after(.seconds(1), send: .ring("a"))
        }
        var steps = machine.steps.makeAsyncIterator()
        await clock.sleeper(until: .seconds(1))
        let gate = Gate()
        machine.post(.hold(gate))
        await gate.reached()
        clock.advance(by: .seconds(1))
        // The expiry is in the mailbox, and this behind it.
        await clock.sleeper(until: nil)
        try await eventually { await machine.hasLetter }
        machine.post(.ring("b"))
        gate.open()
        await rings(4, &steps)
        #expect(log.all == ["1.0 a", "1.0 b", "1.0 c", "1.0 d"])
    }

    @Test func `leaving the state, stopping, and releasing the machine let the sleeper go`() async throws {
        let stopped = try await alarms { $0.after(.seconds(1), send: .ring("late")) }
        await clock.sleeper(until: .seconds(1))
        try await stopped.stop()
        await clock.sleeper(until: nil)

        var released: Machine<Alarms>? = try await alarms { $0.after(.seconds(2), send: .ring("late")) }
        await clock.sleeper(until: .seconds(2))
        weak let gone = released
        released = nil
        #expect(gone == nil)
        await clock.sleeper(until: nil)

        let left = try await alarms { $0.after(.seconds(3), send: .ring("late")) }
        await clock.sleeper(until: .seconds(3))
        try await left.send(.move)
        clock.advance(by: .seconds(3))
        await clock.sleeper(until: nil)
        try await left.withTop { _ in }
        #expect(log.all == [])
    }

    @Test func `a question's limit goes by the machine's clock`() async throws {
        let clerk = Machine(Clerk(), clock: clock)
        try await clerk.start()
        let answer = Task { try await clerk.ask(within: .seconds(5)) { .keep($0) } }
        await clock.sleeper(until: .seconds(5))
        clock.advance(by: .seconds(5))
        let error = await #expect(throws: MachineError.self) { try await answer.value }
        #expect(error?.code == .late)
        #expect(try await clerk.ask(within: .seconds(5)) { .sum(1, 2, reply: $0) } == 3)
        await clock.sleeper(until: nil)
    }

    @Test func `equal deadlines fire in the order of arming, and a jump of the clock fires everything once`()
        async throws
    {
        let machine = try await alarms { hall in
            for number in 0..<50 { hall.after(.seconds(number % 5 + 1), send: .ring("\(number)")) }
        }
        var steps = machine.steps.makeAsyncIterator()
        await clock.sleeper(until: .seconds(1))
        clock.advance(by: .seconds(60))
        await rings(50, &steps)
        let expected = (0..<5).flatMap { rest in (0..<10).map { "60.0 \($0 * 5 + rest)" } }
        #expect(log.all == expected)
    }
}

extension Machine {
    /// Whether something is in the mailbox.
    fileprivate var hasLetter: Bool { !mailbox.isEmpty }
}
