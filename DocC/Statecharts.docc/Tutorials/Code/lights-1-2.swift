import Statecharts

final class RunningLights: TopState<RunningLights.Event> {
    enum Event { case timerTick }

    let red = Red(), green = Green(), blue = Blue()
    override func configure() { substates(red, green, blue) }

    final class Red: State<RunningLights, RunningLights> {
        override func handle(_ event: Event) -> Reaction { .to(superior.green) }
    }

    final class Green: State<RunningLights, RunningLights> {
        override func handle(_ event: Event) -> Reaction { .to(superior.blue) }
    }

    final class Blue: State<RunningLights, RunningLights> {
        override func handle(_ event: Event) -> Reaction { .to(superior.red) }
    }
}
