import Statecharts

//   Basket                                                        total (saved)
//   ┌────────────────────────────────────────────────────────────────────────┐
//   │          pay             paid                                          │
//   │ ●──▶ Open ──▶ Paying ──────────▶ ◉        everywhere: break ──▶ throws │
//   │      add       │    after 30 s: timeout                                │
//   │       ▲        │                                                       │
//   │       └────────┘                                                       │
//   └────────────────────────────────────────────────────────────────────────┘

// snippet: basket
final class Basket: TopState<Basket.Event>, Snapshotting {
    enum Event: Codable, Sendable, Hashable { case add(Int), pay, paid, timeout, `break` }

    var total = 0
    let charge: @Sendable (Int) async throws -> Void
    let open = Open(), paying = Paying(), done = FinalState<Basket, Basket>()
    init(charge: @escaping @Sendable (Int) async throws -> Void) { self.charge = charge }
    override func configure() { substates(open, paying, done) }

    func save() -> Int { total }  // what belongs into a snapshot besides states, timers and events
    func restore(_ saved: Int) { total = saved }

    final class Paying: State<Basket, Basket> {
        override func entry() {
            after(.seconds(30), send: .timeout, whenRestored: .startAnew)
            charge()
        }
        override func restored() { charge() }  // a snapshot has the timer, but cannot hold work

        private func charge() {
            run { [charge = top.charge, total = top.total] in
                try await charge(total)
            } done: {
                .paid
            }
        }
        // end snippet

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .paid: .to(superior.done)
            case .timeout: .to(superior.open)
            case .add, .pay, .break: .unhandled
            }
        }
    }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .break: .handled { throw Broken() }
        case .add, .pay, .paid, .timeout: .unhandled
        }
    }
    struct Broken: Error {}

    final class Open: State<Basket, Basket> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add(let price): .handled { self.top.total += price }
            case .pay: .to(superior.paying)
            case .paid, .timeout, .break: .unhandled
            }
        }
    }
}
