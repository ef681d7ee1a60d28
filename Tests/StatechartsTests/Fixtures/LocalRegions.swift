import Statecharts

//    ┌ LocalRegions ───────────────────────────────────────────────────┐
//    │ ┌ Both ───────────────────────────────────────────┐             │
//    │ │ ┌ A ───────────────────┐┌ B ──────────────────┐ │             │
//    │ │ │ ●→ A1        A2       ││ ●→ B1        B2      │ │     Out     │
//    │ │ └──────────────────────┘└─────────────────────┘ │             │
//    │ └─────────────────────────────────────────────────┘             │
//    └─────────────────────────────────────────────────────────────────┘
// All transitions are Both's own; "local A" leads to the region A itself.
final class LocalRegions: NotedTop<String> {
    let both = Both(), out = Out()
    override func configure() { substates(both, out) }

    final class Both: NotedRegions<LocalRegions, LocalRegions> {
        let a = A(), b = B()
        override func configure() { regions(a, b) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "local A2": .local(to: a.a2, effect: noted)
            case "local A": .local(to: a, effect: noted)
            case "local both": .local(to: b.b2, a.a2, effect: noted)
            case "local Out": .local(to: superior.out, effect: noted)
            case "to A2": .to(a.a2, effect: noted)
            case "to A": .to(a, effect: noted)
            default: .unhandled
            }
        }
        final class A: Noted<Both, LocalRegions> {
            let a1 = A1(), a2 = A2()
            override func configure() { substates(a1, a2) }
            final class A1: Noted<A, LocalRegions> {}
            final class A2: Noted<A, LocalRegions> {}
        }
        final class B: Noted<Both, LocalRegions> {
            let b1 = B1(), b2 = B2()
            override func configure() { substates(b1, b2) }
            final class B1: Noted<B, LocalRegions> {}
            final class B2: Noted<B, LocalRegions> {}
        }
    }
    final class Out: Noted<LocalRegions, LocalRegions> {}
}
