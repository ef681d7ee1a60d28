import Synchronization
import TestSupport
import Testing

@testable import Statecharts
@testable import StatechartsCore

/// Clocks that do not do what a clock should, and what is left of sleeps that nobody needs.
@Suite struct FaultyClockTests {
    @Test(arguments: [1, 3])
    func `a clock that fails to sleep is slept on again`(failures: Int) async throws {
        let clock = FaultyClock { $0 <= failures }
        let log = TimeLog { .zero }
        let chart = Alarms(log)
        chart.onEntry = { $0.after(.seconds(1), send: .ring("rang")) }
        let machine = Machine(chart, clock: clock)
        var steps = machine.steps.makeAsyncIterator()
        try await machine.start()
        await clock.base.sleeper(until: .seconds(1))
        clock.base.advance(by: .seconds(1))
        while let step = await steps.next(isolation: #isolation) { if case .ring = step.event { break } }
        #expect(log.all == ["0.0 rang"])
        #expect(clock.sleeps == failures + 1)
    }

    @Test func `a clock that stands and does not sleep is left in peace more and more`() async throws {
        let clock = FaultyClock { _ in true }
        let chart = Alarms(TimeLog { .zero })
        chart.onEntry = { $0.after(.seconds(1), send: .ring("never")) }
        let machine = Machine(chart, clock: clock)
        try await machine.start()
        let before = ContinuousClock.now
        try await eventually { clock.sleeps >= 6 }
        // The pauses before the third and the following sleeps are 1, 2, 4 and 8 ms.
        #expect(before.duration(to: .now) >= .milliseconds(15))
        try await machine.stop()
    }

    @Test func `on the system's clocks no sleep is cancelled, and few sleep at a time`() async {
        let clock = TickClock()
        let beginning = clock.now
        let keeper = SleepingKeeper(clock, from: beginning, letsSleep: true) { beginning.duration(to: clock.now) }
        let (rung, rings) = AsyncStream.makeStream(of: Int.self)
        var next = rung.makeAsyncIterator()
        func alarm(_ number: Int) -> WaitAlarm { WaitAlarm(of: "", nil) { rings.yield(number) } }
        // A deadline far away, and near ones again and again: answered questions, and timers that fire.
        let far = alarm(0)
        keeper.set(far, to: TimerKey(deadline: .seconds(3_600), sequence: keeper.nextSequence()))
        for number in 1...50 {
            let answered = alarm(-number)
            let key = TimerKey(deadline: keeper.now + .seconds(7_200), sequence: keeper.nextSequence())
            keeper.set(answered, to: key)
            keeper.discard(answered)
            let near = alarm(number)
            let deadline = keeper.now + .seconds(1)
            keeper.set(near, to: TimerKey(deadline: deadline, sequence: keeper.nextSequence()))
            await clock.sleeper(until: deadline)
            clock.advance(by: .seconds(1))
            #expect(await next.next(isolation: #isolation) == number)
        }
        await clock.sleeper(until: .seconds(3_600))
        #expect(clock.deadlines == [.seconds(3_600)])
        #expect(clock.sleeps == 51)
        // Taken back, it is slept for all the same, and nobody is told.
        keeper.discard(far)
        clock.advance(by: .seconds(3_600))
        await clock.sleeper(until: nil)
        let last = alarm(99)
        keeper.set(last, to: TimerKey(deadline: keeper.now + .seconds(1), sequence: keeper.nextSequence()))
        await clock.sleeper(until: keeper.now + .seconds(1))
        clock.advance(by: .seconds(1))
        #expect(await next.next(isolation: #isolation) == 99)
    }
}

/// Some of its sleeps end at once, with an error; it stands where a test puts it.
private final class FaultyClock: Clock {
    typealias Instant = TickClock.Instant
    struct Fault: Error {}
    let base = TickClock()
    private let isFaulty: @Sendable (Int) -> Bool
    private let count = Atomic<Int>(0)

    init(_ isFaulty: @escaping @Sendable (Int) -> Bool) { self.isFaulty = isFaulty }

    var sleeps: Int { count.load(ordering: .relaxed) }
    var now: Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        if isFaulty(count.add(1, ordering: .relaxed).newValue) { throw Fault() }
        try await base.sleep(until: deadline, tolerance: tolerance)
    }
}
