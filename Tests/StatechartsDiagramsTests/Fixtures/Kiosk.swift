import Statecharts

//    ┌ Kiosk ──────────────────────────────────────────────────────────────────────────┐
//    │                 coin(n)                     ready                               │
//    │ ●→ Idle ──────────────► ◇ enough ─[enough]─► Brewing ──brewed(text)──► Serving   │
//    │      ▲                   └─[more]─► Idle      do / work, progress               │
//    │      │                                          │ broke(text): Idle             │
//    │      └───────── timeout, after 3 s ──────── Serving (cleaner: a submachine)     │
//    │   Serving defers coin                                                           │
//    └─────────────────────────────────────────────────────────────────────────────────┘

/// Has every kind of input: events with values, timers of its own and of an embedded chart, work that sends, returns, fails and says nothing.
final class Kiosk: TopState<Kiosk.Event> {
    enum Event: Sendable, Codable, Hashable {
        case coin(Int), progress(Double), brewed(String), broke(String), timeout, stir, over
    }
    struct Empty: Error, CustomStringConvertible { var description: String { "empty" } }

    let idle = Idle(), brewing = Brewing(), serving = Serving()
    let price: Int
    /// What brewing does.
    let brew: @Sendable (Int, @Sendable (Event) -> Void) async throws -> String
    private(set) var paid = 0
    private(set) var cups = 0

    let enough = Choice<Kiosk, Kiosk> { kiosk in
        kiosk.paid >= kiosk.price ? .to(kiosk.brewing).when("enough") : .to(kiosk.idle).when("more")
    }

    init(
        price: Int = 3,
        brew: @escaping @Sendable (Int, @Sendable (Event) -> Void) async throws -> String = { cup, send in
            send(.progress(0.5))
            if cup == 2 { throw Empty() }
            return "cup \(cup)"
        }
    ) {
        self.price = price
        self.brew = brew
    }
    override func configure() { substates(idle, enough, brewing, serving) }

    final class Idle: State<Kiosk, Kiosk> {
        override func handle(_ event: Event) -> Reaction {
            guard case .coin(let value) = event else { return .unhandled }
            return .to(superior.enough) { self.top.paid += value }
        }
    }

    final class Brewing: State<Kiosk, Kiosk> {
        override func entry() {
            top.paid -= top.price
            top.cups += 1
            run { [brew = top.brew, cup = top.cups] send in
                try await brew(cup) { send($0) }
            } done: {
                .brewed($0)
            } failed: {
                .broke("\($0)")
            }
            // Says nothing when it ends.
            run {}
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .brewed: .to(superior.serving)
            case .broke: .to(superior.idle)
            case .progress: .handled { self.raise(.stir) }
            case .stir: .handled
            case .coin, .timeout, .over: .unhandled
            }
        }
    }

    final class Serving: State<Kiosk, Kiosk> {
        let cleaner = Submachine<Serving, Kiosk, Cleaner>(Cleaner()) { _, _ in nil }
        override func configure() { substates(cleaner) }
        override func entry() { after(.seconds(3), send: .timeout) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .coin: .deferred
            case .timeout: .to(superior.idle)
            case .progress, .brewed, .broke, .stir, .over: .unhandled
            }
        }
    }

    final class Cleaner: TopState<Cleaner.Event> {
        enum Event: Sendable { case wiped }
        let dirty = Dirty(), clean = Clean()
        override func configure() { substates(dirty, clean) }
        final class Dirty: State<Cleaner, Cleaner> {
            override func entry() { after(.seconds(1), send: .wiped) }
            override func handle(_ event: Event) -> Reaction { .to(superior.clean) }
        }
        final class Clean: State<Cleaner, Cleaner> {}
    }
}
