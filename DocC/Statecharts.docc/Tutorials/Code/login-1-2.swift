import Statecharts

final class Login: TopState<Login.Event> {
    enum Event { case submit(String) }

    var password = ""
    let check: @Sendable (String) async throws -> Bool
    init(check: @escaping @Sendable (String) async throws -> Bool) { self.check = check }
    let typing = Typing(), asking = Asking(), inside = Inside()
    override func configure() { substates(typing, asking, inside) }

    final class Typing: State<Login, Login> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .submit(let password): .to(superior.asking) { top.password = password }
            }
        }
    }

    final class Asking: State<Login, Login> {}

    final class Inside: State<Login, Login> {}
}
