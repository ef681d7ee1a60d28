import Statecharts

//   Attempts
//   ┌──────────────────────────────────────────────────────────┐
//   │ ●──▶ Trying [ ●──▶ waiting ──▶ … ] ──done──▶ Idle         │
//   └──────────────────────────────────────────────────────────┘
final class Attempts: TopState<Attempts.Event> {
    enum Event: Sendable { case retry, typed(Character), done, next, open }

    let trying = Trying(), idle = Idle(), list = List()
    var log: [Int] = [], text = ""
    override func configure() { substates(trying, idle, list) }

    final class Trying: State<Attempts, Attempts> {
        @Scoped var attempts = 0
        let waiting = Waiting()
        override func configure() { substates(waiting) }
        // snippet: Scoped in effects
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .retry: .local(to: waiting) { attempts += 1 }  // .to(waiting) would leave the state first
            case .done: .to(superior.idle) { [attempts] in top.log.append(attempts) }  // taken before it is left
            default: .unhandled
            }
        }
        // end snippet
        final class Waiting: State<Trying, Attempts> {}
    }

    final class Idle: State<Attempts, Attempts> {}

    final class List: State<Attempts, Attempts> {
        let first = Item(), second = Item()
        override func configure() { substates(first, second) }
        // snippet: Reaction
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .typed(let key): .handled { top.text.append(key) }  // stays; the effect runs
            case .next: .local(to: second)  // enters what is inside, and stays in the state itself
            case .done: .to(superior.idle) { top.text = "" }  // leaves, runs the effect, enters
            case .retry: .deferred  // taken again when the configuration has changed
            case .open: top.text.isEmpty ? .unhandled : .handled  // decided by data; the superior is asked, or nobody
            }
        }
        // end snippet
        final class Item: State<List, Attempts> {}
    }
}
