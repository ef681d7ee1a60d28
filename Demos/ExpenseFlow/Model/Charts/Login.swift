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
    enum Event {
        case email(String), password(Secret<String>), login, logout
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
        @Scoped var passwordText = Secret("")
        /// Whether these credentials were refused; until something else is typed.
        @Scoped var isRefused = false

        let email = Field<LoggedOut, Login> { LoggedOut.isPlausible(email: $0.emailText) }
        let password = Field<LoggedOut, Login> { $0.passwordText.reveal().count >= 5 }
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
            case .email(let text): .handled { type { emailText = text } }
            case .password(let text): .handled { type { passwordText = text } }
            default: .unhandled
            }
        }

        private func type(_ change: () -> Void) {
            change()
            isRefused = false
        }

        private func logIn() -> Reaction {
            guard let user = top.accounts.user(email: emailText, password: passwordText.reveal()) else {
                return .handled { isRefused = true }
            }
            return .to(top.loggedIn) { top.user = user }
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
            guard case .logout = event else { return .unhandled }
            return .to(superior.loggedOut) {
                top.user = nil
                raise(.loggedOut)
            }
        }
    }
}
