import Statecharts

//    ┌ Halls ──────────────────────────────────────────────────────────────────┐
//    │         ┌ Hall ─────────────────┐          ┌ Box ────────────────────┐  │
//    │         │      ┌ A ───────────┐ │ again    │ ●→ X      Y             │  │
//    │ ●→ Home │      │ ●→ One   End │ │ (H*)     │                         │  │
//    │         │      ├ B ───────────┤ │          │ way ⊗──► Y   ring ○──┐  │  │
//    │         │      │ ●→ One   End │ │          │              ▲───────┘  │  │
//    │         │      └──────────────┘ │          └─────────────────────────┘  │
//    │         └───────────────────────┘                                       │
//    └─────────────────────────────────────────────────────────────────────────┘
final class Halls: NotedTop<String> {
    let home = Home(), hall = Hall(), box = Box()
    var asked: [String] = []
    override func configure() { substates(home, hall, box) }
    override func handle(_ event: String) -> Reaction {
        switch event {
        case "hall": .to(hall)
        case "ends": .to(hall.a.end, hall.b.end)
        case "again and A": .to(hall.again, hall.a.one)
        case "box": .to(box)
        case "ring": .to(box.ring)
        default: .unhandled
        }
    }

    final class Home: Noted<Halls, Halls> {}

    final class Hall: NotedRegions<Halls, Halls> {
        let a = A(), b = B()
        let again = DeepHistory<Hall, Halls>()
        override func configure() { regions(a, b, again) }
        override func handle(_ event: String) -> Reaction {
            event == "again" ? .local(to: again, effect: noted) : .unhandled
        }
        override func completed() -> Reaction {
            top.asked.append(path)
            return .unhandled
        }
    }
    final class A: Noted<Hall, Halls> {
        let one = One<A>(), end = End<A>()
        override func configure() { substates(one, end) }
        override func completed() -> Reaction {
            top.asked.append(path)
            return .unhandled
        }
    }
    final class B: Noted<Hall, Halls> {
        let one = One<B>(), end = End<B>()
        override func configure() { substates(one, end) }
        override func completed() -> Reaction {
            top.asked.append(path)
            return .unhandled
        }
    }
    final class End<Region: StateNode>: NotedFinal<Region, Halls> {}
    final class One<Region: StateNode>: Noted<Region, Halls> {}

    final class Box: Noted<Halls, Halls> {
        let x = X(), y = Y()
        let way = ExitPoint<Box, Halls> { .to($0.y) }
        let ring: EntryPoint<Box, Halls> = EntryPoint { [$0.ring] }
        override func configure() { substates(x, y, way, ring) }
        final class X: Noted<Box, Halls> {
            override func handle(_ event: String) -> Reaction {
                event == "way" ? .to(superior.way, effect: noted) : .unhandled
            }
        }
        final class Y: Noted<Box, Halls> {}
    }
}

//    ┌ Split ───────────────────────────┐
//    │ ┌ Left ─┐ ┌ Right ─────────────┐ │   Left:  always deferred, when asked to
//    │ │       │ │ ●→ One      Two    │ │   One:   always → Two, when asked to
//    │ └───────┘ └────────────────────┘ │
//    └──────────────────────────────────┘
final class Split: NotedTop<String> {
    var isOpen = false
    let left = Left(), right = Right()
    override func configure() { regions(right, left) }

    final class Left: Noted<Split, Split> {
        override func always() -> Reaction { top.isOpen ? .deferred : .unhandled }
    }
    final class Right: Noted<Split, Split> {
        let one = One(), two = Two()
        override func configure() { substates(one, two) }
        final class One: Noted<Right, Split> {
            override func always() -> Reaction { top.isOpen ? .to(superior.two, effect: noted) : .unhandled }
        }
        final class Two: Noted<Right, Split> {}
    }
}
