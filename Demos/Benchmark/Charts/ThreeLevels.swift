import Statecharts

/// A tick goes round a ring of three leaves; an ignored event is unhandled on all three levels.
///
///     ThreeLevels
///     └─ Lights
///        ├─ Red    tick → Green / count
///        ├─ Green  tick → Blue / count
///        └─ Blue   tick → Red / count
final class ThreeLevels: TopState<ThreeLevels.Event> {
    enum Event: Sendable { case tick, ignored }

    let lights = Lights()
    var entries = 0
    var exits = 0
    var effects = 0

    override func configure() { substates(lights) }
    override func handle(_ event: Event) -> Reaction { .unhandled }

    final class Lights: State<ThreeLevels, ThreeLevels> {
        let red = Red(), green = Green(), blue = Blue()
        override func configure() { substates(red, green, blue) }
        override func handle(_ event: Event) -> Reaction { .unhandled }

        final class Red: State<Lights, ThreeLevels> {
            override func entry() { top.entries += 1 }
            override func exit() { top.exits += 1 }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .tick: .to(superior.green) { self.top.effects += 1 }
                case .ignored: .unhandled
                }
            }
        }

        final class Green: State<Lights, ThreeLevels> {
            override func entry() { top.entries += 1 }
            override func exit() { top.exits += 1 }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .tick: .to(superior.blue) { self.top.effects += 1 }
                case .ignored: .unhandled
                }
            }
        }

        final class Blue: State<Lights, ThreeLevels> {
            override func entry() { top.entries += 1 }
            override func exit() { top.exits += 1 }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .tick: .to(superior.red) { self.top.effects += 1 }
                case .ignored: .unhandled
                }
            }
        }
    }
}
