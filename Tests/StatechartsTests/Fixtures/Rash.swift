import Statecharts

//    ┌ Rash ────────────────────────────────────────────┐
//    │ ●→ Only   go / raises "more" while it is asked    │
//    └──────────────────────────────────────────────────┘
// A handler that acts, which it must not.
final class Rash: TopState<String> {
    let only = Only()
    override func configure() { substates(only) }

    final class Only: State<Rash, Rash> {
        override func handle(_ event: String) -> Reaction {
            raise("more")
            return .handled
        }
    }
}
