import Statecharts

//    ┌ Sorting ─────────────────────────────────────────────────────────┐
//    │ ●→ Idle ──go──► Busy   entry / raise letter, raise lamp          │
//    │                        letter [dark] (deferred) [lit] / noted    │
//    │                        lamp / noted, lit from now on             │
//    └──────────────────────────────────────────────────────────────────┘
final class Sorting: NotedTop<String> {
    let idle = Idle(), busy = Busy()
    var isLit = false
    override func configure() { substates(idle, busy) }

    final class Idle: Noted<Sorting, Sorting> {
        override func handle(_ event: String) -> Reaction { event == "go" ? .to(superior.busy) : .unhandled }
    }
    final class Busy: Noted<Sorting, Sorting> {
        override func entry() throws {
            try super.entry()
            raise("letter")
            raise("lamp")
        }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "letter": top.isLit ? .handled(noted) : .deferred
            case "lamp":
                .handled { [noted] in
                    noted()
                    self.top.isLit = true
                }
            default: .unhandled
            }
        }
    }
}
