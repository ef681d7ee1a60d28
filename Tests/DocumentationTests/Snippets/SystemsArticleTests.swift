import Statecharts
import StatechartsTesting
import Testing

/// The code of the second half of the article *Ports and systems*.
@Suite struct SystemsArticleTests {
    @Test func `a contract says which message may come when`() async throws {
        let wishes = OutputPort<Wish>("wishes"), waiter = InputPort<Wish>("waiter")
        connect(wishes, to: waiter)
        let complaints = InputPort<String>()
        // snippet: contract
        let contract = Contract(TableRules()) { complaints.send("\($0)") }
        waiter.enforce(contract, onViolation: .refuse) { wish in
            switch wish {
            case .meal, .drink: .wish
            case .bill: .bill
            }
        }
        wishes.send(.bill)
        wishes.send(.drink("tea"))  // waiter: drink("tea") came after bill, in the end of TableRules
        // end snippet
        var iterator = complaints.makeAsyncIterator()
        #expect(await iterator.next() == "waiter: drink(\"tea\") came after bill, in the end of TableRules")
        #expect(waiter.bufferedCount == 1)
    }

    @Test func `a request is answered within five seconds, once, with the same number`() async throws {
        let requests = InputPort<Int>("requests"), answers = OutputPort<Int>("answers")
        let clock = ManualClock(), complaints = InputPort<String>()
        let log: @Sendable (String) -> Void = { complaints.send($0) }
        // snippet: Contract, an answer
        let contract = Contract(AnswerRule(), clock: clock) { log("\($0)") }
        requests.enforce(contract) { .asked($0) }
        answers.enforce(contract) { .answered($0) }
        // end snippet
        requests.send(1)
        requests.send(2)
        answers.send(1)
        answers.send(1)
        answers.send(3)
        await clock.advance(by: .seconds(5))
        let said = await complaints.prefix(3).reduce(into: []) { $0.append($1) }
        let before = "came after requests: 1, requests: 2, answers: 1, in AnswerRule"
        #expect(
            said == [
                "answers: 1 \(before) of AnswerRule", "answers: 3 \(before) of AnswerRule",
                "AnswerRule: tooLate(2) \(before)",
            ])
    }

    @Test func `a contract spans several ports, and has deadlines`() async throws {
        let shop = Silence(), clock = ManualClock(), complaints = InputPort<String>()
        let log: @Sendable (String) -> Void = { complaints.send($0) }
        do {
            // snippet: Contract, several ports
            let contract = Contract(AnswerRules(), clock: clock)
            shop.requests.enforce(contract) { .asked($0) }
            shop.answers.enforce(contract) { .answered($0) }
            // end snippet
        }
        // snippet: Contract, expecting
        let contract = Contract(AnswerRules(), clock: clock, expecting: \.candidates) { log("\($0)") }
        // AnswerRules: tooLate(7) came after requests: 7, in Serving; expected answered(7)
        // end snippet
        shop.requests.enforce(contract) { .asked($0) }
        shop.answers.enforce(contract) { .answered($0) }
        shop.requests.send(7)
        await clock.advance(by: .seconds(5))
        var iterator = complaints.makeAsyncIterator()
        #expect(
            await iterator.next() == "AnswerRules: tooLate(7) came after requests: 7, in Serving; expected answered(7)")
    }

    @Test func `a system knows composites, and shows proxies when asked`() async throws {
        let system = System(), clock = ManualClock()
        let guests = OutputPort<Int>("orders"), orders = InputPort<Int>("orders")
        let chart = Kitchen(), dishes = OutputPort<String>("dishes")
        connect(guests, to: orders)
        connect(orders, to: chart.orders)
        connect(chart.dishes, to: dishes)
        let kitchen = Machine(chart, clock: clock)
        try await kitchen.start()
        system.add("Guests", ports: guests)
        // snippet: System.add, composite
        let restaurant = system.add("Restaurant", ports: orders, dishes)
        await system.add(kitchen, named: "Kitchen", inside: restaurant)
        // end snippet
        let recorder = system.recorder()
        guests.send(4)
        await clock.settle()
        // snippet: proxies in traces
        print(MessageTree(recorder.records, showingProxies: true))
        // #1 Guests.orders → (Restaurant.orders) → Kitchen.orders: 4
        // └─ #2 Kitchen.dishes → (Restaurant.dishes) → nobody: soup for table 4
        // end snippet
        #expect(
            MessageTree(recorder.records, showingProxies: true).description == """
                #1 Guests.orders → (Restaurant.orders) → Kitchen.orders: 4
                └─ #2 Kitchen.dishes → (Restaurant.dishes) → nobody: soup for table 4
                """)
    }

    @Test func `ports take from hubs what they understand`() {
        do {
            struct Ticket: Sendable { let priority: Int }
            let hub = OutputPort<Ticket>("hub")
            // snippet: InputPort, filter
            let urgent = InputPort<Ticket>("urgent") { $0.priority > 5 }
            connect(hub, to: urgent)
            // end snippet
            for priority in [1, 9] { hub.send(Ticket(priority: priority)) }
            #expect(urgent.bufferedCount == 1)
        }
        let hub = OutputPort<Wish>("hub")
        // snippet: InputPort, accepting
        let meals = InputPort<Int>("meals")
        let wishes = meals.accepting("wishes") { (wish: Wish) in
            if case .meal(let table) = wish { table } else { nil }
        }
        connect(hub, to: wishes)
        // end snippet
        hub.send(.bill)
        hub.send(.meal(table: 4))
        #expect(meals.bufferedCount == 1)
    }

    @Test func `a contract is told of lives`() async throws {
        let complaints = InputPort<String>(), clock = ManualClock()
        let contract = Contract(AnswerRules(), clock: clock) { complaints.send($0.event) }
        do {
            let shop = Machine(Kitchen())
            try await shop.start()
            let requests = InputPort<Int>()
            requests.enforce(contract) { .asked($0) }
            requests.send(1)
            // snippet: Contract, the end
            contract.follow(shop, ended: .gone)  // unhandled while something is owed: a violation
            // end snippet
            try await shop.stop()
            var iterator = complaints.makeAsyncIterator()
            #expect(await iterator.next() == "gone")
        }
        let supervisor = Supervisor(clock: clock)
        let shop = supervisor.add("shop") { Machine(Kitchen()) }
        // snippet: Contract, lives
        contract.follow(shop, restarted: .forgotten)  // the new life owes nothing of what was asked before
        // end snippet
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
        let recorder = system.recorder(), messages = system.messages
        guests.send(4)
        for await dish in dishes.prefix(1) { print(dish) }
        for await _ in messages.prefix(2) {}  // the order and the dish: now both are recorded
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
