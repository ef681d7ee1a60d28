import Statecharts

//    ┌ Watching ─────────────────────────────────────────────┐
//    │    ┌ P ─────────────────────────────┐                 │
//    │ ●→ │  ●→ A ───go───► B              │ ──out──► Out    │
//    │    └────────────────────────────────┘                 │
//    └───────────────────────────────────────────────────────┘
// Every action writes down what is active while it runs.
final class Watching: NotedTop<String> {
    var seen: [String] = []
    let p = P(), out = Out()
    override func configure() { substates(p, out) }
    override func entry() { see("entry of the top") }
    func see(_ place: String) {
        let active = [
            ("top", isActive), ("P", p.isActive), ("A", p.a.isActive), ("B", p.b.isActive), ("Out", out.isActive),
        ]
        seen.append(place + ": " + active.filter(\.1).map(\.0).joined(separator: " "))
    }

    final class P: State<Watching, Watching> {
        let a = A(), b = B()
        override func configure() { substates(a, b) }
        override func handle(_ event: String) -> Reaction {
            event == "out" ? .to(superior.out) { self.top.see("effect of out") } : .unhandled
        }
        override func exit() { top.see("exit of P") }
    }
    final class A: State<P, Watching> {
        override func handle(_ event: String) -> Reaction {
            event == "go" ? .to(superior.b) { self.top.see("effect of go") } : .unhandled
        }
        override func exit() { top.see("exit of A") }
    }
    final class B: State<P, Watching> {
        override func entry() { top.see("entry of B") }
        override func exit() { top.see("exit of B") }
    }
    final class Out: State<Watching, Watching> {
        override func exit() { top.see("exit of Out") }
    }
}
