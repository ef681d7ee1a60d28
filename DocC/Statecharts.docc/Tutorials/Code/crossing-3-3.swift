import Statecharts

final class Crossing: TopState<Crossing.Event> {
    enum Event { case press, yellowEnds, walkEnds, carsStop, walkersStop }

    let cars = Cars(), walkers = Walkers()
    override func configure() { regions(cars, walkers) }

    final class Cars: State<Crossing, Crossing> {
        let green = Green(), yellow = Yellow(), red = Red()
        override func configure() { substates(green, yellow, red) }

        final class Green: State<Cars, Crossing> {
            override func handle(_ event: Event) -> Reaction {
                event == .press ? .to(superior.yellow) : .unhandled
            }
        }

        final class Yellow: State<Cars, Crossing> {
            override func entry() { after(.seconds(3), send: .yellowEnds) }
            override func handle(_ event: Event) -> Reaction {
                event == .yellowEnds ? .to(superior.red) { raise(.carsStop) } : .unhandled
            }
        }

        final class Red: State<Cars, Crossing> {
            override func handle(_ event: Event) -> Reaction {
                event == .walkersStop ? .to(superior.green) : .unhandled
            }
        }
    }

    final class Walkers: State<Crossing, Crossing> {
        let stop = Stop(), walk = Walk()
        override func configure() { substates(stop, walk) }

        final class Stop: State<Walkers, Crossing> {
            override func handle(_ event: Event) -> Reaction {
                event == .carsStop ? .to(superior.walk) : .unhandled
            }
        }

        final class Walk: State<Walkers, Crossing> {
            override func entry() { after(.seconds(10), send: .walkEnds) }
            override func handle(_ event: Event) -> Reaction {
                event == .walkEnds ? .to(superior.stop) { raise(.walkersStop) } : .unhandled
            }
        }
    }
}
