import Statecharts

//    ┌ Kettle ────────────────────────────────────────┐
//    │ ●→ Cold ──heat / arms a timer of Cold──► Hot     │
//    │    Cold ──switchOn──► Hot ──switchOff──► Cold    │
//    └────────────────────────────────────────────────┘
// Arms its timers where that is a mistake: in the effect of a transition, in the exit of Hot, and with no period.
final class Kettle: TopState<Kettle.Event> {
    enum Event: Sendable { case heat, switchOn, switchOff, whistle, never }

    let cold = Cold(), hot = Hot()
    override func configure() { substates(cold, hot) }

    final class Cold: State<Kettle, Kettle> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .heat: .to(superior.hot) { self.after(.seconds(1), send: .whistle) }
            case .switchOn: .to(superior.hot)
            case .never: .handled { every(.zero, send: .whistle) }
            case .switchOff, .whistle: .unhandled
            }
        }
    }
    final class Hot: State<Kettle, Kettle> {
        override func exit() { every(.seconds(1), send: .whistle) }
        override func handle(_ event: Event) -> Reaction {
            if case .switchOff = event { .to(superior.cold) } else { .unhandled }
        }
    }
}
