import Statecharts
import StatechartsBridge

//                orders                dishes
//     Guest ─────────────▶ Kitchen ─────────────▶ Guest

/// Cooks what is ordered, one order after the other.
final class Kitchen: TopState<Kitchen.Event> {
    enum Event: Sendable { case order(String) }

    let orders = InputPort<String>("orders"), dishes = OutputPort<String>("dishes")
    let cold = Cold(), hot = Hot()

    override func configure() {
        receive(orders) { .order($0) }
        substates(cold, hot)
    }

    final class Cold: State<Kitchen, Kitchen> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .order(let dish): .to(superior.hot) { top.dishes.send("hot \(dish)") }
            }
        }
    }

    final class Hot: State<Kitchen, Kitchen> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .order(let dish): .handled { top.dishes.send("hot \(dish)") }
            }
        }
    }
}

/// A kitchen in this process, so that the monitor can be tried without another one.
struct Sample {
    private let system = System()
    private let machine: Machine<Kitchen>
    private let orders = OutputPort<String>("orders"), dishes = InputPort<String>("dishes")
    private let service: MonitorService
    let link: MemoryLink

    init(access: MonitorService.Access) async throws {
        let kitchen = Kitchen()
        connect(orders, to: kitchen.orders)
        connect(kitchen.dishes, to: dishes)
        machine = Machine(kitchen)
        try await machine.start()
        system.add("Guest", ports: orders, dishes)
        await system.add(machine, named: "Kitchen")
        let (kitchenEnd, monitorEnd) = MemoryLink.pair()
        link = monitorEnd
        service = MonitorService(of: system, over: kitchenEnd, name: "sample", access: access)
        service.start()
    }

    /// Orders a dish, and returns when it has come, or when the order is held.
    func order(_ dish: String) async {
        orders.send(dish)
        if system.held.isEmpty { _ = await dishes.first { _ in true } }
    }
}
