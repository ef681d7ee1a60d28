import Statecharts
import Testing

/// The code of the second half of the article *Ports and systems*.
@Suite struct SystemsArticleTests {
    @Test func `a contract says which message may come when`() async throws {
        let wishes = OutputPort<Wish>("wishes"), waiter = InputPort<Wish>("waiter")
        connect(wishes, to: waiter)
        let complaints = InputPort<String>()
        // snippet: contract
        let contract = Contract(TableRules()) { (wish: Wish) in
            switch wish {
            case .meal, .drink: .wish
            case .bill: .bill
            }
        }
        waiter.enforce(contract, onViolation: .refuse) { complaints.send("\($0)") }
        wishes.send(.bill)
        wishes.send(.drink("tea"))  // waiter: drink("tea") came after bill, in the end
        // end snippet
        var iterator = complaints.makeAsyncIterator()
        #expect(await iterator.next() == "waiter: drink(\"tea\") came after bill, in the end")
        #expect(waiter.bufferedCount == 1)
    }

    @Test func `a system knows its components and watches their messages`() async throws {
        // snippet: system
        let guests = OutputPort<Int>("orders"), chart = Kitchen()
        connect(guests, to: chart.orders)
        let dishes = chart.dishes.stream()

        let system = System()
        let kitchen = Machine(chart)
        system.add("Guests", ports: guests)
        await system.add(kitchen, named: "Kitchen")
        print(system.connections)  // [Guests.orders → Kitchen.orders, Kitchen.dishes → stream]
        // end snippet
        #expect("\(system.connections)" == "[Guests.orders → Kitchen.orders, Kitchen.dishes → stream]")
        try await kitchen.start()

        // snippet: trace
        let recorder = system.recorder()
        guests.send(4)
        for await dish in dishes.prefix(1) { print(dish) }
        print(MessageTree(recorder.records))
        // #1 Guests.orders → Kitchen.orders: 4
        // └─ #2 Kitchen.dishes → stream: soup for table 4
        // end snippet
        #expect(
            MessageTree(recorder.records).description == """
                #1 Guests.orders → Kitchen.orders: 4
                └─ #2 Kitchen.dishes → stream: soup for table 4
                """)
    }

    @Test func `a system is held and let go message by message`() async throws {
        let guests = OutputPort<Int>("orders"), chart = Kitchen()
        connect(guests, to: chart.orders)
        let kitchen = Machine(chart), system = System()
        system.add("Guests", ports: guests)
        await system.add(kitchen, named: "Kitchen")
        try await kitchen.start()
        // snippet: stepping
        system.pause()
        guests.send(4)
        print(system.held)  // [#1 Guests.orders: 4]
        await system.stepAndSettle()  // returns when the kitchen has completed its step
        print(system.held)  // [#2 Kitchen.dishes: soup for table 4]
        system.resume()
        // end snippet
        #expect(system.held.isEmpty)
    }
}
