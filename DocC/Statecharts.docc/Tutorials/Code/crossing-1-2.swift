import Statecharts

final class Crossing: TopState<Crossing.Event> {
    enum Event { case press, yellowEnds, walkEnds }

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
            override func handle(_ event: Event) -> Reaction {
                event == .yellowEnds ? .to(superior.red) : .unhandled
            }
        }

        final class Red: State<Cars, Crossing> {}
    }

    final class Walkers: State<Crossing, Crossing> {
        let stop = Stop(), walk = Walk()
        override func configure() { substates(stop, walk) }

        final class Stop: State<Walkers, Crossing> {}

        final class Walk: State<Walkers, Crossing> {
            override func handle(_ event: Event) -> Reaction {
                event == .walkEnds ? .to(superior.stop) : .unhandled
            }
        }
    }
}
