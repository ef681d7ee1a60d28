import Statecharts
import Testing

/// The programs of the pages of ``MachineError``: see ``CodePage``.
@Suite struct MachineCodeTests {
    @Test func `notStarted`() async throws {
        try await CodePage("MachineError.notStarted").shows {
            // snippet: notStarted
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .handled }
                }
            }
            let lamp = Machine(Lamp())
            try await lamp.send(.tap)
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .handled }
                }
            }
            // snippet: notStarted, repaired
            let lamp = Machine(Lamp())
            lamp.post(.tap)  // waits
            try await lamp.start()
            try await lamp.send(.tap)
            // end snippet
        }
    }

    @Test func `alreadyStarted`() async throws {
        try await CodePage("MachineError.alreadyStarted").shows {
            // snippet: alreadyStarted
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .handled }
                }
            }
            let lamp = Machine(Lamp())
            try await lamp.start()
            try await lamp.start()
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap }
                let off = Off()
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction { .handled }
                }
            }
            // snippet: alreadyStarted, repaired
            let lamp = Machine(Lamp())
            try await lamp.start()
            // end snippet
        }
    }

    @Test func `deadlock`() async throws {
        try await CodePage("MachineError.deadlock").shows {
            // snippet: deadlock
            actor Place {
                var lamp: Machine<Lamp>?
                func put(_ lamp: Machine<Lamp>) { self.lamp = lamp }
            }
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap, blink }
                let place: Place, off = Off()
                init(place: Place) { self.place = place }
                override func configure() { substates(off) }
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        .handled { [place = top.place] in try await place.lamp?.send(.blink) }
                    }
                }
            }
            let place = Place(), lamp = Machine(Lamp(place: place))
            await place.put(lamp)
            try await lamp.start()
            do { try await lamp.send(.tap) } catch let error as StepError { throw error.underlying ?? error }
            // end snippet
        } repaired: {
            final class Lamp: TopState<Lamp.Event> {
                enum Event { case tap, blink }
                let off = Off()
                override func configure() { substates(off) }
                // snippet: deadlock, repaired
                final class Off: State<Lamp, Lamp> {
                    override func handle(_ event: Event) -> Reaction {
                        event == .tap ? .handled { raise(.blink) } : .handled
                    }
                }
                // end snippet
            }
            let lamp = Machine(Lamp())
            try await lamp.start()
            try await lamp.send(.tap)
        }
    }

    @Test func `finished`() async throws {
        try await CodePage("MachineError.finished").shows {
            // snippet: finished
            final class Basket: TopState<Basket.Event> {
                enum Event { case total(Reply<Int>), close }
                let open = Open()
                override func configure() { substates(open) }
                final class Open: State<Basket, Basket> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .total(let reply): .handled { reply.answer(5) }
                        default: .unhandled
                        }
                    }
                }
            }
            let basket = Machine(Basket())
            try await basket.start()
            try await basket.stop()
            _ = try await basket.ask { .total($0) }
            // end snippet
        } repaired: {
            final class Basket: TopState<Basket.Event> {
                enum Event { case total(Reply<Int>), close }
                let open = Open()
                override func configure() { substates(open) }
                final class Open: State<Basket, Basket> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .total(let reply): .handled { reply.answer(5) }
                        default: .unhandled
                        }
                    }
                }
            }
            let basket = Machine(Basket())
            try await basket.start()
            // snippet: finished, repaired
            _ = try await basket.ask { .total($0) }
            try await basket.stop()
            // end snippet
        }
    }

    @Test func `unanswered`() async throws {
        try await CodePage("MachineError.unanswered").shows {
            // snippet: unanswered
            final class Basket: TopState<Basket.Event> {
                enum Event { case total(Reply<Int>), close }
                let open = Open()
                override func configure() { substates(open) }
                final class Open: State<Basket, Basket> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .close: .handled
                        default: .unhandled
                        }
                    }
                }
            }
            let basket = Machine(Basket())
            try await basket.start()
            _ = try await basket.ask { .total($0) }
            // end snippet
        } repaired: {
            final class Basket: TopState<Basket.Event> {
                enum Event { case total(Reply<Int>), close }
                let open = Open()
                override func configure() { substates(open) }
                // snippet: unanswered, repaired
                override func handle(_ event: Event) -> Reaction {
                    if case .total(let reply) = event { .handled { reply.answer(5) } } else { .unhandled }
                }
                // end snippet
                final class Open: State<Basket, Basket> {}
            }
            let basket = Machine(Basket())
            try await basket.start()
            _ = try await basket.ask { .total($0) }
        }
    }

    @Test func `late`() async throws {
        try await CodePage("MachineError.late").shows {
            // snippet: late
            final class Basket: TopState<Basket.Event> {
                enum Event { case total(Reply<Int>) }
                var kept: [Reply<Int>] = []
                let open = Open()
                override func configure() { substates(open) }
                final class Open: State<Basket, Basket> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .total(let reply): .handled { top.kept.append(reply) }
                        }
                    }
                }
            }
            let basket = Machine(Basket())
            try await basket.start()
            _ = try await basket.ask(within: .milliseconds(5)) { .total($0) }
            // end snippet
        } repaired: {
            final class Basket: TopState<Basket.Event> {
                enum Event { case total(Reply<Int>) }
                var kept: [Reply<Int>] = []
                let open = Open()
                override func configure() { substates(open) }
                final class Open: State<Basket, Basket> {
                    override func handle(_ event: Event) -> Reaction {
                        switch event {
                        case .total(let reply): .handled { top.kept.append(reply) }
                        }
                    }
                }
            }
            let basket = Machine(Basket())
            try await basket.start()
            // snippet: late, repaired
            do {
                _ = try await basket.ask(within: .milliseconds(5)) { .total($0) }
            } catch let error as MachineError where error.code == .late {
                print("the total is not known")
            }
            // end snippet
        }
    }
}
