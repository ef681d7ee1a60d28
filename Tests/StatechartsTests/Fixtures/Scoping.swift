import Statecharts

/// Writes down when values come and go.
final class Ledger {
    var lines: [String] = []
}

/// A value that is seen when it is destroyed.
final class Tracked {
    var ledger: Ledger?
    var number = 0
    deinit { ledger?.lines.append("destroyed \(number)") }
}

//    ┌ Scoping ────────────────────────────────────────────────────────┐
//    │    ┌ Inside (tracked, count, tags) ─────────┐                   │
//    │ ●→ │  ●→ One ──next──► Two (tracked, more)  │ ◄──in/out──► Out   │
//    │    └──────────────────⟲ again───────────────┘ ──kill──► ✕       │
//    └─────────────────────────────────────────────────────────────────┘
// "count" counts in Inside, "tag" adds a tag.
final class Scoping: TopState<String> {
    let ledger = Ledger()
    let inside = Inside(), out = Out(), kill = Terminate<Scoping, Scoping>()
    var tracked = 0
    override func configure() { substates(inside, out, kill) }

    class Tracking<Superior: StateNode>: State<Superior, Scoping> {
        @Scoped var tracked = Tracked()
        override func entry() {
            top.tracked += 1
            tracked.number = top.tracked
            tracked.ledger = top.ledger
            top.ledger.lines.append("+\(path) \(tracked.number)")
        }
        override func exit() { top.ledger.lines.append("-\(path) \(tracked.number)") }
    }
    final class Inside: Tracking<Scoping> {
        @Scoped var count = 0
        @Scoped var tags: [String] = []
        let one = One(), two = Two()
        override func configure() { substates(one, two) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "count": .handled { self.count += 1 }
            case "tag": .handled { self.tags.append("tag \(self.count)") }
            case "again": .to(self)
            case "out": .to(superior.out) { self.top.ledger.lines.append("effect") }
            case "kill": .to(superior.kill)
            default: .unhandled
            }
        }
        final class One: State<Inside, Scoping> {
            override func handle(_ event: String) -> Reaction { event == "next" ? .to(superior.two) : .unhandled }
        }
        final class Two: Tracking<Inside> {
            @Scoped var more = "more"
        }
    }
    final class Out: State<Scoping, Scoping> {
        override func handle(_ event: String) -> Reaction { event == "in" ? .to(superior.inside) : .unhandled }
    }
}
