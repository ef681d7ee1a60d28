import Statecharts

//    ┌ TwoChoices ───────────────────────────────────────────────────────┐
//    │          ┌ Both ───────────────────────────────────────────────┐  │
//    │          │ ┌ A ───────────────────┐┌ B ──────────────────────┐ │  │
//    │ ●→ Out ─►│ │ ●→ ◇ ──► A1 or A2    ││ ●→ ◇ ──► B1 or B2 or Out │ │  │
//    │          │ └──────────────────────┘└─────────────────────────┘ │  │
//    │          └─────────────────────────────────────────────────────┘  │
//    └───────────────────────────────────────────────────────────────────┘
// The event names where the choices lead; B's choice can lead out of everything that was just entered.
final class TwoChoices: NotedTop<[String]> {
    var plan: [String] = []
    let out = Out(), both = Both()
    override func configure() { substates(out, both) }

    final class Out: Noted<TwoChoices, TwoChoices> {
        override func handle(_ event: [String]) -> Reaction {
            .to(superior.both) {
                self.noted()
                self.top.plan = event
            }
        }
    }
    final class Both: NotedRegions<TwoChoices, TwoChoices> {
        let a = A(), b = B()
        override func configure() { regions(a, b) }
        final class A: Noted<Both, TwoChoices> {
            let a1 = A1(), a2 = A2()
            let pick = Choice<A, TwoChoices> { $0.top.plan.contains("A2") ? .to($0.a2) : .to($0.a1) }
            override func configure() { substates(pick, a1, a2, initial: pick) }
            final class A1: Noted<A, TwoChoices> {}
            final class A2: Noted<A, TwoChoices> {}
        }
        final class B: Noted<Both, TwoChoices> {
            let b1 = B1(), b2 = B2()
            let pick = Choice<B, TwoChoices> { b in
                if b.top.plan.contains("Out") { return .to(b.top.out) }
                return b.top.plan.contains("B2") ? .to(b.b2) : .to(b.b1)
            }
            override func configure() { substates(pick, b1, b2, initial: pick) }
            final class B1: Noted<B, TwoChoices> {}
            final class B2: Noted<B, TwoChoices> {}
        }
    }
}
