import Statecharts

enum LED: Sendable { case red, green, blue }

protocol LEDs: Sendable {
    func turnOn(_ led: LED)
    func turnOff(_ led: LED)
}

//   RunningLights, with one class for the three lamps
//   ┌───────────────────────────────────────────────┐
//   │ Lights (H)                                    │
//   │ ┌───────────────────────────────────────────┐ │
//   │ │  ●──▶ red ──tick──▶ green ──tick──▶ blue  │ │
//   │ │        ▲                              │   │ │
//   │ │        └────────────tick──────────────┘   │ │
//   │ └───────────────────────────────────────────┘ │
//   │        │ tap                    ▲ tap         │
//   │        ▼                        │             │
//   │       Paused ───────────────────┘             │
//   └───────────────────────────────────────────────┘

// snippet: one class for the lamps
final class RunningLights: TopState<RunningLights.Event> {
    enum Event { case timerTick, buttonTap }

    let lights = Lights(), paused = Paused()
    let leds: any LEDs
    init(leds: any LEDs) { self.leds = leds }
    override func configure() { substates(lights, paused) }

    final class Lights: State<RunningLights, RunningLights> {
        let red = Lamp(.red), green = Lamp(.green), blue = Lamp(.blue)
        override func configure() { substates(red, green, blue, history: .shallow) }
        override func entry() { every(.milliseconds(500), send: .timerTick) }
        override func handle(_ event: Event) -> Reaction { event == .buttonTap ? .to(superior.paused) : .unhandled }

        func next(after led: LED) -> Lamp {  // a fourth lamp does not compile until it has its place here
            switch led {
            case .red: green
            case .green: blue
            case .blue: red
            }
        }
    }

    final class Lamp: State<Lights, RunningLights> {
        let led: LED
        init(_ led: LED) { self.led = led }
        override func entry() { top.leds.turnOn(led) }
        override func exit() { top.leds.turnOff(led) }
        override func handle(_ event: Event) -> Reaction {
            event == .timerTick ? .to(superior.next(after: led)) : .unhandled  // the superior knows the neighbours
        }
    }

    final class Paused: State<RunningLights, RunningLights> {
        override func handle(_ event: Event) -> Reaction { event == .buttonTap ? .to(superior.lights) : .unhandled }
    }
}
// end snippet
