import Statecharts

//   Application
//   ┌─────────────────────────────────────────────────────────────┐
//   │ expensesTab: a submachine, ExpensesNavigation               │
//   ├─────────────────────────────────────────────────────────────┤
//   │ debtsTab:    a submachine, List of debts                    │
//   ├─────────────────────────────────────────────────────────────┤
//   │ tabBar:      TabBar, with the modal that covers everything  │
//   ├─────────────────────────────────────────────────────────────┤
//   │ banner:      Banner                                         │
//   └─────────────────────────────────────────────────────────────┘
//   commands ─▶ ■ (what the person does)   notices ─▶ ■ (what the model says)   ■ ─▶ requests, debtsRequests (to the model)

/// The application on the phone. Everything visible follows from its configuration and data, see ``screen``.
final class Application: TopState<Application.Event> {
    enum Event: Sendable {
        case command(UserCommand)
        case notice(ModelNotice)
        // Raised inside:
        case signedIn(User), signedOut, submitted
        case bannerTimeout
    }

    let commands = InputPort<UserCommand>("commands")
    let notices = InputPort<ModelNotice>("notices")
    let requests = OutputPort<ModelRequest>("requests")
    let debtsRequests = OutputPort<DebtsRequest>("debtsRequests")

    let expensesTab: Submachine<Application, Application, ExpensesNavigation>
    let debtsTab: Submachine<Application, Application, List<Debts>>
    let tabBar: TabBar
    let banner = Banner()
    /// The number of the present login, or of the last one.
    private(set) var session = 0

    init(accounts: Accounts, animation: Duration) {
        expensesTab = Submachine(ExpensesNavigation(animation: animation)) { application, event in
            application.expensesEvent(event)
        }
        debtsTab = Submachine(List()) { application, event in application.debtsEvent(event) }
        tabBar = TabBar(
            modal: Modal(
                login: Submachine(Login(accounts: accounts)) { modal, event in modal.top.loginEvent(event) },
                addExpense: Submachine(AddExpense()) { modal, event in modal.top.addExpenseEvent(event) }))
        super.init()
        connectCharts()
    }

    override func configure() {
        receive(commands) { .command($0) }
        receive(notices) { .notice($0) }
        regions(expensesTab, debtsTab, tabBar, banner)
    }

    /// What the charts inside want of the world outside.
    private func connectCharts() {
        let login = tabBar.modal.login.chart
        login.signedIn = { [unowned self] user in
            session += 1
            request(.signIn(user))
            raise(.signedIn(user))
        }
        login.signedOut = { [unowned self] in
            request(.signOut)
            raise(.signedOut)
        }
        tabBar.modal.addExpense.chart.submit = { [unowned self] amount, category in
            request(.createExpense(amount: amount, category: category))
            raise(.submitted)
        }
        expensesTab.chart.delete = { [unowned self] in request(.deleteExpense($0)) }
        expensesTab.chart.list.chart.fetch = { [unowned self] in request(.fetchExpenses) }
        debtsTab.chart.fetch = { [unowned self] in debtsRequests.send(DebtsRequest(session: session)) }
    }

    private func request(_ content: ModelRequest.Content) {
        requests.send(ModelRequest(session: session, content: content))
    }
}
