import Statecharts
import StatechartsTesting
import Testing

/// The code of the first half of the article *Ports and systems*.
@Suite struct PortsArticleTests {
    @Test func `a machine sends events to itself`() async throws {
        let chart = Oven(), events = chart.events
        let oven = Machine(chart)
        try await oven.start()
        events.send(.check)
        while !(await oven.isActive(\.hot)) { await Task.yield() }
        #expect(try await oven.withTop { $0.degrees } == 200)
    }

    @Test func `an input gets the messages that it understands`() async throws {
        let meals = InputPort<Int>(), drinks = InputPort<String>()
        // snippet: mapping
        let wishes = OutputPort<Wish>("wishes")
        connect(wishes, to: meals) { if case .meal(let table) = $0 { table } else { nil } }
        let bar = connect(wishes, to: drinks) { if case .drink(let name) = $0 { name } else { nil } }

        wishes.send(.meal(table: 4))
        wishes.send(.drink("tea"))
        bar.disconnect()  // from now on; what was sent before still arrives
        wishes.send(.drink("wine"))
        // end snippet
        #expect(meals.bufferedCount == 1)
        #expect(drinks.bufferedCount == 1)
    }

    @Test func `one of several gets each message`() async throws {
        let first = InputPort<Int>(), second = InputPort<Int>()
        let guests = OutputPort<Int>()
        // snippet: point to point
        let tickets = PointToPointChannel<Int>("tickets")
        connect(guests, to: tickets)
        connect(tickets, to: first)
        connect(tickets, to: second)
        // end snippet
        for table in 1...3 { guests.send(table) }
        #expect(tickets.bufferedCount == 3)
        var cooks = (first.makeAsyncIterator(), second.makeAsyncIterator())
        #expect(await cooks.0.next() == 1)
        #expect(await cooks.1.next() == 2)
        #expect(await cooks.0.next() == 3)
    }

    @Test func `a machine gets messages in some of its states only`() async throws {
        let clock = ManualClock(), cook = Cook(), orders = cook.orders
        let machine = Machine(cook, clock: clock)
        try await machine.start()
        for table in 1...3 { orders.send(table) }
        await clock.settle()
        #expect(orders.bufferedCount == 2)
        await clock.advance(by: .seconds(600))
        #expect(orders.bufferedCount == 1)
    }

    @Test func `a composite looks like one machine`() async throws {
        let restaurant = Restaurant(), guests = OutputPort<Int>()
        connect(guests, to: restaurant.orders)
        var dishes = restaurant.dishes.stream().makeAsyncIterator()
        try await restaurant.open()
        guests.send(4)
        #expect(await dishes.next() == "soup for table 4")
        guests.send(12)
        #expect(await dishes.next() == "soup for table 12")
    }

    @Test func `what is not taken in time is dropped and counted`() async throws {
        let dishes = OutputPort<String>()
        // snippet: dropping
        let latest = dishes.subscription(buffering: .bufferingNewest(2))
        for dish in ["soup", "fish", "cake"] { dishes.send(dish) }
        dishes.finish()
        for await dish in latest.stream { print(dish) }  // fish, cake
        print(latest.droppedCount)  // 1
        // end snippet
        #expect(latest.droppedCount == 1)
    }

    @Test func `a producer waits for room`() async throws {
        // snippet: back-pressure
        let plates = OutputPort<Int>("plates"), sink = InputPort<Int>("sink", buffering: .waiting(2))
        connect(plates, to: sink)
        let dishwasher = sink.handle { plate in await scrub(plate) }  // the next one when this has returned
        for plate in 1...100 { try await plates.sendWaiting(plate) }  // never more than two in the sink
        // end snippet
        sink.finish()
        await dishwasher.value
        #expect(sink.droppedCount == 0)
        @Sendable func scrub(_ plate: Int) async {
            #expect(sink.bufferedCount <= 2)
            await Task.yield()
        }
    }

    @Test func `a late reader gets the current value`() async throws {
        // snippet: current value
        let seats = OutputPort("free seats", current: 40)
        seats.send(38)
        for await free in seats.stream() {  // 38 at once, then every change
            print(free)
            break
        }
        // end snippet
        #expect(seats.current == 38)
    }

    @Test func `values are said once and combined`() {
        // snippet: distinct and combined values
        let name = OutputPort("name", current: "Ann"), unread = OutputPort("unread", distinct: 0)
        let title = combineLatest(name, unread) { $1 == 0 ? $0 : "\($0) (\($1))" }
        unread.send(3)
        unread.send(3)  // nobody hears of it
        print(title.current ?? "")  // Ann (3)
        // end snippet
        #expect(title.current == "Ann (3)")
    }

    @Test func `streams of ports compose with what sequences have`() async {
        // snippet: operators
        let temperatures = OutputPort<Double>("temperatures"), alarms = InputPort<String>("alarms")
        connect(temperatures.stream().filter { $0 > 100 }.map { "\($0) °C" }, to: alarms)
        // end snippet
        temperatures.send(20)
        temperatures.send(120)
        for await alarm in alarms {
            #expect(alarm == "120.0 °C")
            break
        }
    }

    @Test func `a stream skips, and each part of a message comes by itself`() async {
        // snippet: skip and flatten
        let pages = OutputPort<[String]>("pages"), lines = InputPort<String>("lines")
        let later = pages.stream().dropFirst()  // skip
        let each = later.flatMap { page in
            AsyncStream { lines in
                for line in page { lines.yield(line) }
                lines.finish()
            }
        }
        connect(each, to: lines)
        // end snippet
        for page in [["a", "b"], ["c", "d"], ["e"]] { pages.send(page) }
        var seen: [String] = []
        for await line in lines {
            seen.append(line)
            if seen.count == 3 { break }
        }
        #expect(seen == ["c", "d", "e"])
    }

    @Test func `two outputs at one input are merged`() {
        let cash = OutputPort<Int>("cash"), cards = OutputPort<Int>("cards"), paid = InputPort<Int>("paid")
        // snippet: merge
        connect(cash, to: paid)
        connect(cards, to: paid) { $0 > 0 ? $0 : nil }
        // end snippet
        cash.send(1)
        cards.send(0)
        cards.send(2)
        #expect(paid.bufferedCount == 2)
    }

    @Test func `a state listens to a port while it is active`() async throws {
        let chart = Billboard()
        let machine = Machine(chart)
        try await machine.start()
        try await machine.send(.show)
        chart.titles.send("Ann")
        while try await machine.withTop({ $0.title }) != "Ann" { await Task.yield() }
        try await machine.send(.hide)
        chart.titles.send("Bob")
        #expect(try await machine.withTop { $0.title } == "Ann")
    }

    @Test func `a sequence feeds a port`() async throws {
        let (bells, door) = AsyncStream.makeStream(of: Int.self)
        // snippet: sequence
        let arrivals = InputPort<Int>("arrivals")
        connect(bells, to: arrivals)  // any AsyncSequence; ends with it
        // end snippet
        door.yield(7)
        var iterator = arrivals.makeAsyncIterator()
        #expect(await iterator.next() == 7)
    }
}
