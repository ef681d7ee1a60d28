import Statecharts

//   ExpensesNavigation
//   ┌─────────────────────────────────────────────────────────────────────────────┐
//   │ list:   a submachine, List of expenses                                      │
//   ├─────────────────────────────────────────────────────────────────────────────┤
//   │ detail: a submachine, Detail                   deleteFailed: the row is     │
//   │         open n [bar in Root]: show, closed: clear  no longer on its way out │
//   ├─────────────────────────────────────────────────────────────────────────────┤
//   │ bar:    ●──▶ Root ──open n──▶ Pushing ──animation ended──▶ Detail           │
//   │           ▲   └ delete n                                     │ back, or     │
//   │           └───animation ended── Popping ◀────────────────────┘ [it is gone] │
//   │         signedOut: to Root, from everywhere                                 │
//   └─────────────────────────────────────────────────────────────────────────────┘

/// The expenses tab: the list, and one expense that slides over it.
final class ExpensesNavigation: TopState<ExpensesNavigation.Event> {
    enum Event {
        case list(List<[Expense]>.Event)
        case signedIn, signedOut
        case open(Int), back, delete(Int)
        case animationEnded
        case deleteFailed(Expense)
        /// Raised: the detail has slid out.
        case closed
        /// Raised, for whoever embeds the navigation: the list is wanted, an expense is to be deleted.
        case fetch, deletion(Expense)
    }

    let list = Submachine<ExpensesNavigation, ExpensesNavigation, List<[Expense]>>(List()) { event in
        switch event {
        case .list(let inner): inner
        case .signedIn: .signedIn
        case .signedOut: .signedOut
        case .open, .back, .delete, .animationEnded, .deleteFailed, .closed, .fetch, .deletion: nil
        }
    } outward: { event in
        switch event {
        case .fetch: .fetch
        case .signedIn, .refresh, .signedOut, .loaded, .changed, .failed: nil
        }
    }
    let detail = Submachine<ExpensesNavigation, ExpensesNavigation, Detail>(Detail()) { navigation, event in
        switch event {
        case .open(let row): navigation.bar.root.isActive ? navigation.expense(inRow: row).map { .show($0.id) } : nil
        case .closed: .clear
        case .list, .signedIn, .signedOut, .back, .delete, .animationEnded, .deleteFailed, .fetch, .deletion: nil
        }
    }
    let bar = Bar()
    let animation: Duration

    /// Rows whose deletion was asked for and has not been answered.
    private var deleting: Set<Expense.ID> = []

    init(animation: Duration) { self.animation = animation }
    override func configure() { regions(list, detail, bar) }
    override func handle(_ event: Event) -> Reaction {
        if case .deleteFailed(let expense) = event { .handled { deleting.remove(expense.id) } } else { .unhandled }
    }

    var expenses: [Expense] { list.chart.content ?? [] }
    /// The opened expense; `nil` also if it is not in the list any more.
    var opened: Expense? { expenses.first { $0.id == detail.chart.id } }
    func isDeleting(_ expense: Expense) -> Bool { deleting.contains(expense.id) }

    /// The expense of a row that can be touched.
    func expense(inRow row: Int) -> Expense? {
        guard expenses.indices.contains(row - 1), !isDeleting(expenses[row - 1]) else { return nil }
        return expenses[row - 1]
    }

    final class Bar: State<ExpensesNavigation, ExpensesNavigation> {
        let root = Root(), pushing = Pushing(), detail = Detail(), popping = Popping()
        override func configure() { substates(root, pushing, detail, popping) }
        override func handle(_ event: Event) -> Reaction {
            guard case .signedOut = event else { return .unhandled }
            return .local(to: root) {
                top.deleting = []
                raise(.closed)
            }
        }

        final class Root: State<Bar, ExpensesNavigation> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .open(let row):
                    return top.expense(inRow: row) == nil ? .unhandled : .to(superior.pushing)
                case .delete(let row):
                    guard let expense = top.expense(inRow: row) else { return .unhandled }
                    return .handled {
                        top.deleting.insert(expense.id)
                        raise(.deletion(expense))
                    }
                default: return .unhandled
                }
            }
        }

        final class Pushing: State<Bar, ExpensesNavigation> {
            override func entry() { after(top.animation, send: .animationEnded) }
            override func handle(_ event: Event) -> Reaction {
                if case .animationEnded = event { .to(superior.detail) } else { .unhandled }
            }
            override func always() -> Reaction { top.opened == nil ? .to(superior.popping) : .unhandled }
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
                if case .animationEnded = event { .to(superior.root) { raise(.closed) } } else { .unhandled }
            }
        }
    }
}
