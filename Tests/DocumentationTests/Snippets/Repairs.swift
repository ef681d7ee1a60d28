import Statecharts

// What the section *What goes wrong at first* of *Getting started* shows.

enum Repairs {
    //   Kettle
    //   ┌─────────────────────────────────────────────────────┐
    //   │          press                                      │
    //   │ ●──▶ Off ─────▶ Heating     from anywhere: unplug   │
    //   │       ▲            │ press, boils                   │
    //   │       └────────────┘                                │
    //   └─────────────────────────────────────────────────────┘
    final class Kettle: TopState<Kettle.Event> {
        enum Event { case press, boils, unplug, tooLong }

        let off = Off(), heating = Heating()
        override func configure() { substates(off, heating) }

        // snippet: every event
        override func handle(_ event: Event) -> Reaction {
            switch event {  // without a default: a new event is an error here
            case .unplug: .to(off)
            case .press, .boils, .tooLong: .unhandled  // taken inside, or forgotten
            }
        }
        // end snippet

        final class Off: State<Kettle, Kettle> {
            // snippet: an effect instead of a statement
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .press: .to(superior.heating) { print("on") }
                default: .unhandled
                }
            }
            // end snippet
        }

        final class Heating: State<Kettle, Kettle> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .press, .boils: .to(superior.off)
                default: .unhandled
                }
            }
        }
    }

    //   Cup: ●──▶ Empty ──pour [it is large]──▶ Full
    final class Cup: TopState<Cup.Event> {
        enum Event: Equatable { case pour(Int), wash }

        let empty = Empty(), full = Full()
        override func configure() { substates(empty, full) }

        final class Empty: State<Cup, Cup> {
            // snippet: deciding by statements
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .pour(let amount):
                    let spoons = amount / 15
                    return spoons > 10 ? .to(superior.full) : .handled
                default: return .unhandled
                }
            }
            // end snippet
        }

        final class Full: State<Cup, Cup> {}
    }

    /// Warms water.
    protocol Element: Sendable { func warm(_ water: Int) async throws -> Int }

    //   Samovar: ●──▶ Off ──press──▶ Heating ──boils, a failure──▶ Off
    final class Samovar: TopState<Samovar.Event> {
        enum Event: Equatable { case press, boils, warm(Int) }

        let off = Off(), heating = Heating()
        let element: any Element
        var water = 1, warmth = 20
        init(element: any Element) { self.element = element }
        override func configure() { substates(off, heating) }
        override func handle(_ event: Event) -> Reaction {
            if case .warm(let warmth) = event { .handled { self.warmth = warmth } } else { .unhandled }
        }

        final class Off: State<Samovar, Samovar> {
            override func handle(_ event: Event) -> Reaction { event == .press ? .to(superior.heating) : .unhandled }
        }

        final class Heating: State<Samovar, Samovar> {
            // snippet: each answer returned
            override func handle(_ event: Event) -> Reaction {
                guard top.water > 0 else { return .unhandled }
                if case .boils = event { return .to(superior.off) }
                return .unhandled
            }
            override func failed(_ error: any Error) -> Reaction {
                .to(superior.off) { top.water = 0 }
            }
            // end snippet

            // snippet: work with what it needs
            override func entry() {
                run { [element = top.element, water = top.water] in
                    try await element.warm(water)
                } done: {
                    .warm($0)
                }
            }
            // end snippet
        }
    }
}
