import Statecharts

//    ┌ Spinning ─────────────────────────────────────────────────────────┐
//    │              ┌ Ring (always: ──[rounds done]──► Idle) ─────────┐  │
//    │ ●→ Idle ─go─►│  ●→ One ──────► ◇ ──────► Two ──────► Three     │  │
//    │              │     ▲                                  │        │  │
//    │              │     └──────────────────────────────────┘        │  │
//    │              └─────────────────────────────────────────────────┘  │
//    └───────────────────────────────────────────────────────────────────┘
// The arrows inside the ring need no event. `left` counts down with every arrow; at 0 the ring is left instead.
final class Spinning: NotedTop<String> {
    var left: Int
    let idle = Idle(), ring = Ring()
    init(left: Int) { self.left = left }
    override func configure() { substates(idle, ring) }

    final class Idle: Noted<Spinning, Spinning> {
        override func handle(_ event: String) -> Reaction { event == "go" ? .to(superior.ring) : .unhandled }
    }
    final class Ring: Noted<Spinning, Spinning> {
        let one = One(), two = Two(), three = Three()
        let between = Choice<Ring, Spinning> { .to($0.two) }
        override func configure() { substates(one, between, two, three) }
        override func always() -> Reaction { .to(superior.idle, effect: noted) }
        func next(_ target: Vertex<Spinning>) -> Reaction {
            top.left > 0 ? .to(target) { self.top.left -= 1 } : .unhandled
        }

        final class One: State<Ring, Spinning> {
            override func always() -> Reaction { superior.next(superior.between) }
        }
        final class Two: State<Ring, Spinning> {
            override func always() -> Reaction { superior.next(superior.three) }
        }
        final class Three: State<Ring, Spinning> {
            override func always() -> Reaction { superior.next(superior.one) }
        }
    }
}
