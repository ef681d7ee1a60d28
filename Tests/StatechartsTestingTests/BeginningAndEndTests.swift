import Statecharts
import StatechartsTesting
import Testing

//   Shift: ●──▶ Work ──over──▶ ◉ End
private final class Shift: TopState<Shift.Event> {
    enum Event: Sendable { case over }
    let work = Work(), end = End()
    override func configure() { substates(work, end) }
    final class Work: State<Shift, Shift> {
        override func handle(_ event: Event) -> Reaction { .to(superior.end) }
    }
    final class End: FinalState<Shift, Shift> {}
}

/// What a test machine says of calls that come before the start, again, or after the end.
@Suite struct BeginningAndEndTests {
    @Test func `what comes before the start, and a second start, are told`() async throws {
        let kept = Kept()
        let test = TestMachine(Player(), failures: kept.report)
        await test.send(.play)
        test.finish()
        try await test.start()
        try await test.start()
        try await test.place(in: \.playing)
        await test.follow("timer Playing: timout")
        #expect(
            kept.messages == [
                "play came too early: the chart has not started: call start() or place(in:) first",
                "finish() came too early: the chart has not started: call start() or place(in:) first",
                "start came too late: the chart is in Stopped; to begin again, make another test machine of a new chart",
                "place(in:) came too late: the chart is in Stopped; to begin again, make another test machine of a new chart",
                """
                timer Playing: timout is not possible; what the explorer knows that is:
                  nothing
                the chart is in Stopped
                """,
            ])
        let playing = TestMachine(Player(), failures: kept.report)
        try await playing.place(in: \.playing)
        await playing.follow("timer Playing: timout", of: Explorer(events: [.stop]) { Player() })
        #expect(
            kept.messages.last == """
                timer Playing: timout is not possible; what the explorer knows that is:
                  stop
                  timer Playing: timeout
                the chart is in Playing
                """)
    }

    @Test func `the configuration in which a chart has ended by itself is expected, not that in which it was stopped`()
        async throws
    {
        let kept = Kept()
        let test = TestMachine(Shift(), failures: kept.report)
        try await test.start()
        await test.send(.over, .partial) { $0.enters(\.end) }
        test.expect(configuration: \.end)
        test.finish()
        #expect(kept.messages.isEmpty)
        test.expect(configuration: \.work)
        let stopped = TestMachine(Shift(), failures: kept.report)
        try await stopped.start()
        await stopped.stop(.partial)
        stopped.expect(configuration: \.work)
        #expect(
            kept.messages == [
                """
                another configuration than was said:
                  - Work
                  + End
                the chart has ended in End
                """,
                """
                another configuration than was said:
                  - Work
                the chart has ended in Work
                """,
            ])
    }
}
