import Statecharts

/// Four levels, one or ten groups in each, and ten leaves in every innermost group: 13 states or 11,110 below the top.
/// A tick goes round the leaves of the first innermost group, so that the work is the same in both.
///
///     Sized
///     └─ Group ×1 or ×10
///        └─ Group ×1 or ×10
///           └─ Group ×1 or ×10
///              └─ Leaf ×10   tick → the next leaf
final class Sized: TopState<Sized.Event> {
    enum Event: Sendable { case tick }

    let root: Group
    var entries = 0

    init(isLarge: Bool) { root = Group(below: 3, isLarge: isLarge) }

    override func configure() { substates(root) }

    final class Group: State<StateNode, Sized> {
        private let inner: [Vertex<Sized>]
        let leaves: [Leaf]

        init(below: Int, isLarge: Bool) {
            leaves = below > 0 ? [] : (0..<10).map { Leaf(next: ($0 + 1) % 10) }
            let groups = (0..<(isLarge ? 10 : 1)).map { _ in below > 0 ? Group(below: below - 1, isLarge: isLarge) : nil
            }
            inner = below > 0 ? groups.compactMap { $0 } : leaves
        }

        override func configure() {
            if inner.count == 1 {
                substates(inner[0])
            } else {
                substates(
                    inner[0], inner[1], inner[2], inner[3], inner[4], inner[5], inner[6], inner[7], inner[8], inner[9])
            }
        }
    }

    final class Leaf: State<Group, Sized> {
        private let next: Int
        init(next: Int) { self.next = next }
        override func entry() { top.entries += 1 }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .to(superior.leaves[next])
            }
        }
    }
}
