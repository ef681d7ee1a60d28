import Statecharts

//   Modal
//   ┌────────────────────────────────────────────────────────────────┐
//   │ shown:      ●──▶ LoginShown ──signedIn──▶ NoneShown            │
//   │                      ▲────────signedOut───────┘ │ ▲            │
//   │                                             add ▼ │ cancel,    │
//   │                                        AddShown ──┘ submitted  │
//   ├────────────────────────────────────────────────────────────────┤
//   │ login:      a submachine, Login                                │
//   ├────────────────────────────────────────────────────────────────┤
//   │ addExpense: a submachine, AddExpense                           │
//   └────────────────────────────────────────────────────────────────┘

/// What covers the tabs, and the two forms, which stay alive while they are not shown.
final class Modal: OrthogonalState<TabBar, Application> {
    let shown = Shown()
    let login: Submachine<Modal, Application, Login>
    let addExpense: Submachine<Modal, Application, AddExpense>

    init(
        login: Submachine<Modal, Application, Login>, addExpense: Submachine<Modal, Application, AddExpense>
    ) {
        self.login = login
        self.addExpense = addExpense
    }
    override func configure() { regions(shown, login, addExpense) }

    final class Shown: State<Modal, Application> {
        let login = LoginShown(), nothing = NoneShown(), addExpense = AddShown()
        override func configure() { substates(login, nothing, addExpense) }
    }

    final class LoginShown: State<Shown, Application> {
        override func handle(_ event: Event) -> Reaction {
            if case .signedIn = event { .to(superior.nothing) } else { .unhandled }
        }
    }

    final class NoneShown: State<Shown, Application> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.add): .to(superior.addExpense)
            case .signedOut: .to(superior.login)
            case .command, .notice, .signedIn, .submitted, .bannerTimeout: .unhandled
            }
        }
    }

    final class AddShown: State<Shown, Application> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.cancel), .submitted: .to(superior.nothing)
            case .command, .notice, .signedIn, .signedOut, .bannerTimeout: .unhandled
            }
        }
    }
}
