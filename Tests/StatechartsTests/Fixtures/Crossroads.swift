import Statecharts

//    ┌ Crossroads ────────────────────────────────────────────┐
//    │ West   ●→ Red ──go──► Green ──go──► Red                │
//    │ - - - - - - - - - - - - - - - - - - - - - - - - - - -  │
//    │ East   ●→ Stop ──go──► ◆ ahead [always] ──► Drive      │
//    │           Drive ──go──► Stop                           │
//    └────────────────────────────────────────────────────────┘
// Both regions react to each event; one of them through a vertex that has to be asked where it leads.
final class Crossroads: NotedTop<String> {
    let west = West(), east = East()
    override func configure() { regions(west, east) }

    final class West: Noted<Crossroads, Crossroads> {
        let red = Red(), green = Green()
        override func configure() { substates(red, green) }
        final class Red: Noted<West, Crossroads> {
            override func handle(_ event: String) -> Reaction { .to(superior.green, effect: noted) }
        }
        final class Green: Noted<West, Crossroads> {
            override func handle(_ event: String) -> Reaction { .to(superior.red, effect: noted) }
        }
    }
    final class East: Noted<Crossroads, Crossroads> {
        let stop = Stop(), drive = Drive()
        let ahead: Junction<East, Crossroads> = Junction { .to($0.drive) }
        override func configure() { substates(stop, drive, ahead) }
        final class Stop: Noted<East, Crossroads> {
            override func handle(_ event: String) -> Reaction { .to(superior.ahead, effect: noted) }
        }
        final class Drive: Noted<East, Crossroads> {
            override func handle(_ event: String) -> Reaction { .to(superior.stop, effect: noted) }
        }
    }
}
