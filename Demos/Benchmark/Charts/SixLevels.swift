import Statecharts

/// A swing leaves three states and enters three.
///
///     SixLevels
///     ├─ Left                      ├─ Right
///     │  └─ Middle                 │  └─ Middle
///     │     └─ Leaf  swing → right.middle.leaf      └─ Leaf  swing → left.middle.leaf
final class SixLevels: TopState<SixLevels.Event> {
    enum Event: Sendable { case swing }

    let left = Side(), right = Side()
    var entries = 0
    var exits = 0

    override func configure() { substates(left, right) }

    final class Side: State<SixLevels, SixLevels> {
        let middle = Middle()
        override func configure() { substates(middle) }
        override func entry() { top.entries += 1 }
        override func exit() { top.exits += 1 }

        final class Middle: State<Side, SixLevels> {
            let leaf = Leaf()
            override func configure() { substates(leaf) }
            override func entry() { top.entries += 1 }
            override func exit() { top.exits += 1 }

            final class Leaf: State<Middle, SixLevels> {
                override func entry() { top.entries += 1 }
                override func exit() { top.exits += 1 }
                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .swing: .to(superior.superior === top.left ? top.right.middle.leaf : top.left.middle.leaf)
                    }
                }
            }
        }
    }
}
