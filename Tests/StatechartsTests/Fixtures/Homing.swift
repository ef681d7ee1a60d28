import Statecharts

//    ┌ Homing ──────────────────────────────────────────────────────────────────┐
//    │              ┌ Away ────────────────────────────────────────┐            │
//    │              │                        ┌──leave──► (out) ────┼──► Homing  │
//    │ ●→ Home ─go─►│ ●→ Near ──on──► Far ───┼──end────► ◉ End     │            │
//    │      │       │                        ├──choose─────────────┼──► ◇ way   │
//    │      │       │                        └──tire───────────────┼──► Homing  │
//    │      │       └───────────────────────────────┬──────────────┘            │
//    │      └──up────────► Homing        home, local└───────────────► Homing    │
//    │ (H*) past ◄──back── Home                                                 │
//    └──────────────────────────────────────────────────────────────────────────┘
// Everything that leads home leads to the top: Away when it is complete, or when something in it throws; Far when it is
// tired; the choice way; the exit point out of Away; the top itself by "again", "stay" and "past". Home defers "later", Near
// takes it.
final class Homing: NotedTop<String> {
    let home = Home(), away = Away(), past = DeepHistory<Homing, Homing>()
    let way = Choice<Homing, Homing> { .to($0) }
    let resumes: HistoryKind
    var isTired = false
    init(resumes: HistoryKind = .none) { self.resumes = resumes }
    override func configure() { substates(home, away, past, way, history: resumes) }
    override func handle(_ event: String) -> Reaction {
        switch event {
        case "again": .to(self, effect: noted)
        case "stay": .local(to: self, effect: noted)
        case "past": .to(past, effect: noted)
        default: .unhandled
        }
    }

    final class Home: Noted<Homing, Homing> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "go": .to(superior.away)
            case "up": .to(superior, effect: noted)
            case "back": .to(superior.past)
            case "later": .deferred
            default: .unhandled
            }
        }
    }
    final class Away: Noted<Homing, Homing> {
        let near = Near(), far = Far(), end = End(), out = ExitPoint<Away, Homing> { .to($0.top) }
        override func configure() { substates(near, far, end, out) }
        override func completed() -> Reaction { .to(top, effect: noted) }
        override func failed(_ error: any Error) -> Reaction { .to(top, effect: noted) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "home": .to(top, effect: noted)
            case "local": .local(to: top, effect: noted)
            default: .unhandled
            }
        }
        final class Near: Noted<Away, Homing> {
            override func handle(_ event: String) -> Reaction {
                switch event {
                case "on": .to(superior.far)
                case "later": .handled(noted)
                default: .unhandled
                }
            }
        }
        final class Far: Noted<Away, Homing> {
            override func handle(_ event: String) -> Reaction {
                switch event {
                case "end": .to(superior.end)
                case "leave": .to(superior.out, effect: noted)
                case "choose": .to(top.way, effect: noted)
                case "tire":
                    .handled {
                        self.top.isTired = true
                        self.noted()
                    }
                case "throw":
                    .handled {
                        self.noted()
                        throw Lost()
                    }
                default: .unhandled
                }
            }
            override func always() -> Reaction {
                !top.isTired
                    ? .unhandled
                    : .to(top) {
                        self.top.isTired = false
                        self.noted()
                    }
            }
        }
        final class End: NotedFinal<Away, Homing> {}
    }
    struct Lost: Error, CustomStringConvertible { var description: String { "lost" } }
}
