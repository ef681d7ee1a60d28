import Statecharts

//    ┌ Weir ────────────────────────────────────────────────────────────────────┐
//    │    ┌ Both ─────────────────────────────────────────────────────────────┐ │
//    │    │ ┌ A ──────────────────────────────────┐┌ B ────────────────────┐  │ │
//    │    │ │                                     ││     ┌ Pool ────────┐  │  │ │
//    │ ●→ │ │ ●→ A1 ──a──► A2                     ││ ●→  │ ●→ B1 ─b─►B2 │  │  │ │
//    │    │ │    ▲                                ││     └───────⊗──────┘  │  │ │
//    │    │ └────┼────────────────────────────────┘└─────────────┼─────────┘  │ │
//    │    │      └──────────── merge ┃ (from A2 and B2) ── out ──┘            │ │
//    │    └───────────────────────────────────────────────────────────────────┘ │
//    └──────────────────────────────────────────────────────────────────────────┘
// A2 answers "merge" with the join, which leads back into its own region. Both answers "local" with the join and "out"
// with the exit point of Pool, locally.
final class Weir: NotedTop<String> {
    let both = Both()
    override func configure() { substates(both) }

    final class Both: NotedRegions<Weir, Weir> {
        let a = A(), b = B()
        let merge = Join<Both, Weir>(
            from: { [$0.a.a2, $0.b.pool.b2] }, on: .reaction, to: { .to($0.a.a1) })
        override func configure() { regions(a, b, merge) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "local": .local(to: merge, effect: noted)
            case "out": .local(to: b.pool.out, effect: noted)
            default: .unhandled
            }
        }
    }
    final class A: Noted<Both, Weir> {
        let a1 = A1(), a2 = A2()
        override func configure() { substates(a1, a2) }
        final class A1: Noted<A, Weir> {
            override func handle(_ event: String) -> Reaction { event == "a" ? .to(superior.a2) : .unhandled }
        }
        final class A2: Noted<A, Weir> {
            override func handle(_ event: String) -> Reaction {
                event == "merge" ? .to(top.both.merge, effect: noted) : .unhandled
            }
        }
    }
    final class B: Noted<Both, Weir> {
        let pool = Pool()
        override func configure() { substates(pool) }
    }
    final class Pool: Noted<B, Weir> {
        let b1 = B1(), b2 = B2(), out = ExitPoint<Pool, Weir> { .to($0.top.both.a.a1) }
        override func configure() { substates(b1, b2, out) }
        final class B1: Noted<Pool, Weir> {
            override func handle(_ event: String) -> Reaction { event == "b" ? .to(superior.b2) : .unhandled }
        }
        final class B2: Noted<Pool, Weir> {}
    }
}
