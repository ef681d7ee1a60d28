import Statecharts

/// Cooks what is ordered.
final class Kitchen: TopState<Kitchen.Event> {
    enum Event: Sendable { case order(Int) }

    let orders = InputPort<Int>("orders")
    let dishes = OutputPort<String>("dishes")
    let cooking = Cooking()

    override func configure() {
        receive(orders) { .order($0) }
        substates(cooking)
    }

    final class Cooking: State<Kitchen, Kitchen> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .order(let table): .handled { self.top.dishes.send("soup for \(table)") }
            }
        }
    }
}

/// Takes orders, hands them to a kitchen, and serves what comes from there.
final class Relay: TopState<Relay.Event> {
    enum Event: Sendable {
        case order(Int)
        case dish(String)
    }

    let orders = InputPort<Int>("orders"), dishes = InputPort<String>("dishes")
    let requests = OutputPort<Int>("requests"), served = OutputPort<String>("served")
    let open = Open()

    override func configure() {
        receive(orders) { .order($0) }
        receive(dishes) { .dish($0) }
        substates(open)
    }

    final class Open: State<Relay, Relay> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .order(let table): .handled { self.top.requests.send(table) }
            case .dish(let dish): .handled { self.top.served.send(dish) }
            }
        }
    }
}
