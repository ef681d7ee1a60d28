import Statecharts

/// Steps that do no more than one transition, and steps that look so until an action does more.
///
///     Seesaw ──────────────────────────────────────────────┐
///     │                 go ⟶                               │
///     │  ● → (Left)                  (Right)               │
///     │                 ⟵ go / effect                      │
///     │                                                    │
///     │  Left:  again ⟶ Left · later deferred              │
///     │  Right: later ⟶ Left                               │
///     │  any:   look / effect · rest (internal)            │
///     │         back ⇢ Left (local)                        │
///     │         double ⟶ the other, raises go              │
///     │         echo (internal), raises go                 │
///     │         trip ⟶ the other, throws · stumble, throws │
///     │         nothing: nobody reacts                     │
///     └────────────────────────────────────────────────────┘
final class Seesaw: TopState<Seesaw.Event> {
    enum Event: Sendable, Hashable, CaseIterable {
        case go, again, back, look, rest, double, echo, trip, stumble, later, nothing
    }
    struct Stumbled: Error {}

    var looks = 0
    /// Called by `look` with how often it was called before.
    var isLooking: (Int) -> Void = { _ in }
    let left = Left(), right = Right()
    override func configure() { substates(left, right) }
    override func failed(_ error: any Error) -> Reaction { .handled }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .look:
            .handled {
                self.isLooking(self.looks)
                self.looks += 1
            }
        case .rest: .handled
        case .echo: .handled { self.raise(.go) }
        case .stumble: .handled { throw Stumbled() }
        case .back: .local(to: left)
        case .go, .again, .double, .trip, .later, .nothing: .unhandled
        }
    }

    final class Left: State<Seesaw, Seesaw> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .go: .to(top.right)
            case .again: .to(self)
            case .double: .to(top.right) { self.top.raise(.go) }
            case .trip: .to(top.right) { throw Stumbled() }
            case .later: .deferred
            case .back, .look, .rest, .echo, .stumble, .nothing: .unhandled
            }
        }
    }

    final class Right: State<Seesaw, Seesaw> {
        override func entry() { top.looks += 0 }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .go: .to(top.left) { self.top.looks += 1 }
            case .double: .to(top.left) { self.top.raise(.go) }
            case .trip: .to(top.left) { throw Stumbled() }
            case .later: .to(top.left)
            case .again, .back, .look, .rest, .echo, .stumble, .nothing: .unhandled
            }
        }
    }
}
