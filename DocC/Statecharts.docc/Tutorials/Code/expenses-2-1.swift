import Statecharts

final class Ledger: TopState<Ledger.Event> {
    enum Event: Codable { case booked(Expense) }

    let incoming = InputPort<Expense>("incoming")
    var sum = 0
    let open = Open(), overdrawn = Overdrawn()
    override func configure() {
        substates(open, overdrawn)
        receive(incoming) { .booked($0) }
    }

    final class Open: State<Ledger, Ledger> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .booked(let expense): .handled { top.sum += expense.cents }
            }
        }
        override func always() -> Reaction {
            top.sum > 100_00 ? .to(superior.overdrawn) : .unhandled
        }
    }

    final class Overdrawn: State<Ledger, Ledger> {}
}
