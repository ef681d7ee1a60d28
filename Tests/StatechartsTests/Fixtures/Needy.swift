import Statecharts

//    ┌ Needy ─────────────────────────────────────────────────────────┐
//    │              ┌ Outer (entry / arms a timer) ──────────────┐    │
//    │ ●→ Out ─go─► │ ●→ Inner                                   │    │
//    │              └────────────────────────────────────────────┘    │
//    └────────────────────────────────────────────────────────────────┘
// In a plain interpreter, which has no clock, "go" fails the chart in the middle of its entries.
final class Needy: NotedTop<String> {
    let out = Out(), outer = Outer()
    override func configure() { substates(out, outer) }

    final class Out: Noted<Needy, Needy> {
        override func handle(_ event: String) -> Reaction {
            event == "go" ? .to(superior.outer, effect: noted) : .unhandled
        }
    }
    final class Outer: Noted<Needy, Needy> {
        let inner = Inner()
        override func configure() { substates(inner) }
        override func entry() throws {
            try super.entry()
            after(.seconds(1), send: "late")
        }
        final class Inner: Noted<Outer, Needy> {}
    }
}
