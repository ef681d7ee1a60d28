import Statecharts
import StatechartsSimulation
import StatechartsTesting
import Testing

/// A hospital ward, whose beds are child machines.
@Suite struct WardTests {
    final class Ward: TopState<Ward.Event> {
        enum Event: Sendable, Equatable { case admit(Int), discharge(Int), bed(Int, Bed.Event), close }
        let open = Open()
        override func configure() { substates(open) }

        final class Open: State<Ward, Ward> {
            // snippet: options of rows
            let beds = ChildMachines(of: Open.self) { (_: Open, number: Int) in Bed(number) }
                .unhandled { bed in .report { event, place in print("bed \(bed): \(event) in \(place)") } }
            // end snippet

            override func configure() { children(beds) }

            // snippet: forward to a row
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .admit(let bed): .handled { beds.add(bed) }
                case .discharge(let bed): .handled { beds.remove(bed) }
                case .bed(let bed, let call): beds.forward(call, to: bed)  // unhandled if there is no such bed
                default: .unhandled
                }
            }
            // end snippet
        }
    }

    final class Bed: TopState<Bed.Event> {
        enum Event: Sendable, Equatable { case ring }
        let number: Int
        var calls = 0
        init(_ number: Int) { self.number = number }
        override func handle(_ event: Event) -> Reaction { .handled { calls += 1 } }
    }

    @Test func `a test says which bed is used`() async throws {
        let test = TestMachine(Ward())
        try await test.start()
        // snippet: which work begins
        await test.send(.admit(3)) {
            $0.reacts(\.open)
            $0.begins(\.open, work: "beds[3]")  // this row, and no other one
        }
        // end snippet
        await test.stop(.partial)
    }

    final class Hotel: TopState<Hotel.Event> {
        enum Event: Sendable, Equatable { case open(Int), clean(Int), look(Int), close(Int) }
        let day = Day()
        var guests = 0, closed: [Int] = []
        override func configure() { substates(day) }

        final class Day: State<Hotel, Hotel> {
            let rooms = ChildMachines(of: Day.self) { (_: Day, _: Int) in Room() }
            override func configure() { children(rooms) }

            // snippet: what is waited for of a row
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .open(let room): .handled { rooms.add(room) }
                case .clean(let room): .handled { try await rooms.send(.clean, to: room) }  // clean when this is over
                case .look(let room): .handled { top.guests = try await rooms.ask(room) { .guests(reply: $0) } }
                case .close(let room):
                    .handled {
                        rooms.remove(room)
                        await rooms.stopped(room)  // its `exit()` is over
                        top.closed.append(room)
                    }
                }
            }
            // end snippet
        }

        final class Room: TopState<Room.Event> {
            enum Event: Sendable { case clean, guests(reply: Reply<Int>) }
            override func handle(_ event: Event) -> Reaction {
                if case .guests(let reply) = event { .handled { reply.answer(2) } } else { .handled }
            }
        }
    }

    @Test func `a hotel waits for its rooms`() async throws {
        let hotel = Machine(Hotel(), clock: ManualClock())
        try await hotel.start()
        for event: Hotel.Event in [.open(7), .clean(7), .look(7), .close(7)] { try await hotel.send(event) }
        #expect(try await hotel.withTop { $0.guests } == 2)
        #expect(try await hotel.withTop { $0.closed } == [7])
        try await hotel.stop()
    }

    final class Dinner: TopState<Dinner.Event> {
        enum Event: Sendable, Equatable { case seat(Int), leave(Int) }
        struct Dish: Sendable { let table: Int, name: String }
        let dishes = OutputPort<Dish>("dishes")
        let evening = Evening()
        override func configure() { substates(evening) }

        final class Evening: State<Dinner, Dinner> {
            // snippet: down to a row
            let tables = ChildMachines(of: Evening.self) { (_: Evening, _: Int) in Table() }
                .connect(from: \.top.dishes, to: \.served) { table, dish in dish.table == table ? dish.name : nil }
            // end snippet

            override func configure() { children(tables) }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .seat(let table): .handled { tables.add(table) }
                case .leave(let table): .handled { tables.remove(table) }
                }
            }
        }

        final class Table: TopState<String> {
            let served = InputPort<String>("served")
            var dishes: [String] = []
            override func configure() { receive(served) { $0 } }
            override func handle(_ event: String) -> Reaction { .handled { dishes.append(event) } }
        }
    }

    @Test func `each table gets its dishes`() async throws {
        let clock = ManualClock(), dinner = Machine(Dinner(), clock: clock)
        try await dinner.start()
        for table in [1, 2] { try await dinner.send(.seat(table)) }
        await clock.settle()
        let second = try #require(try await dinner.withTop { $0.evening.tables[2] })
        try await dinner.withTop { dinner in
            for (table, name) in [(2, "soup"), (1, "fish"), (2, "cake")] {
                dinner.dishes.send(.init(table: table, name: name))
            }
        }
        await clock.settle()
        #expect(try await second.withTop { $0.dishes } == ["soup", "cake"])
        try await dinner.stop()
    }

    final class Pumps: TopState<Int> {
        let dosing = Dosing()
        let rate = 5
        override func configure() { substates(dosing) }

        final class Pump: TopState<Int> {
            let rate: Int
            init(_ rate: Int) { self.rate = rate }
        }

        final class Dosing: State<Pumps, Pumps> {
            // snippet: options of a child
            let pump = Child(of: Dosing.self) { Pump($0.top.rate) }
                .unhandled(.fail)  // like Machine(…, unhandled: .fail)
                .deferralLimit(20)  // like Machine(…, deferralLimit: 20)
            // end snippet

            override func configure() { children(pump) }
            override func handle(_ event: Int) -> Reaction { pump.forward(event) }
        }
    }

    @Test func `a pump that is told what it does not know fails`() async throws {
        let clock = ManualClock(), pumps = Machine(Pumps(), clock: clock)
        try await pumps.start()
        #expect(try await pumps.send(1) == .handled)
        await clock.settle()
        try #require(await pumps.status == .failed)
        let error = await #expect(throws: StepError.self) { try await pumps.finished }
        #expect((error?.underlying as? StepError)?.code == .unhandledEvent)
    }

    @Test func `a call goes to its bed`() async throws {
        let clock = ManualClock(), ward = Machine(Ward(), clock: clock)
        try await ward.start()
        try await ward.send(.admit(3))
        #expect(try await ward.send(.bed(3, .ring)) == .handled)
        #expect(try await ward.send(.bed(4, .ring)) == .unhandled)
        await clock.settle()
        let bed = try #require(await ward.port(\.open.beds[3]))
        #expect(try await bed.withTop { $0.calls } == 1)
        try await ward.send(.discharge(3))
        #expect(try await ward.send(.bed(3, .ring)) == .unhandled)
        try await ward.stop()
    }
}
