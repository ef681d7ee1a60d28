import Statecharts

//    ┌ Urgent ──────────────────────────────────┐
//    │ ●→ Home ──go──► Away                     │
//    └──────────────────────────────────────────┘
// Away's entry raises "later" and then throws; the chart answers both and notes it.
final class Urgent: NotedTop<String> {
    struct Trouble: Error, CustomStringConvertible { let description = "trouble" }
    let home = Home(), away = Away()
    override func configure() { substates(home, away) }
    override func handle(_ event: String) -> Reaction { event == "later" ? .handled(noted) : .unhandled }
    override func failed(_ error: any Error) -> Reaction { .handled(noted) }

    final class Home: Noted<Urgent, Urgent> {
        override func handle(_ event: String) -> Reaction { event == "go" ? .to(superior.away) : .unhandled }
    }
    final class Away: Noted<Urgent, Urgent> {
        override func entry() throws {
            try super.entry()
            raise("later")
            throw Trouble()
        }
    }
}
