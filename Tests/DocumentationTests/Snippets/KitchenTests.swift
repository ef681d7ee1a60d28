import Statecharts
import StatechartsTesting
import Testing

@Suite struct KitchenTests {
    @Test func `orders go in at one port and dishes come out at another`() async throws {
        var served: [String] = []
        func serve(_ dish: String) -> Bool {
            served.append(dish)
            return served.count < 2
        }
        // snippet: connect
        let guests = OutputPort<Int>("guests"), chart = Kitchen()
        connect(guests, to: chart.orders)
        let dishes = chart.dishes.stream()  // an AsyncStream, one for each reader

        let kitchen = Machine(chart)
        try await kitchen.start()
        guests.send(4)  // never waits
        guests.send(7)
        for await dish in dishes { guard serve(dish) else { break } }
        // end snippet
        #expect(served == ["soup for table 4", "soup for table 7"])
    }

    // snippet: joined machines
    @Test func `what is ordered is served`() async throws {
        let clock = ManualClock()  // one for all of them
        let waiter = Waiter(), cook = Kitchen()
        connect(waiter.orders, to: cook.orders)
        connect(cook.dishes, to: waiter.dishes)
        let machines = (waiter: Machine(waiter, clock: clock), cook: Machine(cook, clock: clock))
        try await machines.cook.start()
        try await machines.waiter.start()

        machines.waiter.post(.guest(4))
        await clock.settle()  // whoever has given whomever something to do, it is done
        #expect(try await machines.waiter.withTop { $0.served } == ["soup for table 4"])
    }
    // end snippet
}

/// Takes orders and serves dishes.
///
///     Waiter ● guest / orders ↑, dish / served
private final class Waiter: TopState<Waiter.Event> {
    enum Event { case guest(Int), dish(String) }

    let orders = OutputPort<Int>("orders")
    let dishes = InputPort<String>("dishes")
    let serving = Serving()
    var served: [String] = []

    override func configure() {
        receive(dishes) { .dish($0) }
        substates(serving)
    }

    final class Serving: State<Waiter, Waiter> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .guest(let table): .handled { top.orders.send(table) }
            case .dish(let dish): .handled { top.served.append(dish) }
            }
        }
    }
}
