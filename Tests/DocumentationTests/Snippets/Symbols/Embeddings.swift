import Statecharts

//   App                                            Login
//   ┌───────────────────────────────────────┐      ┌──────────────────────────────────────────────────┐
//   │  ●──▶ Login ──cancelled──▶ Home       │      │ ●──▶ Typing ──done──▶ (passed outward: signedIn) │
//   │        ▲ recovery           │         │      │ ○ recovery ──▶ Recovering ──▶ ⊗ cancelled        │
//   │        └──forgotPassword────┘         │      └──────────────────────────────────────────────────┘
//   │  welcome: notes the user · cancel ──▶ Home │
//   └───────────────────────────────────────┘
enum Embeddings {
    final class App: TopState<App.Event> {
        enum Event {
            case typed(Character), welcome(String), forgotPassword, cancel
            var key: Character? { if case .typed(let key) = self { key } else { nil } }
        }

        let home = Home()
        var isLocked = false, users: [String] = []
        // snippet: Submachine with its superior
        let login = Submachine<App, App, Login>(Login()) { app, event in
            app.isLocked ? nil : event.key.map { .typed($0) }
        } outward: { app, event in
            if case .signedIn(let user) = event { .welcome(user) } else { nil }
        }
        // end snippet

        // snippet: leads(from:)
        override func configure() {
            login.leads(from: \.cancelled) { app in .to(app.home) }
            substates(login, home)
        }
        // end snippet

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .welcome(let user): .handled { users.append(user) }
            case .cancel: .to(home)
            default: .unhandled
            }
        }

        final class Home: State<App, App> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                // snippet: entryPoint
                case .forgotPassword: .to(superior.login.entryPoint(\.recovery))
                // end snippet
                default: .unhandled
                }
            }
        }
    }

    final class Login: TopState<Login.Event> {
        enum Event { case typed(Character), signedIn(String) }
        let typing = Typing(), recovering = Recovering()
        let recovery = EntryPoint<Login, Login> { [$0.recovering] }
        let cancelled = ExitPoint<Login, Login>()
        var name = ""
        override func configure() { substates(typing, recovering, recovery, cancelled) }

        final class Typing: State<Login, Login> {
            override func handle(_ event: Event) -> Reaction {
                guard case .typed(let key) = event else { return .unhandled }
                if key == "\n" { return .handled { top.raise(.signedIn(top.name)) } }
                return .handled { top.name.append(key) }
            }
        }

        final class Recovering: State<Login, Login> {
            override func handle(_ event: Event) -> Reaction {
                guard case .typed("\n") = event else { return .unhandled }
                return .to(superior.cancelled)
            }
        }
    }

    /// A chart whose regions are counted when it is made, and one with as many substates as it was given.
    final class Street: TopState<Void> {
        let row: Row
        init(_ count: Int) { row = Row(count) }
        override func configure() { substates(row) }
    }

    final class Row: OrthogonalState<Street, Street> {
        // snippet: regions of an array
        let lamps: [Lamp]
        init(_ count: Int) { lamps = (0..<count).map { _ in Lamp() } }
        override func configure() { regions(lamps) }
        // end snippet

        final class Lamp: State<Row, Street> {}
    }

    final class Recipe: TopState<Void> {
        // snippet: substates of an array
        let steps: [Step]
        override func configure() { substates(steps) }
        // end snippet
        init(_ texts: [String]) { steps = texts.map(Step.init) }

        final class Step: State<Recipe, Recipe> {
            let text: String
            init(_ text: String) { self.text = text }
            override func handle(_ event: Void) -> Reaction {
                guard let here = superior.steps.firstIndex(where: { $0 === self }) else { return .unhandled }
                return here + 1 < superior.steps.count ? .to(superior.steps[here + 1]) : .unhandled
            }
        }
    }
}
