import Statecharts

//   Basket                                                        total (saved)
//   ┌────────────────────────────────────────────────────────────────────────┐
//   │          pay             charged                                       │
//   │ ●──▶ Open ──▶ Paying ──────────▶ ◉        everywhere: break ──▶ throws │
//   │      add       │    after 30 s: timeout                                │
//   │       ▲        │                                                       │
//   │       └────────┘                                                       │
//   └────────────────────────────────────────────────────────────────────────┘

// snippet: basket
final class Basket: TopState<Basket.Event>, Snapshotting {
    enum Event: Codable, Hashable { case add(Int), pay, timeout, `break` }

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
            run { [charge = top.charge, total = top.total] in try await charge(total) }
        }
        override func completed() -> Reaction { .to(superior.done) }  // it has been charged
        // end snippet

        override func handle(_ event: Event) -> Reaction {
            event == .timeout ? .to(superior.open) : .unhandled
        }
    }

    override func handle(_ event: Event) -> Reaction { event == .break ? .handled { throw Broken() } : .unhandled }
    struct Broken: Error {}

    final class Open: State<Basket, Basket> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add(let price): .handled { top.total += price }
            case .pay: .to(superior.paying)
            default: .unhandled
            }
        }
    }
}
