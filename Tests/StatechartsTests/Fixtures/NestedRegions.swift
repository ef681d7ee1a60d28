import Statecharts

//    ┌ NestedRegions ─────────────────────────────────────────────────────────┐
//    │        ┌ Outer ───────────────────────────────────────────────────┐    │
//    │        │ ┌ P ──────────────────────────────┐┌ Q ────────────────┐ │    │
//    │        │ │ ┌ Inner ──────────────────────┐ ││                   │ │    │
//    │ ●→ Out │ │ │┌ R ─────────┐┌ S ─────────┐ │ ││ ●→ Q1 ──q──► Q2   │ │    │
//    │        │ │ ││ ●→ R1 ► R2 ││ ●→ S1 ► S2 │ │ ││                   │ │    │
//    │        │ │ │└────────────┘└────────────┘ │ ││                   │ │    │
//    │        │ │ └─────────────────────────────┘ ││                   │ │    │
//    │        │ │     ●→ Before ──in──► Inner     ││                   │ │    │
//    │        │ └─────────────────────────────────┘└───────────────────┘ │    │
//    │        └───R2, S2, Q2 ──join──► Done ─────────────────────────────┘    │
//    └────────────────────────────────────────────────────────────────────────┘
// "go" leads to Outer, "fork" to R2, S2 and Q1, "inner" to S2 alone.
final class NestedRegions: NotedTop<String> {
    let out = Out(), outer = Outer(), done = Done()
    override func configure() { substates(out, outer, done) }

    final class Out: Noted<NestedRegions, NestedRegions> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "go": .to(superior.outer)
            case "fork": .to(superior.outer.split)
            case "inner": .to(superior.outer.p.inner.s.s2)
            default: .unhandled
            }
        }
    }
    final class Outer: NotedRegions<NestedRegions, NestedRegions> {
        let p = P(), q = Q()
        let split = Fork<Outer, NestedRegions> { [$0.q.q1, $0.p.inner.s.s2, $0.p.inner.r.r2] }
        let merge = Join<Outer, NestedRegions>(
            from: { [$0.p.inner.r.r2, $0.p.inner.s.s2, $0.q.q2] }, to: { .to($0.superior.done) })
        override func configure() { regions(p, q, split, merge) }

        final class P: Noted<Outer, NestedRegions> {
            let before = Before(), inner = Inner()
            override func configure() { substates(before, inner) }
            final class Before: Noted<P, NestedRegions> {
                override func handle(_ event: String) -> Reaction { event == "in" ? .to(superior.inner) : .unhandled }
            }
            final class Inner: NotedRegions<P, NestedRegions> {
                let r = R(), s = S()
                override func configure() { regions(r, s) }
                final class R: Noted<Inner, NestedRegions> {
                    let r1 = R1(), r2 = R2()
                    override func configure() { substates(r1, r2) }
                    final class R1: Noted<R, NestedRegions> {
                        override func handle(_ event: String) -> Reaction {
                            event == "r" ? .to(superior.r2) : .unhandled
                        }
                    }
                    final class R2: Noted<R, NestedRegions> {}
                }
                final class S: Noted<Inner, NestedRegions> {
                    let s1 = S1(), s2 = S2()
                    override func configure() { substates(s1, s2) }
                    final class S1: Noted<S, NestedRegions> {
                        override func handle(_ event: String) -> Reaction {
                            event == "s" ? .to(superior.s2) : .unhandled
                        }
                    }
                    final class S2: Noted<S, NestedRegions> {}
                }
            }
        }
        final class Q: Noted<Outer, NestedRegions> {
            let q1 = Q1(), q2 = Q2()
            override func configure() { substates(q1, q2) }
            final class Q1: Noted<Q, NestedRegions> {
                override func handle(_ event: String) -> Reaction { event == "q" ? .to(superior.q2) : .unhandled }
            }
            final class Q2: Noted<Q, NestedRegions> {}
        }
    }
    final class Done: Noted<NestedRegions, NestedRegions> {}
}
