import Statecharts

//   Detail
//   ┌─────────────────────────────────────────┐
//   │            show                         │
//   │  ●──▶ Empty ──────▶ Filled ⟲ show       │
//   │         ▲              │                │
//   │         └──── clear ───┘                │
//   └─────────────────────────────────────────┘

/// The area that one expense slides into. It knows which one, and not what it is: that is in the list.
final class Detail: TopState<Detail.Event> {
    enum Event { case show(Expense.ID), clear }

    let empty = Empty(), filled = Filled()
    /// The expense that is shown.
    private(set) var id: Expense.ID?
    override func configure() { substates(empty, filled) }

    override func handle(_ event: Event) -> Reaction {
        if case .show(let id) = event { .to(filled) { self.id = id } } else { .unhandled }
    }

    final class Empty: State<Detail, Detail> {}

    final class Filled: State<Detail, Detail> {
        override func exit() { top.id = nil }
        override func handle(_ event: Event) -> Reaction {
            if case .clear = event { .to(superior.empty) } else { .unhandled }
        }
    }
}
