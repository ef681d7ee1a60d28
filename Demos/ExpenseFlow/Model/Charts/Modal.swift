import Statecharts

//   Modal
//   ┌────────────────────────────────────────────────────────────────┐
//   │ shown:      ●──▶ LoginShown ──[logged in]──▶ NoneShown         │
//   │                      ▲───────[logged out]──────┘ │ ▲           │
//   │                                              add ▼ │ cancel,   │
//   │                                         AddShown ──┘ submitted │
//   ├────────────────────────────────────────────────────────────────┤
//   │ login:      a submachine, Login                                │
//   ├────────────────────────────────────────────────────────────────┤
//   │ addExpense: a submachine, AddExpense                           │
//   └────────────────────────────────────────────────────────────────┘

/// What covers the tabs, and the two forms, which stay alive while they are not shown. Commands reach only what is
/// shown.
final class Modal: TopState<Modal.Event> {
    enum Event {
        case command(UserCommand)
        /// What was typed belongs to somebody who has left.
        case clear
        /// Raised by the form: it is done.
        case submitted(Money, String)
        /// Raised, for whoever embeds the modal.
        case loggedIn(User), loggedOut, create(Money, String)
    }

    let shown = Shown()
    let login: Submachine<Modal, Modal, Login>
    let addExpense = Submachine<Modal, Modal, AddExpense>(AddExpense()) { modal, event in
        modal.addExpenseEvent(event)
    } outward: { _, event in
        switch event {
        case .submitted(let amount, let category): .submitted(amount, category)
        case .amount, .category, .create, .clear: nil
        }
    }

    init(accounts: Accounts) {
        login = Submachine(Login(accounts: accounts)) { modal, event in
            modal.loginEvent(event)
        } outward: { _, event in
            switch event {
            case .loggedIn(let user): .loggedIn(user)
            case .loggedOut: .loggedOut
            case .email, .password, .login, .logout: nil
            }
        }
    }
    override func configure() { regions(shown, login, addExpense) }

    /// Whether the login or the new expense covers the tabs.
    var isCovering: Bool { !shown.nothing.isActive }

    private func loginEvent(_ event: Event) -> Login.Event? {
        guard case .command(let command) = event else { return nil }
        switch command {
        case .email(let text): return shown.login.isActive ? .email(text) : nil
        case .password(let text): return shown.login.isActive ? .password(text) : nil
        case .login: return shown.login.isActive ? .login : nil
        case .logout: return isCovering ? nil : .logout
        case .tab, .refresh, .add, .amount, .category, .create, .cancel, .open, .back, .delete: return nil
        }
    }

    private func addExpenseEvent(_ event: Event) -> AddExpense.Event? {
        switch event {
        case .command(let command):
            guard shown.addExpense.isActive else { return nil }
            switch command {
            case .amount(let amount): return .amount(amount)
            case .category(let text): return .category(text)
            case .create: return .create
            case .email, .password, .login, .logout, .tab, .refresh, .add, .cancel, .open, .back, .delete: return nil
            }
        case .clear: return .clear
        case .submitted, .loggedIn, .loggedOut, .create: return nil
        }
    }

    final class Shown: State<Modal, Modal> {
        let login = LoginShown(), nothing = NoneShown(), addExpense = AddShown()
        override func configure() { substates(login, nothing, addExpense) }
    }

    final class LoginShown: State<Shown, Modal> {
        override func always() -> Reaction {
            top.login.chart.loggedIn.isActive ? .to(superior.nothing) : .unhandled
        }
    }

    final class NoneShown: State<Shown, Modal> {
        override func always() -> Reaction {
            top.login.chart.loggedOut.isActive ? .to(superior.login) : .unhandled
        }
        override func handle(_ event: Event) -> Reaction {
            if case .command(.add) = event { .to(superior.addExpense) } else { .unhandled }
        }
    }

    final class AddShown: State<Shown, Modal> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.cancel): .to(superior.nothing)
            case .submitted(let amount, let category):
                .to(superior.nothing) { raise(.create(amount, category)) }
            default: .unhandled
            }
        }
    }
}
