import Statecharts

final class Login: TopState<Login.Event> {
    enum Event { case submit(String), answered(Bool), unlock, retry, leave }

    var password = "", attempts = 0, failures = 0
    let check: @Sendable (String) async throws -> Bool
    init(check: @escaping @Sendable (String) async throws -> Bool) { self.check = check }
    let typing = Typing(), asking = Asking(), inside = Inside(), locked = Locked(),
        waiting = Waiting()
    override func configure() { substates(typing, asking, inside, locked, waiting) }

    final class Typing: State<Login, Login> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .submit(let password):
                .to(superior.asking) {
                    top.password = password
                    top.failures = 0
                }
            default: .unhandled
            }
        }
    }

    final class Asking: State<Login, Login> {
        override func entry() {
            run { [check = top.check, password = top.password] in
                try await check(password)
            } done: {
                .answered($0)
            }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .answered(true): .to(superior.inside)
            case .answered(false):
                top.attempts < 2
                    ? .to(superior.typing) { top.attempts += 1 }.when("attempts are left")
                    : .to(superior.locked).when("no attempt is left")
            default: .unhandled
            }
        }
        override func failed(_ error: any Error) -> Reaction {
            top.failures < 5
                ? .to(superior.waiting) { top.failures += 1 }.when("it is worth a try")
                : .to(superior.typing).when("it is not")
        }
    }

    final class Waiting: State<Login, Login> {
        override func entry() { after(.seconds(2), send: .retry) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .retry: .to(superior.asking)
            default: .unhandled
            }
        }
    }

    final class Inside: State<Login, Login> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .leave: .to(superior.typing) { top.attempts = 0 }
            default: .unhandled
            }
        }
    }

    final class Locked: State<Login, Login> {
        override func entry() { after(.seconds(30), send: .unlock) }
        override func exit() { top.attempts = 0 }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .unlock: .to(superior.typing)
            default: .unhandled
            }
        }
    }
}
