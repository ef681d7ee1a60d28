import Statecharts

//   RunningLights
//   ┌───────────────────────────────────────────────┐
//   │ Lights (H)                                    │
//   │ ┌───────────────────────────────────────────┐ │
//   │ │  ●──▶ Red ──tick──▶ Green ──tick──▶ Blue  │ │
//   │ │        ▲                              │   │ │
//   │ │        └────────────tick──────────────┘   │ │
//   │ └───────────────────────────────────────────┘ │
//   │        │ tap                    ▲ tap         │
//   │        ▼                        │             │
//   │       Paused ───────────────────┘             │
//   └───────────────────────────────────────────────┘

// snippet: running lights
final class RunningLights: TopState<RunningLights.Event> {
    enum Event { case timerTick, buttonTap }

    let lights = Lights(), paused = Paused()
    let leds: any LEDs
    init(leds: any LEDs) { self.leds = leds }
    override func configure() { substates(lights, paused) }  // the first one is the initial state

    final class Lights: State<RunningLights, RunningLights> {  // <Superior, Top>
        let red = Red(), green = Green(), blue = Blue()
        override func configure() { substates(red, green, blue, history: .shallow) }
        override func entry() { every(.milliseconds(500), send: .timerTick) }  // until Lights is left
        override func handle(_ event: Event) -> Reaction { event == .buttonTap ? .to(superior.paused) : .unhandled }

        final class Red: State<Lights, RunningLights> {
            override func entry() { top.leds.turnOn(.red) }
            override func exit() { top.leds.turnOff(.red) }
            override func handle(_ event: Event) -> Reaction { event == .timerTick ? .to(superior.green) : .unhandled }
        }

        final class Green: State<Lights, RunningLights> {
            override func entry() { top.leds.turnOn(.green) }
            override func exit() { top.leds.turnOff(.green) }
            override func handle(_ event: Event) -> Reaction { event == .timerTick ? .to(superior.blue) : .unhandled }
        }

        final class Blue: State<Lights, RunningLights> {
            override func entry() { top.leds.turnOn(.blue) }
            override func exit() { top.leds.turnOff(.blue) }
            override func handle(_ event: Event) -> Reaction { event == .timerTick ? .to(superior.red) : .unhandled }
        }
    }

    final class Paused: State<RunningLights, RunningLights> {  // the lights go on where they left off
        override func handle(_ event: Event) -> Reaction { event == .buttonTap ? .to(superior.lights) : .unhandled }
    }
}
// end snippet
