import Statecharts

// snippet: regions article chart
final class Washer: TopState<Washer.Event> {
    enum Event { case start, full, hot, powerCut, powerBack, door }

    let idle = Idle(), washing = Washing(), done = Done()
    override func configure() { substates(idle, washing, done) }

    final class Idle: State<Washer, Washer> {
        override func handle(_ event: Event) -> Reaction {
            event == .start ? .to(superior.washing) : .unhandled  // enters both regions
        }
    }

    final class Washing: OrthogonalState<Washer, Washer> {
        let water = Water(), heater = Heater()
        override func configure() { regions(water, heater, ready) }
        // end snippet

        // snippet: regions article join
        let ready = Join<Washing, Washer>(from: { [$0.water.full, $0.heater.hot] }, to: { .to($0.superior.done) })
        // end snippet

        // snippet: regions article above
        override func handle(_ event: Event) -> Reaction {
            event == .door ? .to(superior.idle) : .unhandled  // no region has taken it: everything is left
        }
        // end snippet

        // snippet: regions article both
        final class Water: State<Washing, Washer> {
            let filling = Filling(), full = Full(), stopped = Stopped()
            override func configure() { substates(filling, full, stopped) }

            final class Filling: State<Water, Washer> {
                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .full: .to(superior.full)
                    case .powerCut: .to(superior.stopped)  // each region answers for itself
                    default: .unhandled
                    }
                }
            }
            // end snippet
            final class Full: State<Water, Washer> {}
            final class Stopped: State<Water, Washer> {
                override func handle(_ event: Event) -> Reaction {
                    event == .powerBack ? .to(superior.filling) : .unhandled
                }
            }
        }

        // snippet: regions article other
        final class Heater: State<Washing, Washer> {
            let off = Off(), heating = Heating(), hot = Hot()
            override func configure() { substates(off, heating, hot) }

            final class Off: State<Heater, Washer> {
                // Asked after every microstep: the other region decides, without an event of its own.
                override func always() -> Reaction {
                    top.washing.water.filling.isActive ? .to(superior.heating) : .unhandled
                }
            }

            final class Heating: State<Heater, Washer> {
                override func handle(_ event: Event) -> Reaction {
                    switch event {
                    case .hot: .to(superior.hot)
                    case .powerCut: .to(superior.off)
                    default: .unhandled
                    }
                }
            }
            // end snippet
            final class Hot: State<Heater, Washer> {}
        }
    }

    // snippet: regions article fork
    final class Done: State<Washer, Washer> {
        override func handle(_ event: Event) -> Reaction {
            // The water is still in.
            event == .start ? .to(top.washing.water.full, top.washing.heater.heating) : .unhandled
        }
    }
    // end snippet
}

// snippet: regions article array
final class Launderette: TopState<Launderette.Event> {
    enum Event { case coin(Int), finished(Int) }

    let places: [Place]
    init(places count: Int) { places = (1...count).map { Place($0) } }
    override func configure() { regions(places) }

    final class Place: State<Launderette, Launderette> {
        let number: Int
        let free = Free(), busy = Busy()
        init(_ number: Int) { self.number = number }
        override func configure() { substates(free, busy) }

        final class Free: State<Place, Launderette> {
            override func handle(_ event: Event) -> Reaction {
                if case .coin(superior.number) = event { .to(superior.busy) } else { .unhandled }
            }
        }

        final class Busy: State<Place, Launderette> {
            override func handle(_ event: Event) -> Reaction {
                if case .finished(superior.number) = event { .to(superior.free) } else { .unhandled }
            }
        }
    }
}
// end snippet
