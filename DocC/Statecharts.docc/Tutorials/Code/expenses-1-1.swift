import Statecharts

struct Expense: Codable, Hashable, Sendable {
    var what: String, cents: Int
}

final class Form: TopState<Form.Event> {
    enum Event: Codable { case typed(Expense), save }

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
        override func handle(_ event: Event) -> Reaction { .unhandled }
    }

    var expense: Expense?
}
