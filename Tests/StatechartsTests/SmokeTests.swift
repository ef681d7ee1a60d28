import Statecharts
import Testing

final class RunningLights: TopState<RunningLights.Event> {
    enum Event: Sendable { case tick, tap }
    let lights = Lights(), paused = Paused()
    var log: [String] = []
    override func configure() { substates(lights, paused) }

    final class Lights: State<RunningLights, RunningLights> {
        let red = Red(), green = Green(), blue = Blue()
        override func configure() { substates(red, green, blue, history: .shallow) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tap: .to(superior.paused)
            case .tick: .unhandled
            }
        }
        final class Red: State<Lights, RunningLights> {
            override func entry() { top.log.append("+red") }
            override func exit() { top.log.append("-red") }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .tick: .to(superior.green)
                case .tap: .unhandled
                }
            }
        }
        final class Green: State<Lights, RunningLights> {
            @Scoped var n = 1
            override func entry() { top.log.append("+green \(n)") ; n += 1 }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .tick: .to(superior.blue) { self.top.log.append("effect") }
                case .tap: .unhandled
                }
            }
        }
        final class Blue: State<Lights, RunningLights> {
            override func entry() async { await Task.yield(); top.log.append("+blue") }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .tick: .to(superior.red)
                case .tap: .unhandled
                }
            }
        }
    }
    final class Paused: State<RunningLights, RunningLights> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tap: .to(superior.lights)
            case .tick: .unhandled
            }
        }
    }
}

@Test func smoke() async throws {
    let machine = Machine(RunningLights())
    let steps = machine.steps
    try await machine.start()
    for event in [RunningLights.Event.tick, .tick, .tap, .tick, .tap, .tick] { try await machine.send(event) }
    print(await machine.configuration, try await machine.withTop { $0.log })
    try await machine.stop()
    for await step in steps { print(step) }
    let i = Interpreter(RunningLights())
    #expect(throws: ChartError.self) { try i.start() }
    do { try i.start() } catch { print(error) }
}
