import Statecharts

//   Login
//   ┌────────────────────────────────────────────────────────────────┐
//   │  ●──▶ LoggedOut                                                │
//   │      ┌──────────────────────────────────────────────────────┐  │
//   │      │ email:    Field         Invalid ⇄ Valid              │  │  email, password: take the text
//   │      ├──────────────────────────────────────────────────────┤  │
//   │      │ password: Field         Invalid ⇄ Valid (≥ 5)        │  │
//   │      ├──────────────────────────────────────────────────────┤  │
//   │      │ button:   SubmitButton  Inactive ⇄ Active            │  │  login [wrong]: says so
//   │      └──────────────────────────────────────────────────────┘  │
//   │           │  login [credentials right]       ▲ logout          │
//   │           ▼                                  │                 │
//   │         LoggedIn ────────────────────────────┘                 │
//   └────────────────────────────────────────────────────────────────┘

/// Who uses the application. What was typed is gone when somebody has logged in.
final class Login: TopState<Login.Event> {
    enum Event: Sendable {
        case email(String), password(String), login, logout
        /// Raised, for whoever embeds the login.
        case loggedIn(User), loggedOut
    }

    let loggedOut = LoggedOut(), loggedIn = LoggedIn()
    let accounts: Accounts
    private(set) var user: User?

    init(accounts: Accounts) { self.accounts = accounts }
    override func configure() { substates(loggedOut, loggedIn) }

    final class LoggedOut: OrthogonalState<Login, Login> {
        @Scoped var emailText = ""
        @Scoped var passwordText = ""
        /// Whether these credentials were refused; until something else is typed.
        @Scoped var isRefused = false

        let email = Field<LoggedOut, Login> { LoggedOut.isPlausible(email: $0.emailText) }
        let password = Field<LoggedOut, Login> { $0.passwordText.count >= 5 }
        let button = SubmitButton<LoggedOut, Login> {
            $0.email.valid.isActive && $0.password.valid.isActive
        } press: { form, event in
            switch event {
            case .login: form.logIn()
            case .email, .password, .logout, .loggedIn, .loggedOut: .unhandled
            }
        }
        override func configure() { regions(email, password, button) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .email(let text): .handled { self.type { self.emailText = text } }
            case .password(let text): .handled { self.type { self.passwordText = text } }
            case .login, .logout, .loggedIn, .loggedOut: .unhandled
            }
        }

        private func type(_ change: () -> Void) {
            change()
            isRefused = false
        }

        private func logIn() -> Reaction {
            guard let user = top.accounts.user(email: emailText, password: passwordText) else {
                return .handled { self.isRefused = true }
            }
            return .to(top.loggedIn) { self.top.user = user }
        }

        /// Something before an @ and two words joined by a dot behind it.
        static func isPlausible(email: String) -> Bool {
            let parts = email.split(separator: "@", omittingEmptySubsequences: false)
            guard parts.count == 2, !email.contains(" "), !parts[0].isEmpty else { return false }
            let domain = parts[1].split(separator: ".", omittingEmptySubsequences: false)
            return domain.count >= 2 && !domain.contains("")
        }
    }

    final class LoggedIn: State<Login, Login> {
        override func entry() {
            if let user = top.user { raise(.loggedIn(user)) }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .logout:
                .to(superior.loggedOut) {
                    self.top.user = nil
                    self.raise(.loggedOut)
                }
            case .email, .password, .login, .loggedIn, .loggedOut: .unhandled
            }
        }
    }
}
