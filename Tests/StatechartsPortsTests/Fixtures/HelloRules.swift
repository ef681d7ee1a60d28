import Statecharts

/// Somebody greets within a second, once.
///
///     ● ▶ Quiet {after 1 s: late} ── hello ──▶ Greeted ── end ──▶ ◉
final class HelloRules: TopState<HelloRules.Event> {
    enum Event: String, Sendable, CaseIterable { case hello, late, end }
    let quiet = Quiet(), greeted = Greeted(), over = Over()
    override func configure() { substates(quiet, greeted, over) }
    final class Quiet: State<HelloRules, HelloRules> {
        override func entry() { after(.seconds(1), send: .late) }
        override func handle(_ event: Event) -> Reaction { event == .hello ? .to(superior.greeted) : .unhandled }
    }
    final class Greeted: State<HelloRules, HelloRules> {
        override func handle(_ event: Event) -> Reaction { event == .end ? .to(superior.over) : .unhandled }
    }
    final class Over: FinalState<HelloRules, HelloRules> {}
}

final class BusyRules: TopState<Int> {
    let busy = Busy()
    override func configure() { substates(busy) }
    final class Busy: State<BusyRules, BusyRules> {
        override func handle(_ event: Int) -> Reaction { .handled { self.run { _ in } } }
    }
}
