import Statecharts
import Testing

extension StepCodeTests {
    @Test func `suspends`() async throws {
        try await CodePage("StepError.suspends").shows {
            // snippet: suspends
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .handled { await Task.yield() } }
                }
            }
            let lamp = Interpreter(Lamp())
            try lamp.start()
            do { try lamp.send(.tap) } catch let error as StepError { throw error.underlying ?? error }
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .handled { await Task.yield() } }
                }
            }
            // snippet: suspends, repaired
            let lamp = Machine(Lamp())
            try await lamp.start()
            try await lamp.send(.tap)
            // end snippet
        }
    }

    @Test func `unhandledError`() async throws {
        try await CodePage("StepError.unhandledError").shows {
            // snippet: unhandledError
            struct NoPaper: Error {}
            final class Printer: TopState<Printer.Event> {
                enum Event { case job }
                let idle = Idle(), printing = Printing()
                override func configure() { substates(idle, printing) }
                final class Idle: State<Printer, Printer> {
                    override func handle(_ event: Event) -> Reaction { .to(superior.printing) }
                }
                final class Printing: State<Printer, Printer> {
                    override func entry() throws { throw NoPaper() }
                }
            }
            let printer = Interpreter(Printer())
            try printer.start()
            try printer.send(.job)
            // end snippet
        } repaired: {
            struct NoPaper: Error {}
            final class Printer: TopState<Printer.Event> {
                enum Event { case job }
                let idle = Idle(), printing = Printing()
                override func configure() { substates(idle, printing) }
                final class Idle: State<Printer, Printer> {
                    override func handle(_ event: Event) -> Reaction { .to(superior.printing) }
                }
                // snippet: unhandledError, repaired
                final class Printing: State<Printer, Printer> {
                    override func entry() throws { throw NoPaper() }
                    override func failed(_ error: any Error) -> Reaction {
                        error is NoPaper ? .to(superior.idle) : .unhandled
                    }
                }
                // end snippet
            }
            let printer = Interpreter(Printer())
            try printer.start()
            try printer.send(.job)
        }
    }

    @Test func `notBegunAgain`() async throws {
        try await CodePage("StepError.notBegunAgain").shows {
            // snippet: notBegunAgain
            final class Loader: TopState<Loader.Event>, Snapshotting {
                enum Event: Codable { case loaded(Int) }
                let loading = Loading()
                override func configure() { substates(loading) }
                func save() -> Int { 0 }
                func restore(_ saved: Int) {}
                final class Loading: State<Loader, Loader> {
                    override func entry() {
                        run(whenRestored: .again) { try await Task.sleep(for: .seconds(60)) }
                    }
                }
            }
            let loader = Machine(Loader())
            try await loader.start()
            let snapshot = try await loader.snapshot()
            try await Machine(restoring: snapshot, Loader()).start()
            // end snippet
        } repaired: {
            final class Loader: TopState<Loader.Event>, Snapshotting {
                enum Event: Codable { case loaded(Int) }
                let loading = Loading()
                override func configure() { substates(loading) }
                func save() -> Int { 0 }
                func restore(_ saved: Int) {}
                // snippet: notBegunAgain, repaired
                final class Loading: State<Loader, Loader> {
                    override func entry() { load() }
                    override func restored() { load() }
                    private func load() { run(whenRestored: .again) { try await Task.sleep(for: .seconds(60)) } }
                }
                // end snippet
            }
            let loader = Machine(Loader())
            try await loader.start()
            let snapshot = try await loader.snapshot()
            try await Machine(restoring: snapshot, Loader()).start()
        }
    }

    @Test func `needsMachine`() async throws {
        try await CodePage("StepError.needsMachine").shows {
            // snippet: needsMachine
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case off }
                let on = On()
                override func configure() { substates(on) }
                final class On: State<Lamp, Lamp> {
                    override func entry() { after(.seconds(30), send: .off) }
                }
            }
            try Interpreter(Lamp()).start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case off }
                let on = On()
                override func configure() { substates(on) }
                final class On: State<Lamp, Lamp> {
                    override func entry() { after(.seconds(30), send: .off) }
                }
            }
            // snippet: needsMachine, repaired
            try await Machine(Lamp()).start()
            // end snippet
        }
    }

    @Test func `unhandledEvent`() async throws {
        try await CodePage("StepError.unhandledEvent").shows {
            // snippet: unhandledEvent
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap, swipe }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { event == .tap ? .handled : .unhandled }
                }
            }
            let lamp = Machine(Lamp(), unhandled: .fail)
            try await lamp.start()
            try await lamp.send(.swipe)
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap, swipe }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { event == .tap ? .handled : .unhandled }
                }
            }
            // snippet: unhandledEvent, repaired
            let lamp = Machine(Lamp(), unhandled: .report { event, place in print("\(event) in \(place)") })
            // end snippet
            try await lamp.start()
            try await lamp.send(.swipe)
        }
    }

    @Test func `contractViolation`() async throws {
        try await CodePage("StepError.contractViolation").shows {
            // snippet: contractViolation
            final class Rules: TopState<Rules.Event> {
                enum Event { case knock, enter }
                let outside = Outside(), inside = Inside()
                override func configure() { substates(outside, inside) }
                final class Outside: State<Rules, Rules> {
                    override func handle(_ event: Event) -> Reaction {
                        event == .knock ? .to(superior.inside) : .unhandled
                    }
                }
                final class Inside: State<Rules, Rules> {
                    override func handle(_ event: Event) -> Reaction { .handled }
                }
            }
            final class House: TopState<House.Event> {
                enum Event { case guest(String) }
                let door = InputPort<String>("door"), open = Open()
                override func configure() {
                    substates(open)
                    receive(door) { .guest($0) }
                }
                final class Open: State<House, House> {}
            }
            let chart = House(), guests = OutputPort<String>("guests")
            connect(guests, to: chart.door)
            chart.door.enforce(Contract(Rules()), onViolation: .fail) { $0 == "knock" ? .knock : .enter }
            let house = Machine(chart)
            try await house.start()
            guests.send("enter")
            try await house.finished
            // end snippet
        } repaired: {
            final class Rules: TopState<Rules.Event> {
                enum Event { case knock, enter }
                let outside = Outside(), inside = Inside()
                override func configure() { substates(outside, inside) }
                final class Outside: State<Rules, Rules> {
                    override func handle(_ event: Event) -> Reaction {
                        event == .knock ? .to(superior.inside) : .unhandled
                    }
                }
                final class Inside: State<Rules, Rules> {
                    override func handle(_ event: Event) -> Reaction { .handled }
                }
            }
            final class House: TopState<House.Event> {
                enum Event { case guest(String) }
                let door = InputPort<String>("door"), open = Open()
                override func configure() {
                    substates(open)
                    receive(door) { .guest($0) }
                }
                final class Open: State<House, House> {}
            }
            let chart = House(), guests = OutputPort<String>("guests")
            connect(guests, to: chart.door)
            chart.door.enforce(Contract(Rules()), onViolation: .fail) { $0 == "knock" ? .knock : .enter }
            let house = Machine(chart)
            try await house.start()
            // snippet: contractViolation, repaired
            guests.send("knock")
            guests.send("enter")
            // end snippet
            try await house.stop()
        }
    }
}
