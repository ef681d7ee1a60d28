import Statecharts

//    ┌ Backlog ──────────────────────────────────┐
//    │ ●→ Desk   pile n / posts 1 to n · else / notes │
//    └───────────────────────────────────────────┘
/// Notes numbers, and can be given many at once from inside a step.
final class Backlog: TopState<Backlog.Event> {
    enum Event: Sendable { case pile(Int), number(Int) }

    let desk = Desk()
    var post: (Event) -> Void = { _ in }
    var seen: [Int] = []
    override func configure() { substates(desk) }

    final class Desk: State<Backlog, Backlog> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .pile(let count): .handled { for number in 1...count { self.top.post(.number(number)) } }
            case .number(let number): .handled { self.top.seen.append(number) }
            }
        }
    }
}
