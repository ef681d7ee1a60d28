import Statecharts
import StatechartsTesting
import Testing

//   Eternal: ●──▶ Only, which waits for ever, up to 300 times
private final class Eternal: TopState<Eternal.Event> {
    enum Event: Sendable { case timeout }
    let only = Only()
    override func configure() { substates(only) }
    final class Only: State<Eternal, Eternal> {
        @Scoped var number = 0
        override func entry() { wait() }
        private func wait() { after(.seconds(Int64.max), send: .timeout) }
        override func handle(_ event: Event) -> Reaction {
            number == 300
                ? .unhandled
                : .handled {
                    number += 1
                    wait()
                }
        }
    }
}

/// The longest timers may be armed again and again.
@Suite struct EndOfTimeTests {
    @Test func `a clock that is moved stops at its last time`() async throws {
        let clock = ManualClock(failures: .issues)
        let machine = Machine(Eternal(), clock: clock)
        try await machine.start()
        for _ in 0..<300 { await clock.advance() }
        #expect(try await machine.withTop { $0.only.number } == 300)
        #expect(clock.now.offset == .seconds(Int64.max))
        await clock.advance(by: .seconds(Int64.max))
        #expect(clock.now.offset == .seconds(Int64.max))
        #expect(clock.now.advanced(by: .seconds(1)) == clock.now)
        #expect(await clock.advance() == nil)
        try await machine.stop()
    }

    @Test func `the time of a test machine stops at its last`() async throws {
        let test = TestMachine(Eternal())
        try await test.start()
        for _ in 0..<300 { await test.advance(by: .seconds(Int64.max), .partial) }
        #expect(test.top.only.number == 300)
        test.finish()
    }

    @Test(arguments: [Explorer<Eternal>.Return.automatic, .replaying])
    private func `what waits for ever again and again is explored`(_ returning: Explorer<Eternal>.Return) async throws {
        var explorer = Explorer(events: []) { Eternal() }
        explorer.returning = returning
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        // The last one is without a timer.
        #expect(found.isComplete && found.problems.isEmpty && found.situationCount == 302, "\(found)")
    }
}
