import Statecharts

/// The chart of the article *States and reactions*.
// snippet: espresso
final class Espresso: TopState<Espresso.Event> {
    enum Event: Equatable { case power, hot, brew, poured, rinse, strength(Int), refill, emptyTray }

    var strength = 2, water = 3, cups = 0
    let off = Off(), heating = Heating(), on = On()
    override func configure() { substates(off, heating, on) }

    final class Off: State<Espresso, Espresso> {
        override func handle(_ event: Event) -> Reaction { event == .power ? .to(superior.heating) : .unhandled }
    }

    final class Heating: State<Espresso, Espresso> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .hot: .to(superior.on)
            case .brew: .deferred  // pressed too early: kept until it is hot
            case .power: .to(superior.off)
            default: .unhandled
            }
        }
    }

    final class On: State<Espresso, Espresso> {
        @Scoped var cupsSinceOn = 0  // there while On is active
        let ready = Ready(), brewing = Brewing(), rinsing = Rinsing(), trayFull = TrayFull()
        override func configure() { substates(ready, brewing, rinsing, trayFull, isWaterThere, isTrayFull) }

        override func handle(_ event: Event) -> Reaction {  // asked when no state inside has reacted
            switch event {
            case .power: .to(superior.off)
            case .strength(let value): .handled { top.strength = value }
            case .refill: .handled { top.water = 3 }
            case .rinse: .local(to: rinsing)
            default: .unhandled
            }
        }

        // Decided before anything is left. Without a branch that holds, the transition is not taken.
        let isWaterThere = Junction<On, Espresso> { on in
            on.top.water > 0 ? .to(on.brewing).when("water > 0") : .unhandled
        }
        // Decided when it is reached, after the effects on the way to it.
        let isTrayFull = Choice<On, Espresso> { on in
            on.top.cups >= 3 ? .to(on.trayFull).when("cups >= 3") : .to(on.ready).when("else")
        }

        final class Ready: State<On, Espresso> {
            override func handle(_ event: Event) -> Reaction {
                event == .brew ? .to(superior.isWaterThere) : .unhandled
            }
        }

        final class Brewing: State<On, Espresso> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .poured:
                    .to(superior.isTrayFull) {
                        top.water -= 1
                        top.cups += 1
                        superior.cupsSinceOn += 1
                    }
                case .power: .deferred  // the cup first
                default: .unhandled
                }
            }
        }

        final class Rinsing: State<On, Espresso> {
            override func handle(_ event: Event) -> Reaction { event == .poured ? .to(superior.ready) : .unhandled }
        }

        final class TrayFull: State<On, Espresso> {
            override func handle(_ event: Event) -> Reaction {
                event == .emptyTray ? .to(superior.ready) { top.cups = 0 } : .unhandled
            }
        }
    }
}
// end snippet
