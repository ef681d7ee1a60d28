import Statecharts

//    ┌ Forms ─────────────────────────────┐
//    │    ┌ Form ───────┐                 │
//    │ ●→ │ ●→ page     │ ⟲ again         │
//    │    └─────────────┘                 │
//    └────────────────────────────────────┘
// Initial values are asked of the top, of the state itself, and of the superior. Form and Page show nothing of themselves to mirrors.
final class Forms: TopState<Forms.Event> {
    enum Event: Sendable { case again, turn }
    var firstName = "Ada", count = 0
    let form = Form()
    override func configure() { substates(form) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .again: .to(form)
        case .turn: .unhandled
        }
    }

    final class Form: State<Forms, Forms>, CustomReflectable {
        @Scoped(\Form.top.firstName) var firstName: String
        @Scoped({ (form: Form) in form.firstName + " Lovelace" }) var name: String
        @Scoped({ (form: Form) in form.number() }) var title: String
        let page = Page<Form, Forms>()
        var values: [String] { [firstName, name, title] }
        var customMirror: Mirror { Mirror(self, children: []) }
        override func configure() { substates(page) }
        func number() -> String {
            superior.count += 1
            return "form \(superior.count)"
        }
    }

    class Titled<Superior: StateNode, Top: Statechart>: State<Superior, Top> {
        @Scoped({ (page: Titled) in page.makeTitle() }) var title: String
        func makeTitle() -> String { "" }
    }

    final class Page<Superior: StateNode, Top: Statechart>: Titled<Superior, Top>, CustomReflectable {
        @Scoped var turns = 0
        var customMirror: Mirror { Mirror(self, children: [], ancestorRepresentation: .suppressed) }
        override var stateName: String? { "page" }
        override func makeTitle() -> String { "page of " + ((superior as? Form)?.name ?? "") }
        override func handle(_ event: Top.Event) -> Reaction {
            if case .turn = event as? Forms.Event { .handled { self.turns += 1 } } else { .unhandled }
        }
    }
}
