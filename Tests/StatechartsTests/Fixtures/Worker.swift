import Statecharts

//    ┌ Worker ────────────────────────────────────────────────┐
//    │ ●→ Waiting ──work n──► Working (work is deferred)      │
//    │            ◄──done────        ⟲ note                   │
//    └────────────────────────────────────────────────────────┘
final class Worker: NotedTop<Worker.Event> {
    enum Event: Sendable, Equatable { case work(Int), done, note, other }
    var worked: [Int] = []
    let waiting = Waiting(), working = Working()
    override func configure() { substates(waiting, working) }

    final class Waiting: Noted<Worker, Worker> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .work(let n):
                .to(superior.working) {
                    self.noted()
                    self.top.worked.append(n)
                }
            case .done, .note, .other: .unhandled
            }
        }
    }
    final class Working: Noted<Worker, Worker> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .work: .deferred
            case .done: .to(superior.waiting)
            case .note: .handled(noted)
            case .other: .unhandled
            }
        }
    }
}
