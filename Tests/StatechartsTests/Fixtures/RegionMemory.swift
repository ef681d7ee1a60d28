import Statecharts

//    ┌ RegionMemory ───────────────────────────────────────────────────────────────┐
//    │         ┌ Both (history: none or deep) ─────────────────────────────────┐   │
//    │         │ ┌ A ────────────────────────────────┐┌ B ──────────────────┐  │   │
//    │ ●→ Out  │ │              ┌ A2 ──────────────┐ ││ ●→ B1 ──b──► B2     │  │   │
//    │    ▲    │ │ ●→ A1 ──a──► │ ●→ P ──a──► Q    │ ││                     │  │   │
//    │    │    │ │              └──────────────────┘ ││                     │  │   │
//    │    │    │ │ (H) (H*)                          ││ (H)                 │  │   │
//    │    │    │ └───────────────────────────────────┘└─────────────────────┘  │   │
//    │    │    │ (H*)                                                          │   │
//    │    │    └──┬────────────────────────────────────────────────────────────┘   │
//    │    └─leave─┘                                                                │
//    └─────────────────────────────────────────────────────────────────────────────┘
// In Out each event names what it leads to; "default" leads to Both, "fork" to Q and B2. "clash" asks for Q → A1 and B1 → Out,
// of which the first comes first in document order; "crash" for A1 → Out and B1 → B2, of which the first does, too.
final class RegionMemory: NotedTop<String> {
    let out = Out(), both: Both
    init(_ history: HistoryKind = .none) { both = Both(history) }
    override func configure() { substates(out, both) }

    final class Out: Noted<RegionMemory, RegionMemory> {
        override func handle(_ event: String) -> Reaction {
            let both = superior.both
            switch event {
            case "default": return .to(both)
            case "deep": return .to(both.deep)
            case "A.shallow": return .to(both.a.shallow)
            case "A.deep": return .to(both.a.deep)
            case "A.deep B.shallow": return .to(both.b.shallow, both.a.deep)
            case "A.shallow B2": return .to(both.a.shallow, both.b.b2)
            case "fork": return .to(both.a.a2.q, both.b.b2)
            default: return .unhandled
            }
        }
    }
    final class Both: NotedRegions<RegionMemory, RegionMemory> {
        let a = A(), b = B(), deep = DeepHistory<Both, RegionMemory>(), kind: HistoryKind
        init(_ kind: HistoryKind) { self.kind = kind }
        override func configure() { regions(a, b, deep, history: kind) }
        override func handle(_ event: String) -> Reaction { event == "leave" ? .to(superior.out) : .unhandled }

        final class A: Noted<Both, RegionMemory> {
            let a1 = A1(), a2 = A2()
            let shallow = ShallowHistory<A, RegionMemory>(), deep = DeepHistory<A, RegionMemory>()
            override func configure() { substates(a1, a2, shallow, deep) }
            final class A1: Noted<A, RegionMemory> {
                override func handle(_ event: String) -> Reaction {
                    switch event {
                    case "a": .to(superior.a2)
                    case "crash": .to(top.out)
                    default: .unhandled
                    }
                }
            }
            final class A2: Noted<A, RegionMemory> {
                let p = P(), q = Q()
                override func configure() { substates(p, q) }
                final class P: Noted<A2, RegionMemory> {
                    override func handle(_ event: String) -> Reaction { event == "a" ? .to(superior.q) : .unhandled }
                }
                final class Q: Noted<A2, RegionMemory> {
                    override func handle(_ event: String) -> Reaction {
                        event == "clash" ? .to(superior.superior.a1, effect: noted) : .unhandled
                    }
                }
            }
        }
        final class B: Noted<Both, RegionMemory> {
            let b1 = B1(), b2 = B2(), shallow = ShallowHistory<B, RegionMemory>()
            override func configure() { substates(b1, b2, shallow) }
            final class B1: Noted<B, RegionMemory> {
                override func handle(_ event: String) -> Reaction {
                    switch event {
                    case "b", "crash": .to(superior.b2, effect: noted)
                    case "clash": .to(top.out, effect: noted)
                    default: .unhandled
                    }
                }
            }
            final class B2: Noted<B, RegionMemory> {}
        }
    }
}
