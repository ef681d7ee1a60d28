import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Timers that become due while their machine is busy, on a clock that goes on meanwhile.
@Suite struct DueTogetherTests {
    let clock = TickClock()
    let log: TimeLog
    init() { log = TimeLog { [clock] in clock.now.offset } }

    /// A machine, and a stream that tells when `last` has rung.
    private func alarms(
        until last: String, _ onEntry: sending @escaping (Alarms.Hall) -> Void
    ) async throws -> (Machine<Alarms>, AsyncStream<Void>) {
        let (rung, hasRung) = AsyncStream.makeStream(of: Void.self)
        let chart = Alarms(log)
        chart.onEntry = onEntry
        chart.reactions[last] = { _ in hasRung.yield() }
        let machine = Machine(chart, clock: clock)
        try await machine.start()
        return (machine, rung)
    }

    /// Has the machine busy with a step until the gate is opened, and the first alarm, due after `delay`, waiting in its mailbox.
    private func hold(_ machine: Machine<Alarms>, untilRungAfter delay: Duration) async throws -> Gate {
        await clock.sleeper(until: delay)
        let gate = Gate()
        machine.post(.hold(gate))
        await gate.reached()
        clock.advance(by: delay)
        try await eventually { !machine.mailbox.isEmpty }
        return gate
    }

    @Test func `what has become due in the meantime is taken without sleeping again`() async throws {
        let (machine, rung) = try await alarms(until: "50") { hall in
            for second in 1...50 { hall.after(.seconds(second), send: .ring("\(second)")) }
        }
        let gate = try await hold(machine, untilRungAfter: .seconds(1))
        clock.advance(by: .seconds(59))
        gate.open()
        for await _ in rung { break }
        #expect(log.all == (1...50).map { "60.0 \($0)" })
        #expect(clock.sleeps == 1)
    }

    @Test func `an event that was posted before a timer was due comes before it, after a suspended step`() async throws
    {
        let (machine, rung) = try await alarms(until: "c") { hall in
            hall.after(.seconds(1), send: .ring("a"))
            hall.after(.seconds(2), send: .ring("c"))
        }
        let gate = try await hold(machine, untilRungAfter: .seconds(1))
        machine.post(.ring("b"))
        clock.advance(by: .seconds(1))
        gate.open()
        for await _ in rung { break }
        #expect(log.all == ["2.0 a", "2.0 b", "2.0 c"])
    }

    @Test(arguments: 0..<20) func `the same where the steps of nobody's observation are taken at once`(_ attempt: Int)
        async throws
    {
        let (machine, rung) = try await alarms(until: "c") { hall in
            hall.after(.seconds(1), send: .ring("a"))
            hall.after(.seconds(2), send: .ring("c"))
        }
        await clock.sleeper(until: .seconds(1))
        try await machine.withTop { [clock] _ in
            // The machine is busy with this: the first expiry arrives, then an event, and then the second timer is due.
            _ = machine.putAndWake(.resource(.due(TimerKey(deadline: .seconds(1), sequence: .max))))
            machine.post(.ring("b"))
            clock.advance(by: .seconds(2))
        }
        for await _ in rung { break }
        #expect(log.all == ["2.0 a", "2.0 b", "2.0 c"])
    }

    @Test(.timeLimit(.minutes(30)))
    func `a state that arms itself without a delay, again and again, lets others have their turn`() async throws {
        let (machine, _) = try await alarms(until: "never") { hall in
            hall.top.reactions["again"] = { $0.house.hall.after(.zero, send: .ring("again")) }
            hall.after(.zero, send: .ring("again"))
        }
        for _ in 0..<10 { try await machine.withTop { _ in } }
        try await machine.send(.move)
        #expect(await machine.isActive(\.house.attic))
    }
}
