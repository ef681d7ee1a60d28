import Statecharts

/// Answers in many ways, all later than it is asked, and defers while it is busy.
///
///     ┌─ Errands ──────────────────────────────────────────────────────────────────────┐
///     │ ● ▶ Ready ── lock ──▶ Busy  (all else deferred)                                │
///     │       │  ◀── unlock ───┘                                                       │
///     │       ├── wait ──▶ Waiting {after 1 s: rang} ── rang / send ──▶ Ready          │
///     │       ├── fetch ─▶ Fetching {activity: fetched, then done} ── … / send ──▶ Ready│
///     │       ├── work ──▶ Working {activity} ── completed / send "completed" ──▶ Ready │
///     │       ├── beat / every 1 s: tick                                               │
///     │       ├── slowly … / suspends, send                                            │
///     │       └── any other word / send it                                             │
///     └────────────────────────────────────────────────────────────────────────────────┘
final class Errands: TopState<String> {
    let words = InputPort<String>("words")
    let said = OutputPort<String>("said")
    let ready = Ready(), busy = Busy(), waiting = Waiting(), fetching = Fetching(), working = Working()

    override func configure() {
        receive(words) { $0 }
        substates(ready, busy, waiting, fetching, working)
    }

    final class Ready: State<Errands, Errands> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "lock": .to(superior.busy)
            case "wait": .to(superior.waiting)
            case "fetch": .to(superior.fetching)
            case "work": .to(superior.working)
            case "beat": .handled { self.every(.seconds(1), send: "tick") }
            case "slowly":
                .handled {
                    await Task.yield()
                    self.top.said.send("slowly")
                }
            default: .handled { self.top.said.send(event) }
            }
        }
    }
    final class Busy: State<Errands, Errands> {
        override func handle(_ event: String) -> Reaction { event == "unlock" ? .to(superior.ready) : .deferred }
    }
    final class Waiting: State<Errands, Errands> {
        override func entry() { after(.seconds(1), send: "rang") }
        override func handle(_ event: String) -> Reaction { .to(superior.ready) { self.top.said.send(event) } }
    }
    final class Fetching: State<Errands, Errands> {
        override func entry() {
            run(
                { send in
                    send("fetched")
                    return "done"
                }, done: { $0 })
        }
        override func handle(_ event: String) -> Reaction {
            event == "done"
                ? .to(superior.ready) { self.top.said.send(event) } : .handled { self.top.said.send(event) }
        }
    }
    final class Working: State<Errands, Errands> {
        override func entry() { run { await Task.yield() } }
        override func handle(_ event: String) -> Reaction { .deferred }
        override func completed() -> Reaction { .to(superior.ready) { self.top.said.send("completed") } }
    }
}
