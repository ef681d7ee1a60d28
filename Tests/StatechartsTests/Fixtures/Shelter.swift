import Statecharts

//    ┌ Shelter ─────────────────────────────────────────────────────┐
//    │    ┌ Closed (defers guest) ───────────────┐                  │
//    │ ●→ │  ●→ Quiet ◄─toggle─► Watched (/ guest)│ ──open──► Open  │
//    │    └──────────────────────────────────────┘                  │
//    └──────────────────────────────────────────────────────────────┘
// Open handles guest; "end" leads to the final state.
final class Shelter: NotedTop<String> {
    let closed = Closed(), open = Open(), end = End()
    override func configure() { substates(closed, open, end) }

    final class Closed: Noted<Shelter, Shelter> {
        let quiet = Quiet(), watched = Watched()
        override func configure() { substates(quiet, watched) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "guest": .deferred
            case "open": .to(superior.open)
            case "end": .to(superior.end)
            default: .unhandled
            }
        }
        final class Quiet: Noted<Closed, Shelter> {
            override func handle(_ event: String) -> Reaction { event == "toggle" ? .to(superior.watched) : .unhandled }
        }
        final class Watched: Noted<Closed, Shelter> {
            override func handle(_ event: String) -> Reaction {
                switch event {
                case "guest": .handled(noted)
                case "toggle": .to(superior.quiet)
                default: .unhandled
                }
            }
        }
    }
    final class Open: Noted<Shelter, Shelter> {
        override func handle(_ event: String) -> Reaction { event == "guest" ? .handled(noted) : .unhandled }
    }
    final class End: NotedFinal<Shelter, Shelter> {}
}
