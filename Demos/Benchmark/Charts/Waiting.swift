import Statecharts

/// A busy state defers work until it is done.
///
///     Defers
///     ├─ Busy   work / deferred, done → Idle
///     └─ Idle   work → Busy / count
final class Defers: TopState<Defers.Event> {
    enum Event: Sendable { case work, done }

    let busy = Busy(), idle = Idle()
    var taken = 0
    override func configure() { substates(busy, idle) }

    final class Busy: State<Defers, Defers> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .work: .deferred
            case .done: .to(superior.idle)
            }
        }
    }

    final class Idle: State<Defers, Defers> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .work: .to(superior.busy) { self.top.taken += 1 }
            case .done: .unhandled
            }
        }
    }
}

/// An event leads to a state that goes on by itself.
///
///     GoesOn
///     ├─ Rest      go → Passing
///     └─ Passing   → Rest / count
final class GoesOn: TopState<GoesOn.Event> {
    enum Event: Sendable { case go }

    let rest = Rest(), passing = Passing()
    var passed = 0
    override func configure() { substates(rest, passing) }

    final class Rest: State<GoesOn, GoesOn> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .go: .to(superior.passing)
            }
        }
    }

    final class Passing: State<GoesOn, GoesOn> {
        override func always() -> Reaction { .to(superior.rest) { self.top.passed += 1 } }
    }
}
