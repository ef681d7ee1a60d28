import Statecharts

//    ┌ Keyhole ──────────────────────────────────────────────────────────────────────────────┐
//    │ ●→ Closed ──turn──► ◇ tried ──[right key]──► Open            look: internal [no code] │
//    │      ▲                 └─────[too many tries]──► Locked                               │
//    │      │                 └─────[else]──► Closed                                         │
//    │    Closed ──slip [thin] ──► ◆ crack ──[wide] ──► Open     ◆ unhandled when narrow     │
//    │    Closed ──fall [heavy]──► Broken: West, East            Locked always [forced] → Open │
//    │    ┌ Broken ───────────────┐                                                          │
//    │    │ West: ●→ First Second │                                                          │
//    │    │ East: ●→ First Second │                                                          │
//    │    └───────────────────────┘                                                          │
//    └───────────────────────────────────────────────────────────────────────────────────────┘
// "force [with force]" leads from anywhere to Closed, "turn" from Locked to Closed by its [last words].

/// Every kind of reaction with words for its guard, and the same without, if it is made so.
final class Keyhole: TopState<Keyhole.Event> {
    enum Event: String, Sendable, CaseIterable { case turn, slip, fall, look, force, wait }

    let closed = Closed(), open = Open(), locked = Locked(), broken = Broken()
    var isWide = true, tries = 0, isForced = false, fits = false
    var notes: [String] = []

    let tried = Choice<Keyhole, Keyhole> { keyhole in
        if keyhole.fits { return .to(keyhole.open).when("right key") }
        return keyhole.tries > 1
            ? .to(keyhole.locked) { keyhole.notes.append("locked") }.when("too many tries")
            : .to(keyhole.closed).when("else")
    }
    let crack = Junction<Keyhole, Keyhole> { keyhole in
        keyhole.isWide ? .to(keyhole.open) { keyhole.notes.append("crack") }.when("wide") : .unhandled.when("narrow")
    }

    override func configure() { substates(closed, open, locked, broken, tried, crack) }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .look: .handled { self.notes.append("looked") }.when("no code")
        case .force: .to(closed).when("with force")
        case .turn, .slip, .fall, .wait: .unhandled
        }
    }

    final class Closed: State<Keyhole, Keyhole> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .turn: .to(superior.tried) { self.top.tries += 1 }
            case .slip: .to(superior.crack).when("thin")
            case .fall:
                .to(superior.broken.west.second, superior.broken.east.second) { self.top.notes.append("fell") }
                    .when("heavy")
            case .wait: .deferred.when("nobody is told")
            case .look, .force: .unhandled
            }
        }
    }
    final class Open: State<Keyhole, Keyhole> {
        override func handle(_ event: Event) -> Reaction {
            event == .turn ? .to(superior.closed).when("first words").when("last words") : .unhandled
        }
    }
    final class Locked: State<Keyhole, Keyhole> {
        override func always() -> Reaction { top.isForced ? .to(superior.open).when("forced") : .unhandled }
    }
    final class Broken: OrthogonalState<Keyhole, Keyhole> {
        let west = Part(), east = Part()
        override func configure() {
            regions(west, east)
        }
    }
    final class Part: State<Broken, Keyhole> {
        let first = Whole(), second = Whole()
        override func configure() { substates(first, second) }
    }
    final class Whole: State<Part, Keyhole> {}
}
