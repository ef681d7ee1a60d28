import Statecharts

//    ┌ Guards ───────────────────────────────────────────────────────────────────┐
//    │ ┌ A ────────────┐┌ B ────────────┐┌ C ────────────┐┌ D ──────────────────┐ │
//    │ │ ●→ A1 ◄─a─► A2 ││ ●→ B1 ◄─b─► B2 ││ ●→ C1 ◄─c─► C2 ││ ●→ D1 ◄──────► D2   │ │
//    │ └───────────────┘└───────────────┘└───────────────┘└─────────────────────┘ │
//    └───────────────────────────────────────────────────────────────────────────┘
// D goes to D2 by itself when A2, B2 and C2 are all active, and back when one is not. "all" goes on in A, B and C.
final class Guards: NotedTop<String> {
    let a = A(), b = B(), c = C(), d = D()
    override func configure() { regions(a, b, c, d) }
    var forced = false
    var areAllSecond: Bool { forced || a.a2.isActive && b.b2.isActive && c.c2.isActive }

    final class A: Noted<Guards, Guards> {
        let a1 = A1(), a2 = A2()
        override func configure() { substates(a1, a2) }
        final class A1: Noted<A, Guards> {
            override func handle(_ event: String) -> Reaction {
                event == "a" || event == "all" ? .to(superior.a2) : .unhandled
            }
        }
        final class A2: Noted<A, Guards> {
            override func handle(_ event: String) -> Reaction {
                event == "a" || event == "all" ? .to(superior.a1) : .unhandled
            }
        }
    }
    final class B: Noted<Guards, Guards> {
        let b1 = B1(), b2 = B2()
        override func configure() { substates(b1, b2) }
        final class B1: Noted<B, Guards> {
            override func handle(_ event: String) -> Reaction {
                event == "b" || event == "all" ? .to(superior.b2) : .unhandled
            }
        }
        final class B2: Noted<B, Guards> {
            override func handle(_ event: String) -> Reaction {
                event == "b" || event == "all" ? .to(superior.b1) : .unhandled
            }
        }
    }
    final class C: Noted<Guards, Guards> {
        let c1 = C1(), c2 = C2()
        override func configure() { substates(c1, c2) }
        final class C1: Noted<C, Guards> {
            override func handle(_ event: String) -> Reaction {
                event == "c" || event == "all" ? .to(superior.c2) : .unhandled
            }
        }
        final class C2: Noted<C, Guards> {
            override func handle(_ event: String) -> Reaction {
                event == "c" || event == "all" ? .to(superior.c1) : .unhandled
            }
        }
    }
    final class D: Noted<Guards, Guards> {
        let d1 = D1(), d2 = D2()
        override func configure() { substates(d1, d2) }
        final class D1: Noted<D, Guards> {
            override func always() -> Reaction { top.areAllSecond ? .to(superior.d2, effect: noted) : .unhandled }
        }
        final class D2: Noted<D, Guards> {
            override func always() -> Reaction { top.areAllSecond ? .unhandled : .to(superior.d1, effect: noted) }
        }
    }
}
