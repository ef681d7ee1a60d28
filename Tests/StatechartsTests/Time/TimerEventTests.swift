import StatechartsTesting
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Where the events of armed timers are, and for how long.
@Suite struct TimerEventTests {
    let clock = ManualClock()
    let tally = Postroom.Tally()

    private func postroom() async throws -> Machine<Postroom> {
        let machine = Machine(Postroom(), clock: clock)
        try await machine.start()
        return machine
    }

    @Test func `the event of a timer is forgotten with the timer: taken back, fired, or left with its state`()
        async throws
    {
        let machine = try await postroom()
        try await machine.send(
            .act { [tally] top in
                let first = top.open.after(.seconds(1), send: .parcel(.init(1, tally)))
                top.open.after(.seconds(2), send: .parcel(.init(2, tally)))
                top.open.after(.seconds(3), send: .parcel(.init(3, tally)))
                top.after(.seconds(4), send: .parcel(.init(4, tally)))
                top.cancel(first)
            })
        #expect(tally.count == 3)
        await clock.advance(by: .seconds(2))
        #expect(tally.count == 2)
        try await machine.send(.shut)
        #expect(tally.count == 1)
        await clock.advance(by: .seconds(2))
        #expect(tally.count == 0)
        #expect(try await machine.withTop { $0.delivered } == [2, 4])
    }

    @Test func `a period sends the same event again and again, and forgets it when it ends`() async throws {
        let machine = try await postroom()
        try await machine.send(
            .act { [tally] top in top.open.every(.seconds(1), send: .parcel(.init(7, tally))) })
        await clock.advance(by: .seconds(3))
        #expect(tally.count == 1)
        #expect(try await machine.withTop { $0.delivered } == [7, 7, 7])
        try await machine.send(.shut)
        #expect(tally.count == 0)
    }

    @Test func `events are forgotten when the machine stops or is released`() async throws {
        let stopped = try await postroom()
        let arm: @Sendable (Postroom) -> Void = { [tally] top in
            for number in 0..<100 { top.open.after(.seconds(number + 1), send: .parcel(.init(number, tally))) }
        }
        try await stopped.send(.act(arm))
        #expect(tally.count == 100)
        try await stopped.stop()
        #expect(tally.count == 0)

        var released: Machine<Postroom>? = try await postroom()
        try await released?.send(.act(arm))
        #expect(tally.count == 100)
        released = nil
        #expect(tally.count == 0)
    }

    @Test func `many timers that come and go arrive with the events that they were armed with`() async throws {
        let machine = try await postroom()
        try await machine.send(
            .act { [tally] top in
                var armed: [TimerID] = []
                for round in 0..<20 {
                    for number in 0..<50 {
                        let parcel = Postroom.Parcel(round * 50 + number, tally)
                        armed.append(top.open.after(.seconds(1_000 - round * 50 - number), send: .parcel(parcel)))
                    }
                    for number in stride(from: 0, to: 50, by: 2) { top.cancel(armed[round * 50 + number]) }
                }
            })
        #expect(tally.count == 500)
        await clock.advance(by: .seconds(1_000))
        #expect(try await machine.withTop { $0.delivered } == (0..<500).map { 999 - 2 * $0 })
        #expect(tally.count == 0)
    }

    @Test(arguments: 0..<10) func `whatever is put in, taken out, dropped and made room for, each place holds its own`(
        _ seed: UInt64
    ) {
        var random = SplitMix(seed: seed)
        var model: [Int32: Int] = [:]
        let events = TimedEvents<Postroom.Parcel>()
        for number in 0..<2_000 {
            let place = Int32(random.below(200))
            switch random.below(4) {
            case 0, 1:
                guard model[place] == nil else { continue }
                events.makeRoom(for: place)
                events.put(Postroom.Parcel(number, tally), at: place)
                model[place] = number
            case 2:
                guard let expected = model[place] else { continue }
                let keeping = random.below(2) == 0
                #expect(events.take(at: place, keeping: keeping).number == expected)
                if !keeping { model[place] = nil }
            default:
                events.drop(at: place)
                model[place] = nil
            }
            #expect(tally.count == model.count)
        }
        events.removeAll()
        #expect(tally.count == 0)
    }
}
