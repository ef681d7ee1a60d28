import Statecharts

//    ┌ Dormant ──────────────────────────────────────────┐
//    │    ┌ Rest (defers later) ───────────────┐          │
//    │ ●→ │      A                             │ ──┐ rest │
//    │    │                                    │ ◄─┘      │
//    │    └────────────────────────────────────┘          │
//    └────────────────────────────────────────────────────┘
// Rest has no initial substate; "rest" leads from it to itself by a local transition, "a" to A. It notes what it is asked about.
final class Dormant: NotedTop<String> {
    var asked: [String] = []
    let rest = Rest()
    override func configure() { substates(rest) }

    final class Rest: Noted<Dormant, Dormant> {
        let a = A()
        override func configure() { substates(a, initial: nil) }
        override func handle(_ event: String) -> Reaction {
            top.asked.append(event)
            return switch event {
            case "later": .deferred
            case "rest": .local(to: self)
            case "a": .local(to: a)
            default: .unhandled
            }
        }
        final class A: Noted<Rest, Dormant> {}
    }
}
