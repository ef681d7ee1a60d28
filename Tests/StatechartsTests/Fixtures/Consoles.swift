import Statecharts

//    ┌ Consoles ─────────────────────────────────────────────────────────────────────────────────┐
//    │ ┌ Both ──────────────────────────────────────────────────────────────────┐                │
//    │ │ ┌ Left ─────────────────────┐┌ Right ─────────────────────────────────┐ │                │
//    │ │ │ ●→ Playing ──► Paused     ││    ┌ Playing ───────────────┐          │ │                │
//    │ │ │                           ││ ●→ │ ●→ Slow ──faster──► Fast│  Paused  │ │     Out        │
//    │ │ │                           ││    └────────────────────────┘          │ │                │
//    │ │ └───────────────────────────┘└────────────────────────────────────────┘ │                │
//    │ │ (H*)                                                                     │                │
//    │ └──────────────────────────────────────────────────────────────────────────┘                │
//    └───────────────────────────────────────────────────────────────────────────────────────────┘
// "pause" is answered by both regions with their own Paused, "again" by Left with itself, "restart" by Slow and Fast with Right,
// around them, "swap" by Left with Right. "leave" leads from Left's Playing and from Slow, which is deeper, to Out.
// "history" leads from Slow to the history of Both, "all" from Left to Paused in both regions.
final class Consoles: NotedTop<String> {
    let both = Both(), out = Out()
    override func configure() { substates(both, out) }

    final class Both: NotedRegions<Consoles, Consoles> {
        let left = Left(), right = Right(), history = DeepHistory<Both, Consoles>()
        override func configure() { regions(left, right, history) }

        final class Left: Noted<Both, Consoles> {
            let playing = Playing(), paused = Paused()
            override func configure() { substates(playing, paused) }
            override func handle(_ event: String) -> Reaction {
                switch event {
                case "pause": .to(paused, effect: noted)
                case "again": .to(superior.left, effect: noted)
                case "swap": .to(superior.right, effect: noted)
                case "all": .to(paused, superior.right.paused, effect: noted)
                default: .unhandled
                }
            }
            final class Playing: Noted<Left, Consoles> {
                override func handle(_ event: String) -> Reaction {
                    event == "leave" ? .to(top.out, effect: noted) : .unhandled
                }
            }
            final class Paused: Noted<Left, Consoles> {}
        }
        final class Right: Noted<Both, Consoles> {
            let playing = Playing(), paused = Paused()
            override func configure() { substates(playing, paused) }
            override func handle(_ event: String) -> Reaction {
                event == "pause" ? .to(paused, effect: noted) : .unhandled
            }
            final class Playing: Noted<Right, Consoles> {
                let slow = Slow(), fast = Fast()
                override func configure() { substates(slow, fast) }
                override func handle(_ event: String) -> Reaction {
                    event == "restart" ? .to(superior, effect: noted) : .unhandled
                }
                final class Slow: Noted<Playing, Consoles> {
                    override func handle(_ event: String) -> Reaction {
                        switch event {
                        case "faster": .to(superior.fast)
                        case "leave": .to(top.out, effect: noted)
                        case "history": .to(top.both.history, effect: noted)
                        default: .unhandled
                        }
                    }
                }
                final class Fast: Noted<Playing, Consoles> {}
            }
            final class Paused: Noted<Right, Consoles> {}
        }
    }
    final class Out: Noted<Consoles, Consoles> {}
}
