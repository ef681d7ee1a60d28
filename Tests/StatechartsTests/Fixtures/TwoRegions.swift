import Statecharts

//    ┌ TwoRegions ─────────────────────────────────────────────────────────────┐
//    │            ┌ Both ─────────────────────────────────────────────┐        │
//    │            │ ┌ A ─────────────────────┐┌ B ──────────────────┐ │        │
//    │ ●→ Out ─go─►│ ●→ A1 ──next/swap──► A2  ││ ●→ B1 ───swap───► B2 │ │        │
//    │    ▲       │ │     ◄─────swap──────    ││     ◄───swap─────   │ │        │
//    │    │       │ │                        ││     │ out           │ │        │
//    │    │       │ └────────────────────────┘└─────┼───────────────┘ │        │
//    │    ├───────┼─────────────────────────────────┘                 │        │
//    │    │       └──┬────────────────────────────────────────────────┘        │
//    │    └──leave───┘                                                         │
//    └─────────────────────────────────────────────────────────────────────────┘
final class TwoRegions: NotedTop<String> {
    let out = Out(), both = Both()
    override func configure() { substates(out, both) }

    final class Out: Noted<TwoRegions, TwoRegions> {
        override func handle(_ event: String) -> Reaction {
            event == "go" ? .to(superior.both, effect: noted) : .unhandled
        }
    }
    final class Both: NotedRegions<TwoRegions, TwoRegions> {
        let a = A(), b = B()
        override func configure() { regions(a, b) }
        override func handle(_ event: String) -> Reaction {
            event == "leave" ? .to(superior.out, effect: noted) : .unhandled
        }
        final class A: Noted<Both, TwoRegions> {
            let a1 = A1(), a2 = A2()
            override func configure() { substates(a1, a2) }
            final class A1: Noted<A, TwoRegions> {
                override func handle(_ event: String) -> Reaction {
                    ["next", "swap"].contains(event) ? .to(superior.a2, effect: noted) : .unhandled
                }
            }
            final class A2: Noted<A, TwoRegions> {
                override func handle(_ event: String) -> Reaction {
                    event == "swap" ? .to(superior.a1, effect: noted) : .unhandled
                }
            }
        }
        final class B: Noted<Both, TwoRegions> {
            let b1 = B1(), b2 = B2()
            override func configure() { substates(b1, b2) }
            final class B1: Noted<B, TwoRegions> {
                override func handle(_ event: String) -> Reaction {
                    switch event {
                    case "swap": .to(superior.b2, effect: noted)
                    case "out": .to(top.out, effect: noted)
                    default: .unhandled
                    }
                }
            }
            final class B2: Noted<B, TwoRegions> {
                override func handle(_ event: String) -> Reaction {
                    event == "swap" ? .to(superior.b1, effect: noted) : .unhandled
                }
            }
        }
    }
}
