import Statecharts

//    ┌ Rash ───────────────────────────────────────┐
//    │ ●→ Only   any event / acts while it is asked │
//    └─────────────────────────────────────────────┘
// A handler that acts, which it must not.
final class Rash: TopState<String> {
    let only = Only()
    var act: (Rash) -> Void = { $0.raise("more") }
    override func configure() { substates(only) }

    final class Only: State<Rash, Rash> {
        override func handle(_ event: String) -> Reaction {
            top.act(top)
            return .handled
        }
    }
}
