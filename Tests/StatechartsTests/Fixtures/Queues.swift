import Statecharts

//    ┌ Queues ───────────────────────────────────────────────────────────────────┐
//    │ ●→ Busy (defers job) ──go / raise r1, post p, raise r2──► Free (entry / raise r3) │
//    └───────────────────────────────────────────────────────────────────────────┘
// Free takes everything; taking r1 raises r4.
final class Queues: NotedTop<String> {
    var post: (String) -> Void = { _ in }
    var isTaking = false
    let busy = Busy(), free = Free()
    override func configure() { substates(busy, free) }

    final class Busy: Noted<Queues, Queues> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "job": .deferred
            case "go":
                .to(superior.free) {
                    self.top.isTaking = true
                    self.noted()
                    self.raise("r1")
                    self.top.post("p")
                    self.raise("r2")
                    self.top.isTaking = false
                }
            default: .unhandled
            }
        }
    }
    final class Free: Noted<Queues, Queues> {
        override func entry() throws {
            try super.entry()
            raise("r3")
        }
        override func handle(_ event: String) -> Reaction {
            .handled {
                precondition(!self.top.isTaking, "an event was taken inside an action")
                self.noted()
                if event == "r1" { self.raise("r4") }
            }
        }
    }
}
