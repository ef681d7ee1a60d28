import Statecharts

/// The running lights: six states counting the top, nothing to do but wait.
///
///     IdleLights
///     ├─ Lights  tap → Paused
///     │  ├─ Red    tick → Green
///     │  ├─ Green  tick → Blue
///     │  └─ Blue   tick → Red
///     └─ Paused  tap → Lights
final class IdleLights: TopState<IdleLights.Event> {
    enum Event: Sendable { case tick, tap }

    let lights = Lights(), paused = Paused()
    var count = 0
    override func configure() { substates(lights, paused) }

    final class Lights: State<IdleLights, IdleLights> {
        let red = Red(), green = Green(), blue = Blue()
        override func configure() { substates(red, green, blue) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tap: .to(superior.paused)
            case .tick: .unhandled
            }
        }

        final class Red: State<Lights, IdleLights> {
            override func entry() { top.count += 1 }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .tick: .to(superior.green)
                case .tap: .unhandled
                }
            }
        }

        final class Green: State<Lights, IdleLights> {
            override func entry() { top.count += 1 }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .tick: .to(superior.blue)
                case .tap: .unhandled
                }
            }
        }

        final class Blue: State<Lights, IdleLights> {
            override func entry() { top.count += 1 }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .tick: .to(superior.red)
                case .tap: .unhandled
                }
            }
        }
    }

    final class Paused: State<IdleLights, IdleLights> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tap: .to(superior.lights)
            case .tick: .unhandled
            }
        }
    }
}
