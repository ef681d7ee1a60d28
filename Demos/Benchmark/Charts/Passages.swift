import Statecharts

/// One event for each kind of pseudostate, each beginning and ending in the same configuration, so that it can be
/// repeated.
///
///     ReturnsByHistory          ForksAndJoins                           Chooses
///     └─ Work  again → H        └─ Both (regions)  again → fork         ├─ One    go → <>
///        ├─ H                      ├─ L: Rest, Busy  done → join        ├─ <>     [odd] → One, [even] → Two
///        ├─ First                  ├─ R: Rest, Busy                     └─ Two    go → <>
///        └─ Second                 ├─ fork → L.Busy, R.Busy
///                                  └─ join (L.Busy, R.Busy) → fork
final class ReturnsByHistory: TopState<ReturnsByHistory.Event> {
    enum Event: Sendable { case next, again }

    let work = Work()
    var entries = 0
    override func configure() { substates(work) }

    final class Work: State<ReturnsByHistory, ReturnsByHistory> {
        let first = First(), second = Second(), history = ShallowHistory<Work, ReturnsByHistory>()
        override func configure() { substates(first, second, history) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .next: .to(second)
            case .again: .to(history)
            }
        }
        final class First: State<Work, ReturnsByHistory> {}
        final class Second: State<Work, ReturnsByHistory> {
            override func entry() { top.entries += 1 }
        }
    }
}

final class ForksAndJoins: TopState<ForksAndJoins.Event> {
    enum Event: Sendable { case again, done }

    let both = Both()
    var entries = 0
    override func configure() { substates(both) }

    final class Both: OrthogonalState<ForksAndJoins, ForksAndJoins> {
        let left = Side(), right = Side()
        let fork = Fork<Both, ForksAndJoins> { both in [both.left.busy, both.right.busy] }
        let join = Join<Both, ForksAndJoins>(from: { [$0.left.busy, $0.right.busy] }, on: .reaction) { .to($0.fork) }
        override func configure() { regions(left, right, fork, join) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .again: .to(fork)
            case .done: .to(join)
            }
        }
    }

    final class Side: State<Both, ForksAndJoins> {
        let rest = Rest(), busy = Busy()
        override func configure() { substates(rest, busy) }
        final class Rest: State<Side, ForksAndJoins> {}
        final class Busy: State<Side, ForksAndJoins> {
            override func entry() { top.entries += 1 }
        }
    }
}

final class Chooses: TopState<Chooses.Event> {
    enum Event: Sendable { case go }

    let one = One(), two = Two()
    let choice = Choice<Chooses, Chooses> { $0.entries.isMultiple(of: 2) ? .to($0.two) : .to($0.one) }
    var entries = 0
    override func configure() { substates(one, two, choice) }

    final class One: State<Chooses, Chooses> {
        override func entry() { top.entries += 1 }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .go: .to(top.choice)
            }
        }
    }

    final class Two: State<Chooses, Chooses> {
        override func entry() { top.entries += 1 }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .go: .to(top.choice)
            }
        }
    }
}
