import Statecharts

//    ┌ Counter ────────────────────────────┐
//    │ ●→ Even ──tick──► Odd ──tick──► Even │    "end" in Odd: ◉
//    └─────────────────────────────────────┘
final class Counter: TopState<Counter.Event> {
    enum Event: Sendable, Equatable { case tick, end, echo(Int) }
    /// The events that this chart was offered, in order.
    var seen: [Event] = []
    let even = Even(), odd = Odd(), ended = Ended()
    override func configure() { substates(even, odd, ended) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .tick, .end: .unhandled
        case .echo: .handled { self.seen.append(event) }
        }
    }

    final class Even: State<Counter, Counter> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick:
                .to(superior.odd) {
                    self.top.seen.append(event)
                    self.raise(.echo(self.top.seen.count))
                }
            case .end, .echo: .unhandled
            }
        }
    }
    final class Odd: State<Counter, Counter> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .to(superior.even) { self.top.seen.append(event) }
            case .end: .to(superior.ended) { self.top.seen.append(event) }
            case .echo: .unhandled
            }
        }
    }
    final class Ended: FinalState<Counter, Counter> {}
}

//    ┌ Counters ────────────────────────────────────────────────┐
//    │ ●→ Single: Counter ──next──► ┌ Pair ───────────────────┐ │
//    │                              │ Left: Counter           │ │
//    │    ◄─────────back─────────── │ Right: Counter          │ │
//    │                              └─────────────────────────┘ │
//    └──────────────────────────────────────────────────────────┘
// Single understands "tick" and "end", Left "left" and "left end", Right "right" and "right end"; "both" is a tick for Left and Right.
final class Counters: NotedTop<String> {
    let single = Single(), pair = Pair()
    override func configure() { substates(single, pair) }

    final class Single: Submachine<Counters, Counters, Counter> {
        init() {
            super.init(Counter()) { event in
                switch event {
                case "tick": .tick
                case "end": .end
                default: nil
                }
            }
        }
        override func handle(_ event: String) -> Reaction { event == "next" ? .to(superior.pair) : .unhandled }
        override func completed() -> Reaction { .to(superior.pair) }
    }
    final class Pair: OrthogonalState<Counters, Counters> {
        let left = Side("left"), right = Side("right")
        override func configure() { regions(left, right) }
        override func handle(_ event: String) -> Reaction { event == "back" ? .to(superior.single) : .unhandled }
        override func completed() -> Reaction { .to(superior.single) }
    }
    final class Side: Submachine<Pair, Counters, Counter> {
        init(_ side: String) {
            super.init(Counter()) { event in
                switch event {
                case side, "both": .tick
                case side + " end": .end
                default: nil
                }
            }
        }
    }
}
