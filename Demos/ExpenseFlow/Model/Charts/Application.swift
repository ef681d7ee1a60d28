import Statecharts

//   Application
//   ┌─────────────────────────────────────────────────────────────┐
//   │ expensesTab: a submachine, ExpensesNavigation               │
//   ├─────────────────────────────────────────────────────────────┤
//   │ debtsTab:    a submachine, List of debts                    │
//   ├─────────────────────────────────────────────────────────────┤
//   │ tabBar:      a submachine, TabBar                           │
//   ├─────────────────────────────────────────────────────────────┤
//   │ banner:      Banner                                         │
//   └─────────────────────────────────────────────────────────────┘
//   commands ─▶ ■ (what the person does)   notices ─▶ ■ (what the model says)   ■ ─▶ requests, debtsRequests (to the
//   model)

/// The application on the phone. Everything visible follows from its configuration and data, see ``screen``.
///
/// The charts inside know nothing of it: what they want of the world outside they raise, and it comes out as events of
/// the application.
final class Application: TopState<Application.Event> {
    enum Event: Codable {
        case command(UserCommand)
        case notice(ModelNotice)
        // From inside:
        case loggedIn(User), loggedOut
        case fetchExpenses, fetchDebts, create(Money, String), delete(Expense)
        // Raised here, for all:
        case signedIn(User), signedOut
        case bannerTimeout
    }

    let commands = InputPort<UserCommand>("commands")
    let notices = InputPort<ModelNotice>("notices")
    let requests = OutputPort<ModelRequest>("requests")
    let debtsRequests = OutputPort<DebtsRequest>("debtsRequests")

    let expensesTab: Submachine<Application, Application, ExpensesNavigation>
    let debtsTab: Submachine<Application, Application, List<Debts>>
    let tabBar: Submachine<Application, Application, TabBar>
    let banner = Banner()
    /// The number of the present login, or of the last one.
    private(set) var session = 0

    init(accounts: Accounts, animation: Duration) {
        expensesTab = Submachine(ExpensesNavigation(animation: animation)) { application, event in
            application.expensesEvent(event)
        } outward: { application, event in
            application.event(of: event)
        }
        debtsTab = Submachine(List()) { application, event in
            application.debtsEvent(event)
        } outward: { application, event in
            application.event(of: event)
        }
        tabBar = Submachine(TabBar(accounts: accounts)) { application, event in
            application.tabBarEvent(event)
        } outward: { application, event in
            application.event(of: event)
        }
    }

    override func configure() {
        receive(commands) { .command($0) }
        receive(notices) { .notice($0) }
        regions(expensesTab, debtsTab, tabBar, banner)
    }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .loggedIn(let user):
            .handled {
                session += 1
                request(.signIn(user))
                raise(.signedIn(user))
            }
        case .loggedOut:
            .handled {
                request(.signOut)
                raise(.signedOut)
            }
        case .fetchExpenses: .handled { request(.fetchExpenses) }
        case .fetchDebts: .handled { debtsRequests.send(DebtsRequest(session: session)) }
        case .create(let amount, let category):
            .handled { request(.createExpense(amount: amount, category: category)) }
        case .delete(let expense): .handled { request(.deleteExpense(expense)) }
        case .command, .notice, .signedIn, .signedOut, .bannerTimeout: .unhandled
        }
    }

    private func request(_ content: ModelRequest.Content) {
        requests.send(ModelRequest(session: session, content: content))
    }
}
