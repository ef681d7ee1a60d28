import Statecharts

final class Order: TopState<Order.Event>, Snapshotting {
    enum Event: Codable { case add(String), pay, arrived(String), forgotten }

    func save() -> [String] { items }
    func restore(_ saved: [String]) { items = saved }

    var items: [String] = []
    let open = Open(), underway = Underway(), done = Done(),
        end = FinalState<Order, Order>()
    let news = InputPort<String>("news")
    override func configure() {
        substates(open, underway, done, end)
        receive(news) { .arrived($0) }
    }

    final class Open: State<Order, Order> {
        override func entry() { after(.seconds(7 * 24 * 60 * 60), send: .forgotten) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add(let item): .handled { top.items.append(item) }
            case .pay: .to(superior.underway)
            case .forgotten: .to(superior.end)
            case .arrived: .unhandled
            }
        }
    }

    final class Underway: State<Order, Order> {
        override func handle(_ event: Event) -> Reaction {
            if case .arrived(let how) = event {
                .to(superior.done) { top.items.append(how) }
            } else {
                .unhandled
            }
        }
    }

    final class Done: State<Order, Order> {}
}
