import Statecharts

//   ExpensesNavigation
//   ┌─────────────────────────────────────────────────────────────────────────────┐
//   │ list:   a submachine, List of expenses                                      │
//   ├─────────────────────────────────────────────────────────────────────────────┤
//   │ detail: ●──▶ Empty ──open n──▶ Filled          deleteFailed: the row is     │
//   │                ▲────[bar in Root]──┘           no longer on its way out     │
//   ├─────────────────────────────────────────────────────────────────────────────┤
//   │ bar:    ●──▶ Root ──open n──▶ Pushing ──animation ended──▶ Detail           │
//   │           ▲   └ delete n                                     │ back, or     │
//   │           └───animation ended── Popping ◀────────────────────┘ [it is gone] │
//   │         signedOut: to Root, from everywhere                                 │
//   └─────────────────────────────────────────────────────────────────────────────┘

/// The expenses tab: the list, and one expense that slides over it.
final class ExpensesNavigation: TopState<ExpensesNavigation.Event> {
    enum Event: Sendable {
        case list(List<[Expense]>.Event)
        case signedIn, signedOut
        case open(Int), back, delete(Int)
        case animationEnded
        case deleteFailed(Expense)
    }

    let list = Submachine<ExpensesNavigation, ExpensesNavigation, List<[Expense]>>(List()) { event in
        switch event {
        case .list(let inner): inner
        case .signedIn: .signedIn
        case .signedOut: .signedOut
        case .open, .back, .delete, .animationEnded, .deleteFailed: nil
        }
    }
    let detail = DetailArea(), bar = Bar()
    let animation: Duration
    /// Asks for an expense to be deleted.
    var delete: (Expense) -> Void = { _ in }

    private var openID: Expense.ID?
    /// Rows whose deletion was asked for and has not been answered.
    private var deleting: Set<Expense.ID> = []

    init(animation: Duration) { self.animation = animation }
    override func configure() { regions(list, detail, bar) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .deleteFailed(let expense): .handled { self.deleting.remove(expense.id) }
        case .list, .signedIn, .signedOut, .open, .back, .delete, .animationEnded: .unhandled
        }
    }

    var expenses: [Expense] { list.chart.content ?? [] }
    /// The opened expense; `nil` also if it is not in the list any more.
    var opened: Expense? { expenses.first { $0.id == openID } }
    func isDeleting(_ expense: Expense) -> Bool { deleting.contains(expense.id) }

    /// The expense of a row that can be touched.
    func expense(inRow row: Int) -> Expense? {
        guard expenses.indices.contains(row - 1), !isDeleting(expenses[row - 1]) else { return nil }
        return expenses[row - 1]
    }

    final class DetailArea: State<ExpensesNavigation, ExpensesNavigation> {
        let empty = Empty(), filled = Filled()
        override func configure() { substates(empty, filled) }

        final class Empty: State<DetailArea, ExpensesNavigation> {
            override func handle(_ event: Event) -> Reaction {
                guard case .open(let row) = event, top.bar.root.isActive, top.expense(inRow: row) != nil else {
                    return .unhandled
                }
                return .to(superior.filled)
            }
        }

        final class Filled: State<DetailArea, ExpensesNavigation> {
            override func exit() { top.openID = nil }
            override func always() -> Reaction { top.bar.root.isActive ? .to(superior.empty) : .unhandled }
        }
    }

    final class Bar: State<ExpensesNavigation, ExpensesNavigation> {
        let root = Root(), pushing = Pushing(), detail = Detail(), popping = Popping()
        override func configure() { substates(root, pushing, detail, popping) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            // Local: an external transition of a region would leave its parallel regions too.
            case .signedOut: .local(to: root) { self.top.deleting = [] }
            case .list, .signedIn, .open, .back, .delete, .animationEnded, .deleteFailed: .unhandled
            }
        }

        final class Root: State<Bar, ExpensesNavigation> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .open(let row):
                    guard let expense = top.expense(inRow: row) else { return .unhandled }
                    return .to(superior.pushing) { self.top.openID = expense.id }
                case .delete(let row):
                    guard let expense = top.expense(inRow: row) else { return .unhandled }
                    return .handled {
                        self.top.deleting.insert(expense.id)
                        self.top.delete(expense)
                    }
                case .list, .signedIn, .signedOut, .back, .animationEnded, .deleteFailed: return .unhandled
                }
            }
        }

        final class Pushing: State<Bar, ExpensesNavigation> {
            override func entry() { after(top.animation, send: .animationEnded) }
            override func handle(_ event: Event) -> Reaction {
                if case .animationEnded = event { .to(superior.detail) } else { .unhandled }
            }
        }

        final class Detail: State<Bar, ExpensesNavigation> {
            override func handle(_ event: Event) -> Reaction {
                if case .back = event { .to(superior.popping) } else { .unhandled }
            }
            override func always() -> Reaction { top.opened == nil ? .to(superior.popping) : .unhandled }
        }

        final class Popping: State<Bar, ExpensesNavigation> {
            override func entry() { after(top.animation, send: .animationEnded) }
            override func handle(_ event: Event) -> Reaction {
                if case .animationEnded = event { .to(superior.root) } else { .unhandled }
            }
        }
    }
}
