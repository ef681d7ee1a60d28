import Statecharts

final class Crossing: TopState<Crossing.Event> {
    enum Event { case press, yellowEnds }

    let cars = Cars()
    override func configure() { substates(cars) }

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
}
