import Statecharts

final class RunningLights: TopState<RunningLights.Event> {
    enum Event { case timerTick, buttonTap }

    let lights = Lights(), paused = Paused()
    override func configure() { substates(lights, paused) }

    final class Paused: State<RunningLights, RunningLights> {
        override func entry() { print("paused") }
        override func handle(_ event: Event) -> Reaction {
            event == .buttonTap ? .to(superior.lights) : .unhandled
        }
    }

    final class Lights: State<RunningLights, RunningLights> {
        let red = Red(), green = Green(), blue = Blue()
        override func configure() { substates(red, green, blue, history: .shallow) }
        override func handle(_ event: Event) -> Reaction {
            event == .buttonTap ? .to(superior.paused) : .unhandled
        }

        final class Red: State<Lights, RunningLights> {
            override func entry() { print("red on") }
            override func exit() { print("red off") }
            override func handle(_ event: Event) -> Reaction {
                event == .timerTick ? .to(superior.green) : .unhandled
            }
        }

        final class Green: State<Lights, RunningLights> {
            override func entry() { print("green on") }
            override func exit() { print("green off") }
            override func handle(_ event: Event) -> Reaction {
                event == .timerTick ? .to(superior.blue) : .unhandled
            }
        }

        final class Blue: State<Lights, RunningLights> {
            override func entry() { print("blue on") }
            override func exit() { print("blue off") }
            override func handle(_ event: Event) -> Reaction {
                event == .timerTick ? .to(superior.red) : .unhandled
            }
        }
    }
}
