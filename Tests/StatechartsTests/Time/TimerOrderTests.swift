import TestSupport
import Statecharts
import StatechartsTesting
import Testing

@Suite struct TimerOrderTests {
    let clock = ManualClock()
    let log: TimeLog
    init() { log = TimeLog { [clock] in clock.now.offset } }

    private func alarms(_ onEntry: sending @escaping (Alarms.Hall) -> Void = { _ in }) async throws -> Machine<Alarms> {
        let chart = Alarms(log)
        chart.onEntry = onEntry
        let machine = Machine(chart, clock: clock)
        try await machine.start()
        return machine
    }
    private func pending() async -> [String] { await clock.pending.map { "\($0)" } }

    // MARK: Order

    @Test func `timers fire in the order of their deadlines, whatever the order of arming`() async throws {
        let machine = try await alarms { hall in
            for delay in [5, 1, 4, 2, 3] { hall.after(.seconds(delay), send: .ring("\(delay)")) }
        }
        await clock.advance(by: .seconds(9))
        #expect(log.all == ["1.0 1", "2.0 2", "3.0 3", "4.0 4", "5.0 5"])
        #expect(await machine.isActive(\.house.hall))
    }

    @Test func `equal deadlines fire in the order of arming, whichever state armed them`() async throws {
        let machine = try await alarms { hall in
            hall.after(.seconds(2), send: .ring("hall 1"))
            hall.superior.after(.seconds(2), send: .ring("house"))
            hall.top.after(.seconds(2), send: .ring("top"))
            hall.every(.seconds(1), send: .ring("period"))
            hall.after(.seconds(2), send: .ring("hall 2"))
        }
        await clock.advance(by: .seconds(1))
        try await machine.send(.act { $0.house.hall.after(.seconds(1), send: .ring("late")) })
        await clock.advance(by: .seconds(1))
        // The period was set to its second deadline at the first one, when the others were armed already.
        #expect(
            log.all == ["1.0 period", "2.0 hall 1", "2.0 house", "2.0 top", "2.0 hall 2", "2.0 period", "2.0 late"])
    }

    @Test func `equal deadlines of several machines on one clock fire in the order of arming`() async throws {
        var machines: [Machine<Alarms>] = []
        for _ in 0..<4 { machines.append(try await alarms()) }
        var random = SplitMix(seed: 5)
        var expected: [String] = []
        for number in 0..<40 {
            let machine = machines[random.below(4)]
            let isEarly = random.below(4) == 0
            let deadline = Duration.seconds(isEarly ? 1 : 2)
            let delay = deadline - clock.now.offset
            try await machine.send(.act { $0.after(delay, send: .ring("\(number)")) })
            if isEarly {
                expected.insert("1.0 \(number)", at: expected.count { $0.hasPrefix("1.0") })
            } else {
                expected.append("2.0 \(number)")
            }
        }
        await clock.advance(by: .seconds(2))
        #expect(log.all == expected)
    }

    @Test func `what a step arms for the same time fires after everything that was armed before`() async throws {
        let machine = try await alarms { hall in
            hall.top.reactions["first"] = { top in
                top.after(.zero, send: .ring("zero"))
                top.after(.seconds(-3), send: .ring("negative"))
            }
            hall.top.reactions["zero"] = { $0.after(.zero, send: .ring("zero of zero")) }
            hall.after(.seconds(1), send: .ring("first"))
            hall.after(.seconds(1), send: .ring("second"))
        }
        #expect(await clock.advance() == .seconds(1))
        #expect(log.all == ["1.0 first", "1.0 second", "1.0 zero", "1.0 negative", "1.0 zero of zero"])
        #expect(await machine.isActive(\.house.hall))
    }

    @Test func `an expiry waits behind what is in the mailbox`() async throws {
        let machine = try await alarms { hall in
            hall.top.reactions["a"] = { $0.after(.zero, send: .ring("c")) }
        }
        try await machine.send(.act { $0.after(.zero, send: .ring("a")) })
        #expect(log.all == [])
        machine.post(.ring("b"))
        try await machine.withTop { _ in }
        await clock.settle()
        #expect(log.all == ["0.0 b"])
        await clock.advance(by: .zero)
        #expect(log.all == ["0.0 b", "0.0 a", "0.0 c"])
    }

    @Test func `one jump over many periods and a chain of timeouts fires each at its own time`() async throws {
        let machine = try await alarms { hall in
            hall.every(.milliseconds(300), send: .ring("period"))
            hall.after(.milliseconds(500), send: .move)
        }
        try await machine.withTop { top in
            top.reactions["period"] = { $0.after(.milliseconds(100), send: .ring("echo")) }
        }
        await clock.advance(by: .seconds(3_600))
        #expect(log.all == ["0.3 period", "0.4 echo"])
        #expect(await machine.isActive(\.house.attic))
        #expect(clock.now.offset == .seconds(3_600))
        try await machine.send(.move)
        await clock.advance(by: .seconds(1))
        #expect(log.all.dropFirst(2) == ["3600.3 period", "3600.4 echo"])
    }

    @Test func `a timer that re-arms itself in its own step keeps its own pace in one jump`() async throws {
        let machine = try await alarms { hall in
            hall.top.reactions["again"] = { $0.house.hall.after(.seconds(1), send: .ring("again")) }
            hall.after(.seconds(1), send: .ring("again"))
        }
        await clock.advance(by: .seconds(5))
        #expect(log.all == (1...5).map { "\($0).0 again" })
        #expect(await pending() == ["House.Hall: ring(\"again\") at 6.0 seconds"])
        try await machine.stop()
    }

    // MARK: Whose timers

    @Test func `a superior's timers outlive its substates'`() async throws {
        let machine = try await alarms { hall in
            hall.after(.seconds(1), send: .ring("hall"))
            hall.superior.after(.seconds(2), send: .ring("house"))
            hall.top.after(.seconds(3), send: .ring("top"))
        }
        try await machine.send(.move)
        #expect(
            await pending() == [
                "House: ring(\"house\") at 2.0 seconds", "Alarms: ring(\"top\") at 3.0 seconds",
            ])
        try await machine.send(.away)
        await clock.advance(by: .seconds(9))
        #expect(log.all == ["3.0 top"])
    }

    // MARK: Cancelling

    @Test func `a timer that is taken back does not fire, and its number is not another one's`() async throws {
        let machine = try await alarms()
        let answers = Guarded<[Bool]>([])
        try await machine.send(
            .act { top in
                let first = top.after(.seconds(1), send: .ring("first"))
                let one = top.cancel(first)
                let two = top.cancel(first)
                // Takes the place of the first one in the queue.
                top.after(.seconds(2), send: .ring("second"))
                let three = top.cancel(first)
                answers.withLock { $0 = [one, two, three] }
            })
        #expect(answers.withLock { $0 } == [true, false, false])
        await clock.advance(by: .seconds(5))
        #expect(log.all == ["2.0 second"])
    }

    @Test func `a timer that has fired or whose state was left can be taken back no more, a period always`()
        async throws
    {
        let machine = try await alarms()
        let ids = Guarded<[TimerID]>([])
        try await machine.send(
            .act { top in
                let armed = [
                    top.after(.seconds(1), send: .ring("once")), top.house.hall.after(.seconds(9), send: .ring("hall")),
                    top.every(.seconds(1), send: .ring("period")),
                ]
                ids.withLock { $0 = armed }
            })
        await clock.advance(by: .seconds(2))
        try await machine.send(.move)
        let answers = try await machine.withTop { top in ids.withLock { $0.map { top.cancel($0) } } }
        #expect(answers == [false, false, true])
        #expect(await pending() == [])
        await clock.advance(by: .seconds(9))
        #expect(log.all == ["1.0 once", "1.0 period", "2.0 period"])
    }

    @Test func `a timer can be taken back in the step of another one that was due at the same time`() async throws {
        let machine = try await alarms()
        try await machine.send(
            .act { top in
                top.after(.seconds(1), send: .ring("first"))
                let second = top.after(.seconds(1), send: .ring("second"))
                let period = top.every(.milliseconds(500), send: .ring("period"))
                top.reactions["first"] = { _ = ($0.cancel(second), $0.cancel(period)) }
            })
        await clock.advance(by: .seconds(3))
        #expect(log.all == ["0.5 period", "1.0 first"])
        #expect(await pending() == [])
    }

    @Test func `a timer that is taken back while its expiry is in the mailbox never arrives`() async throws {
        let machine = try await alarms()
        let gate = Gate(), id = Guarded<TimerID?>(nil)
        try await machine.send(
            .act { top in
                let armed = top.after(.seconds(1), send: .ring("first"))
                id.withLock { $0 = armed }
            })
        machine.post(.hold(gate))
        await gate.reached()
        machine.post(.act { top in _ = id.withLock { $0 }.map { top.cancel($0) } })
        await clock.advance(by: .seconds(2))
        gate.open()
        await clock.advance(by: .seconds(2))
        #expect(log.all == [])
    }

    @Test func `a period can be taken back in its own step`() async throws {
        let machine = try await alarms()
        try await machine.send(
            .act { top in
                let period = top.every(.seconds(1), send: .ring("period"))
                top.reactions["period"] = { if $0.log.all.count == 3 { _ = $0.cancel(period) } }
            })
        await clock.advance(by: .seconds(60))
        #expect(log.all == ["1.0 period", "2.0 period", "3.0 period"])
    }

    // MARK: Traps

    @Test func `a period of zero traps`() async {
        await #expect(processExitsWith: .failure) {
            let chart = Alarms(TimeLog { .zero })
            chart.onEntry = { $0.every(.zero, send: .move) }
            try await Machine(chart).start()
        }
    }

    @Test func `arming a timer on a state that is not active traps`() async {
        await #expect(processExitsWith: .failure) {
            let chart = Alarms(TimeLog { .zero })
            chart.onEntry = { $0.superior.attic.after(.seconds(1), send: .move) }
            try await Machine(chart).start()
        }
    }
}
