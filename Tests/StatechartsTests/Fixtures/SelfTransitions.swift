import Statecharts

//    ┌ SelfTransitions ────────────────────────────────────────┐
//    │    ┌ C ─────────────────────────────┐                   │
//    │ ●→ │  ●→ A ⟲ self, / internal    B  │──outer──► A       │
//    │    │                                │⇢─inner──► B       │
//    │    └────────────────────────────────┘⇢─same───► C       │
//    └─────────────────────────────────────────────────────────┘
final class SelfTransitions: NotedTop<String> {
    let c = C()
    override func configure() { substates(c) }

    final class C: Noted<SelfTransitions, SelfTransitions> {
        let a = A(), b = B()
        override func configure() { substates(a, b) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "outer": .to(a, effect: noted)
            case "inner": .local(to: b, effect: noted)
            case "same": .local(to: self, effect: noted)
            default: .unhandled
            }
        }
        final class A: Noted<C, SelfTransitions> {
            override func handle(_ event: String) -> Reaction {
                switch event {
                case "self": .to(self, effect: noted)
                case "internal": .handled(noted)
                case "nothing": .handled
                default: .unhandled
                }
            }
        }
        final class B: Noted<C, SelfTransitions> {}
    }
}
