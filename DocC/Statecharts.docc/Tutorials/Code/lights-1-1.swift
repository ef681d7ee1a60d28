import Statecharts

final class RunningLights: TopState<RunningLights.Event> {
    enum Event { case timerTick }

    let red = Red()
    override func configure() { substates(red) }

    final class Red: State<RunningLights, RunningLights> {}
}
