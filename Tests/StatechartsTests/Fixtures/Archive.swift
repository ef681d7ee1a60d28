import Statecharts

//    ┌ Archive ────────────────────────────────────────────────┐
//    │         1, 2, 3   ┌ All ───────────────────────────────┐ │
//    │ ●→ Out ─────────▶ │ a: Leaf1, Leaf2                    │ │
//    │     ▲             │ b: Leaf1, Leaf2                    │ │
//    │     └──── 0 ──────│ c: Leaf1, Leaf2                    │ │
//    │                   └────────────────────────────────────┘ │
//    └──────────────────────────────────────────────────────────┘
/// Keeps the reactions that it answers in properties.
final class Archive: TopState<Int> {
    let out = Out(), all = All()
    var effects: [String] = []
    override func configure() { substates(out, all) }

    final class Out: State<Archive, Archive> {
        lazy var one: Reaction = .to(all.a.leaf1, all.b.leaf1, all.c.leaf1) { self.note("one") }
        lazy var two: Reaction = .to(all.c.leaf2, all.b.leaf2, all.a.leaf2) { self.note("two") }
        lazy var three: Reaction = .to(all.c.leaf1, all.b.leaf2, all.a.leaf1) {
            await Task.yield()
            self.note("three")
        }
        var kept: Reaction?
        private var all: All { top.all }
        private func note(_ effect: String) { top.effects.append(effect) }
        override func handle(_ event: Int) -> Reaction {
            switch event {
            case 1: one
            case 2: two
            case 3: three
            default: kept ?? .unhandled
            }
        }
    }

    final class All: OrthogonalState<Archive, Archive> {
        let a = Region(), b = Region(), c = Region()
        override func configure() { regions(a, b, c) }
        override func handle(_ event: Int) -> Reaction { event == 0 ? .to(superior.out) : .unhandled }
    }

    final class Region: State<All, Archive> {
        let leaf1 = Leaf1(), leaf2 = Leaf2()
        override func configure() { substates(leaf1, leaf2) }
    }
    final class Leaf1: State<Region, Archive> {}
    final class Leaf2: State<Region, Archive> {}
}
