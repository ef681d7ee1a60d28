import Statecharts

//    ┌ BrokenEnd ──────────────────────────────────┐
//    │ ●→ Working ──stop──► ◉ Done  entry throws   │
//    │ failed / handled                            │
//    └─────────────────────────────────────────────┘
final class BrokenEnd: TopState<BrokenEnd.Event> {
    enum Event: Sendable { case stop }
    struct Broken: Error {}

    let working = Working(), done = Done()
    private(set) var failures = 0

    override func configure() { substates(working, done) }
    override func failed(_ error: any Error) -> Reaction { .handled { self.failures += 1 } }

    final class Working: State<BrokenEnd, BrokenEnd> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .stop: .to(superior.done)
            }
        }
    }
    final class Done: FinalState<BrokenEnd, BrokenEnd> {
        override func entry() throws { throw Broken() }
    }
}
