import Statecharts

//    ┌ Deeper ──────────────────────────────────────────────────────────────────────────────┐
//    │        ┌ Deep ─────────────────────────────────────────────────┐  ┌ Rest ──────────┐ │
//    │        │  ┌ Both ──────────────────────────────────────────┐   │  │                │ │
//    │        │  │ ┌ Left ──────────────┐┌ Right ──────────────┐  │   │  │       A        │ │
//    │ ●→ Home│  │ │ ●→ One      Two    ││ ●→ One      Two ◄───┼──┼─● │  │                │ │
//    │        │  │ └────────────────────┘└─────────────────────┘  │   │  │                │ │
//    │        │  │    fork → Two, Two     join from Two, Two → Both│   │  └────────────────┘ │
//    │        │  └────────────────────────────────────────────────┘   │                     │
//    │        │  Other                                                │                     │
//    │        └───────────────────────────────────────────────────────┘                     │
//    └──────────────────────────────────────────────────────────────────────────────────────┘
// The first thing that is declared in the chart is a choice, the first state Home. Deep's initial vertex is Two in Right.
// "again" leads from the chart to itself, "fork" from Both to the fork inside it, "merge" through the join back to Both.
// Rest has no initial substate: "a" leads to A, "rest" to Rest itself by a local transition.
final class Deeper: NotedTop<String> {
    let which = Choice<Deeper, Deeper> { .to($0.home) }
    let home = Home(), deep = Deep(), rest = Rest()
    override func configure() { substates(which, home, deep, rest) }
    override func handle(_ event: String) -> Reaction {
        switch event {
        case "again": .to(self, effect: noted)
        case "deep": .to(deep)
        case "other": .to(deep.other)
        case "rests": .to(rest)
        default: .unhandled
        }
    }

    final class Home: Noted<Deeper, Deeper> {}
    final class Deep: Noted<Deeper, Deeper> {
        let other = Other(), both = Both()
        override func configure() { substates(other, both, initial: both.right.two) }
        final class Other: Noted<Deep, Deeper> {}
    }
    final class Both: NotedRegions<Deep, Deeper> {
        let left = Left(), right = Right()
        let split = Fork<Both, Deeper> { [$0.left.two, $0.right.two] }
        let merge = Join<Both, Deeper>(from: { [$0.left.two, $0.right.two] }, on: .reaction, to: { .to($0) })
        override func configure() { regions(left, right, split, merge) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "fork": .to(split, effect: noted)
            case "merge": .to(merge, effect: noted)
            default: .unhandled
            }
        }
        final class Left: Noted<Both, Deeper> {
            let one = One(), two = Two()
            override func configure() { substates(one, two) }
            final class One: Noted<Left, Deeper> {}
            final class Two: Noted<Left, Deeper> {}
        }
        final class Right: Noted<Both, Deeper> {
            let one = One(), two = Two()
            override func configure() { substates(one, two) }
            final class One: Noted<Right, Deeper> {}
            final class Two: Noted<Right, Deeper> {}
        }
    }
    final class Rest: Noted<Deeper, Deeper> {
        let a = A()
        override func configure() { substates(a, initial: nil) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "a": .local(to: a)
            case "rest": .local(to: self, effect: noted)
            case "anew": .to(self, effect: noted)
            default: .unhandled
            }
        }
        final class A: Noted<Rest, Deeper> {}
    }
}
