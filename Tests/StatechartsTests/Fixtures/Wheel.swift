import Statecharts

//    ┌ Wheel ──────────────────────────────────────────────────────────────┐
//    │ ●→ Hub ──n──► Spoke n ──any──► Hub                                  │
//    │    Hub ──100 + n──► Pair.Left.Spoke n                               │
//    │    ┌ Pair (regions) ──────────────────────────────────┐             │
//    │    │ Left: Spoke 0, Spoke 1, …        Right: ●→ Rest  │ ──any──► Hub │
//    │    └──────────────────────────────────────────────────┘             │
//    └─────────────────────────────────────────────────────────────────────┘
// More transitions from one leaf, and more pairs of leaves, than the table of plans keeps.
final class Wheel: TopState<Int> {
    let hub = Hub(), pair: Pair
    let spokes = (0..<70).map { Spoke<Wheel>($0) }
    /// Wheels with other numbers of pairs are of other shapes, and share no table.
    init(pairs: Int) { pair = Pair(pairs) }
    override func configure() { substates([hub, pair] + spokes) }

    final class Hub: State<Wheel, Wheel> {
        override func handle(_ event: Int) -> Reaction {
            event < 100 ? .to(superior.spokes[event]) : .to(superior.pair.left.spokes[event - 100])
        }
    }

    final class Pair: OrthogonalState<Wheel, Wheel> {
        let left: Left, right = Right()
        init(_ count: Int) { left = Left(count) }
        override func configure() { regions(left, right) }
        override func handle(_ event: Int) -> Reaction { .to(superior.hub) }
    }

    final class Left: State<Pair, Wheel> {
        let spokes: [Spoke<Left>]
        init(_ count: Int) { spokes = (0..<count).map { Spoke<Left>($0) } }
        override func configure() { substates(spokes) }
    }

    final class Right: State<Pair, Wheel> {
        let rest = Rest()
        override func configure() { substates(rest) }
        final class Rest: State<Right, Wheel> {}
    }

    /// One of many; those of the wheel itself lead back to the hub.
    final class Spoke<Superior: StateNode>: State<Superior, Wheel> {
        let number: Int
        init(_ number: Int) { self.number = number }
        override var stateName: String? { "Spoke\(number)" }
        override func handle(_ event: Int) -> Reaction { superior is Wheel ? .to(top.hub) : .unhandled }
    }
}
