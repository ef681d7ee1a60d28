import Statecharts

//   TabBar
//   ┌────────────────────────────────────────────────────────────────┐
//   │ tabs:  ●──▶ ExpensesTab ──tab debts──▶ DebtsTab                │
//   │                  ▲                         │                   │
//   │                  └──tab expenses, signedOut┘                   │
//   ├────────────────────────────────────────────────────────────────┤
//   │ modal: a submachine, Modal                                     │
//   └────────────────────────────────────────────────────────────────┘

/// Which tab is in front, and what covers it.
final class TabBar: TopState<TabBar.Event> {
    enum Event {
        case command(UserCommand), signedOut
        /// Raised, for whoever embeds the tab bar.
        case loggedIn(User), loggedOut, create(Money, String)
    }

    let tabs = Tabs()
    let modal: Submachine<TabBar, TabBar, Modal>

    init(accounts: Accounts) {
        modal = Submachine(Modal(accounts: accounts)) { event in
            switch event {
            case .command(let command): .command(command)
            case .signedOut: .clear
            case .loggedIn, .loggedOut, .create: nil
            }
        } outward: { event in
            switch event {
            case .loggedIn(let user): .loggedIn(user)
            case .loggedOut: .loggedOut
            case .create(let amount, let category): .create(amount, category)
            case .command, .clear, .submitted: nil
            }
        }
    }
    override func configure() { regions(tabs, modal) }

    /// Whether this tab is in front and not covered.
    func isInFront(_ tab: Tab) -> Bool {
        guard !modal.chart.isCovering else { return false }
        return switch tab {
        case .expenses: tabs.expenses.isActive
        case .debts: tabs.debts.isActive
        }
    }

    final class Tabs: State<TabBar, TabBar> {
        let expenses = ExpensesTab(), debts = DebtsTab()
        override func configure() { substates(expenses, debts) }

        final class ExpensesTab: State<Tabs, TabBar> {
            override func handle(_ event: Event) -> Reaction {
                guard case .command(.tab(.debts)) = event, top.isInFront(.expenses) else { return .unhandled }
                return .to(superior.debts)
            }
        }

        final class DebtsTab: State<Tabs, TabBar> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .command(.tab(.expenses)): top.isInFront(.debts) ? .to(superior.expenses) : .unhandled
                case .signedOut: .to(superior.expenses)
                default: .unhandled
                }
            }
        }
    }
}
