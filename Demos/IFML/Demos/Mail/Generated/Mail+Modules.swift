import IFMLRuntime
import Statecharts

extension Mail {
    /// The container `loginPage`.
    final class LoginPage: State<Mail, Mail> {
        @Scoped var loginForm = LoginForm()
        let showing = Showing(), performingAuthenticate = PerformingAuthenticate()

        override func configure() { substates(showing, performingAuthenticate) }

        final class Showing: State<LoginPage, Mail> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .loginFormLogIn:
                    guard top.isOnTop,
                        superior.loginForm.isValid,
                        let password = superior.loginForm.password.value
                    else { return .unhandled }
                    return .to(superior.performingAuthenticate) {
                        top.data.authenticate = Authenticate(user: top.data.loginFormUser, password: password)
                    }
                case .loginFormPassword(let text):
                    guard top.isOnTop else { return .unhandled }
                    return .handled { superior.loginForm.password.set(text) }
                default: return .unhandled
                }
            }
        }

        final class PerformingAuthenticate: State<LoginPage, Mail> {
            override func entry() {
                top.data.navigation.message = nil
                guard let action = top.data.authenticate else { return }
                run(
                    "authenticate",
                    { [actions = top.actions] in
                        try await actions.authenticate(user: action.user, password: action.password)
                    }, done: { .authenticateEnded($0) })
            }

            override func restored() { entry() }

            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .authenticateEnded(.accepted(let user)):
                    return .to(top.mailbox) {
                        top.data.doneUser = user
                        top.data.navigation.show(.mailbox)
                    }
                case .authenticateEnded(.rejected): return .to(superior.showing)
                default: return .unhandled
                }
            }

            override func failed(_ error: any Error) -> Reaction {
                .to(superior.showing) { top.data.navigation.message = "\(error)" }
            }
        }
    }
}
