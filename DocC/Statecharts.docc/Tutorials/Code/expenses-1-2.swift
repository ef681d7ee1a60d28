import Statecharts

struct Expense: Codable, Hashable, Sendable {
    var what: String, cents: Int
}

final class Form: TopState<Form.Event> {
    enum Event: Codable { case typed(Expense), save }

    let expenses = OutputPort<Expense>("expenses")
    let empty = Empty(), filled = Filled()
    override func configure() { substates(empty, filled) }

    final class Empty: State<Form, Form> {
        override func handle(_ event: Event) -> Reaction {
            if case .typed(let expense) = event {
                .to(superior.filled) { top.expense = expense }
            } else {
                .unhandled
            }
        }
    }

    final class Filled: State<Form, Form> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .typed(let expense): .handled { top.expense = expense }
            case .save:
                .to(superior.empty) {
                    if let expense = top.expense { top.expenses.send(expense) }
                    top.expense = nil
                }
            }
        }
    }

    var expense: Expense?
}
