import Statecharts

//    ┌ ForkJoin ──────────────────────────────────────────────────────────┐
//    │              ┌ Both ───────────────────────────────┐               │
//    │              │ ┌ A ────────────┐┌ B ─────────────┐ │               │
//    │          ┌───┼─┼──► A2 ────────┼┼──────┐         │ │               │
//    │ ●→ Out ─fork─┤ │ ●→ A1 ─a─► A2 ││ ●→ B1 ─b─► B2  │ ├─join─► Done   │
//    │          └───┼─┼───────────────┼┼──► B2 ┘        │ │               │
//    │              │ └───────────────┘└────────────────┘ │               │
//    │              └─────────────────────────────────────┘               │
//    └────────────────────────────────────────────────────────────────────┘
// "both" makes the transitions of "a" and "b" together, "fork" goes to A2 and B2 through the fork and so sets the join off
// by entry, "out" answers with two targets instead, "mixed" with A1 and B2; "go" leads to Both, "again" from Done
// to Out.
final class ForkJoin: NotedTop<String> {
    let out = Out(), both = Both(), done = Done()
    override func configure() { substates(out, both, done) }

    final class Out: Noted<ForkJoin, ForkJoin> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "go": .to(superior.both, effect: noted)
            case "fork": .to(superior.both.split, effect: noted)
            case "mixed": .to(superior.both.b.b2, superior.both.a.a1, effect: noted)
            default: .unhandled
            }
        }
    }
    final class Both: NotedRegions<ForkJoin, ForkJoin> {
        let a = A(), b = B()
        let split = Fork<Both, ForkJoin> { [$0.a.a2, $0.b.b2] }
        let merge = Join<Both, ForkJoin>(
            from: { [$0.a.a2, $0.b.b2] },
            to: { both in .to(both.top.done) { both.top.notes.append("!Both.merge") } })
        override func configure() { regions(a, b, split, merge) }

        final class A: Noted<Both, ForkJoin> {
            let a1 = A1(), a2 = A2()
            override func configure() { substates(a1, a2) }
            final class A1: Noted<A, ForkJoin> {
                override func handle(_ event: String) -> Reaction {
                    event == "a" || event == "both" ? .to(superior.a2, effect: noted) : .unhandled
                }
            }
            final class A2: Noted<A, ForkJoin> {}
        }
        final class B: Noted<Both, ForkJoin> {
            let b1 = B1(), b2 = B2()
            override func configure() { substates(b1, b2) }
            final class B1: Noted<B, ForkJoin> {
                override func handle(_ event: String) -> Reaction {
                    event == "b" || event == "both" ? .to(superior.b2, effect: noted) : .unhandled
                }
            }
            final class B2: Noted<B, ForkJoin> {}
        }
    }
    final class Done: Noted<ForkJoin, ForkJoin> {
        override func handle(_ event: String) -> Reaction { event == "again" ? .to(superior.out) : .unhandled }
    }
}
