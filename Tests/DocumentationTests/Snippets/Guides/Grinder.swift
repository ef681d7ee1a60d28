import Statecharts

// What the section *Handing a value to the next state* of *States and reactions* shows.

//   Grinder
//   ┌───────────────────────────────────────────────┐
//   │           request                             │
//   │ ●──▶ Idle ───────▶ Turning   second           │
//   │       ▲               │      request / defer  │
//   │       └───────────────┘                       │
//   │          [left == 0]                          │
//   └───────────────────────────────────────────────┘
// snippet: grinder
/// Grinds a gram in a second.
final class Grinder: TopState<Grinder.Event> {
    enum Event: Equatable { case request(Int), second }

    let requests = InputPort<Int>("requests"), powder = OutputPort<Int>("powder")
    var grams = 0  // what Idle hands to Turning
    let idle = Idle(), turning = Turning()
    override func configure() {
        substates(idle, turning)
        receive(requests) { .request($0) }
    }

    final class Idle: State<Grinder, Grinder> {
        override func handle(_ event: Event) -> Reaction {
            if case .request(let grams) = event { .to(superior.turning) { top.grams = grams } } else { .unhandled }
        }
    }

    final class Turning: State<Grinder, Grinder> {
        @Scoped(\Turning.top.grams) var left: Int  // on each entry it begins with what top.grams is then
        override func entry() { every(.seconds(1), send: .second) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .second: .handled { left -= 1 }
            case .request: .deferred
            }
        }
        override func always() -> Reaction {
            left > 0 ? .unhandled : .to(superior.idle) { top.powder.send(top.grams) }
        }
    }
}
// end snippet
