import Statecharts

//    ┌ Defaulting ───────────────────────────────────┐
//    │ ●→ First    Second    Third    (H) → `leadsTo`│
//    └───────────────────────────────────────────────┘
// "resume" leads to (H). Charts of this one class differ in what the history's default is, or whether there is one.
final class Defaulting: NotedTop<String> {
    enum Default { case none, second, third }

    let first = First(), second = Second(), third = Third()
    let history: ShallowHistory<Defaulting, Defaulting>

    init(_ leadsTo: Default) {
        history =
            switch leadsTo {
            case .none: ShallowHistory()
            case .second: ShallowHistory { $0.second }
            case .third: ShallowHistory { $0.third }
            }
    }

    override func configure() { substates(first, second, third, history) }

    final class First: Noted<Defaulting, Defaulting> {
        override func handle(_ event: String) -> Reaction {
            event == "resume" ? .to(superior.history) : .unhandled
        }
    }
    final class Second: Noted<Defaulting, Defaulting> {}
    final class Third: Noted<Defaulting, Defaulting> {}
}
