import Statecharts

//    ┌ Yard ─────────────────────────────────────────────────────────────────────┐
//    │ West   ●→ Away ──come──► ┌ Gate ──────────────────────────────────────┐   │
//    │                          │ ●→ Open ──swing──► Shut                    │   │
//    │                          │    exit / after 1 s on Gate: bang          │   │
//    │                          └────────────────────────────────────────────┘   │
//    │ - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - │
//    │ East   ●→ Day ──swing──► Night                                            │
//    └───────────────────────────────────────────────────────────────────────────┘
final class Yard: NotedTop<String> {
    let west = West(), east = East()
    override func configure() { regions(west, east) }
    override func handle(_ event: String) -> Reaction { event == "bang" ? .handled(noted) : .unhandled }

    final class West: Noted<Yard, Yard> {
        let away = Away(), gate = Gate()
        override func configure() { substates(away, gate) }
        final class Away: Noted<West, Yard> {
            override func handle(_ event: String) -> Reaction { event == "come" ? .to(superior.gate) : .unhandled }
        }
        final class Gate: Noted<West, Yard> {
            let open = Open(), shut = Shut()
            override func configure() { substates(open, shut) }
            final class Open: Noted<Gate, Yard> {
                override func exit() throws {
                    try super.exit()
                    superior.after(.seconds(1), send: "bang")
                }
                override func handle(_ event: String) -> Reaction { event == "swing" ? .to(superior.shut) : .unhandled }
            }
            final class Shut: Noted<Gate, Yard> {}
        }
    }
    final class East: Noted<Yard, Yard> {
        let day = Day(), night = Night()
        override func configure() { substates(day, night) }
        final class Day: Noted<East, Yard> {
            override func handle(_ event: String) -> Reaction { event == "swing" ? .to(superior.night) : .unhandled }
        }
        final class Night: Noted<East, Yard> {}
    }
}
