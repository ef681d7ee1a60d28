import Statecharts

//   Phone
//   ┌───────────────────────────────────────────────────────────┐
//   │           dial    ┌ Trying ──────────────────────────┐    │
//   │ ●──▶ Idle ───────▶│ ●──▶ Calling   busy ──▶ Waiting  │    │
//   │       ▲           └──────────────────────────────────┘    │
//   │       └── hangUp ─────────────────┘                       │
//   └───────────────────────────────────────────────────────────┘
final class Phone: TopState<Phone.Event> {
    enum Event { case dial, busy, hangUp }

    let idle = Idle(), trying = Trying()
    var log: [Int] = []
    override func configure() { substates(idle, trying) }

    final class Idle: State<Phone, Phone> {
        override func handle(_ event: Event) -> Reaction { event == .dial ? .to(superior.trying) : .unhandled }
    }

    // snippet: local, to use the data
    final class Trying: State<Phone, Phone> {
        @Scoped var attempts = 1
        let calling = Calling(), waiting = Waiting()
        override func configure() { substates(calling, waiting) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .busy: .local(to: waiting) { attempts += 1 }  // stays in Trying, and so do the data
            case .hangUp: .to(superior.idle) { [attempts] in top.log.append(attempts) }  // taken before Trying is left
            default: .unhandled
            }
        }
    }
    // end snippet

    final class Calling: State<Trying, Phone> {}
    final class Waiting: State<Trying, Phone> {}
}
