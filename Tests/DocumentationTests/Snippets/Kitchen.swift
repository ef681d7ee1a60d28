import Statecharts

//   Kitchen
//   ┌───────────────────────────────┐
//   │ orders ▶ order(n) / dishes ▶ n │
//   └───────────────────────────────┘
// snippet: ports
final class Kitchen: TopState<Kitchen.Event> {
    enum Event { case order(Int) }

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
            case .order(let table): .handled { top.dishes.send("soup for table \(table)") }
            }
        }
    }
}
// end snippet
