import Statecharts

//   TabBar
//   ┌────────────────────────────────────────────────────────────────┐
//   │ tabs:  ●──▶ ExpensesTab ──tab debts──▶ DebtsTab                │
//   │                  ▲                         │                   │
//   │                  └──tab expenses, signedOut┘                   │
//   ├────────────────────────────────────────────────────────────────┤
//   │ modal: Modal, see there                                        │
//   └────────────────────────────────────────────────────────────────┘

/// Which tab is in front, and what covers it.
final class TabBar: OrthogonalState<Application, Application> {
    let tabs = Tabs(), modal: Modal
    init(modal: Modal) { self.modal = modal }
    override func configure() { regions(tabs, modal) }

    final class Tabs: State<TabBar, Application> {
        let expenses = ExpensesTab(), debts = DebtsTab()
        override func configure() { substates(expenses, debts) }

        final class ExpensesTab: State<Tabs, Application> {
            override func handle(_ event: Event) -> Reaction {
                guard case .command(.tab(.debts)) = event, !top.isCovered else { return .unhandled }
                return .to(superior.debts)
            }
        }

        final class DebtsTab: State<Tabs, Application> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .command(.tab(.expenses)): top.isCovered ? .unhandled : .to(superior.expenses)
                case .signedOut: .to(superior.expenses)
                case .command, .notice, .signedIn, .submitted, .bannerTimeout: .unhandled
                }
            }
        }
    }
}
