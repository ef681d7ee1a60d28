import Statecharts
import StatechartsTesting
import Testing

//   Bells: the names of its timers are its data
//   ●──▶ Idle ──arm──▶ Armed ──ring, off──▶ Idle      cancel: the second bell
//                      Armed ──check [was cancelled]──▶ Quiet
private final class Bells: TopState<Bells.Event> {
    enum Event: Sendable, CaseIterable { case arm, off, cancel, check, ring }
    let idle = Idle(), armed = Armed(), quiet = Quiet()
    override func configure() { substates(idle, armed, quiet) }
    final class Idle: State<Bells, Bells> {
        override func handle(_ event: Event) -> Reaction { event == .arm ? .to(superior.armed) : .handled }
    }
    final class Armed: State<Bells, Bells> {
        @Scoped var first: TimerID?
        @Scoped var all: [TimerID] = []
        @Scoped var isCancelled = false
        override func entry() {
            let first = after(.seconds(5), send: .ring)
            self.first = first
            all = [first, after(.seconds(6), send: .ring)]
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .ring, .off: .to(superior.idle)
            case .cancel: .handled { if cancel(all[1]) { isCancelled = true } }
            case .check: isCancelled ? .to(superior.quiet) : .handled
            case .arm: .handled
            }
        }
    }
    final class Quiet: State<Bells, Bells> {}
}

/// Names of timers in the data of a chart.
@Suite struct TimerNameTests {
    @Test(arguments: [Explorer<Bells>.Return.automatic, .replaying], [Explorer<Bells>.TimerOrder.earliest, .any])
    private func `situations are the same whose timers are, and a name is good where the explorer goes back`(
        _ returning: Explorer<Bells>.Return, _ timers: Explorer<Bells>.TimerOrder
    ) async throws {
        var explorer = Explorer(events: [.arm, .off, .cancel, .check]) { Bells() }
        explorer.returning = returning
        explorer.timers = timers
        explorer.limits.configurations = 50
        explorer.allowsDeadEnds = true
        let found = try await explorer.explore()
        #expect(found.replayReason == (returning == .automatic ? nil : "as was asked for"))
        #expect(found.isComplete && found.problems.isEmpty, "\(found)")
        #expect(found.path(to: \.quiet)?.description == "arm, cancel, check")
        // Idle; armed with both; with one; quiet.
        #expect(found.situationCount == 4, "\(found)")
    }
}
