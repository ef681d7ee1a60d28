import Statecharts

//   Greeter
//   ┌──────────────────────────────────────────────────┐
//   │            greet [name]           again          │
//   │ ●─▶ Asking ────────────▶ Greeting ───────┐       │
//   │      ▲                                   │       │
//   │      └───────────────────────────────────┘       │
//   └──────────────────────────────────────────────────┘

// snippet: greeter
/// Asks for a name and greets.
final class Greeter: TopState<Greeter.Event> {
    enum Event: Hashable { case name(String), greet, again }

    let asking = Asking(), greeting = Greeting()
    fileprivate(set) var name = ""
    override func configure() { substates(asking, greeting) }

    final class Asking: State<Greeter, Greeter> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .name(let name): .handled { top.name = name }
            case .greet: top.name.isEmpty ? .unhandled : .to(superior.greeting)
            default: .unhandled
            }
        }
    }

    final class Greeting: State<Greeter, Greeter> {
        override func handle(_ event: Event) -> Reaction {
            event == .again ? .to(superior.asking) { top.name = "" } : .unhandled
        }
    }
}
// end snippet

enum UserInterfaceArticle {
    // snippet: a view of a machine
    @MainActor
    static func greet() async throws -> String {
        let machine = Machine(Greeter(), on: MainActor.shared)
        try await machine.start()
        let view = MachineView(machine, initially: "") { top, _ in top.name }

        view.post(.name("Ada"))  // returns at once
        try await view.send(.greet)  // returns when the step is complete, and the view shows it
        return view.isActive(\.greeting) ? "Hello, \(view.value)!" : "Who are you?"
    }
    // end snippet

    // snippet: a start in states of one's choice
    static func greeting() async throws -> Machine<Greeter> {
        let machine = Machine(Greeter())
        try await machine.start(in: \.greeting)  // with the entry actions on the way there
        return machine
    }
    // end snippet

    // snippet: a machine elsewhere
    @MainActor
    static func watch(_ machine: Machine<Greeter>) async throws -> Bool {
        let view = try await MachineView(machine) { top, _ in top.name }  // waits for the step under way
        try await view.ask(whether: \.greeting)  // isActive has its answer from now on
        return view.isActive(\.greeting)
    }
    // end snippet
}
