import Statecharts

//    ┌ Completing ────────────────────────────────────────────────────────────────┐
//    │         ┌ Both ────────────────────────────────┐                           │
//    │         │ ┌ A ─────────────┐┌ B ─────────────┐ │                           │
//    │ ●→ Out  │ │ ●→ A1 ──a──► ◉ ││ ●→ B1 ──b──► ◉ │ │──completed──► Simple ──completed──► Out
//    │         │ └────────────────┘└────────────────┘ │                           │
//    │         └──────────────────────────────────────┘                           │
//    │         ┌ Short ─────────┐                                                 │
//    │         │   ●→ ◉         │──completed──► / effect, stays                   │
//    │         └────────────────┘                                                 │
//    └────────────────────────────────────────────────────────────────────────────┘
// "go" leads to Both, "short" to Short, "ends" to both final states at once; Both raises "raised" on entry of A's final
// state. A is asked about its completion too.
final class Completing: NotedTop<String> {
    let out = Out(), both = Both(), short = Short(), simple = Simple()
    override func configure() { substates(out, both, short, simple) }
    override func handle(_ event: String) -> Reaction { event == "raised" ? .handled(noted) : .unhandled }

    final class Out: Noted<Completing, Completing> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "go": .to(superior.both)
            case "ends": .to(superior.both.a.end, superior.both.b.end)
            case "short": .to(superior.short)
            default: .unhandled
            }
        }
    }
    final class Both: NotedRegions<Completing, Completing> {
        let a = A(), b = B()
        override func configure() { regions(a, b) }
        override func completed() -> Reaction { .to(superior.simple, effect: noted) }

        final class A: Noted<Both, Completing> {
            let a1 = A1(), end = End()
            override func configure() { substates(a1, end) }
            override func completed() -> Reaction { .handled(noted) }
            final class A1: Noted<A, Completing> {
                override func handle(_ event: String) -> Reaction {
                    event == "a" || event == "both" ? .to(superior.end) : .unhandled
                }
            }
            final class End: NotedFinal<A, Completing> {
                override func entry() {
                    top.notes.append("+\(path)")
                    raise("raised")
                }
            }
        }
        final class B: Noted<Both, Completing> {
            let b1 = B1(), end = End()
            override func configure() { substates(b1, end) }
            final class B1: Noted<B, Completing> {
                override func handle(_ event: String) -> Reaction {
                    event == "b" || event == "both" ? .to(superior.end) : .unhandled
                }
            }
            final class End: NotedFinal<B, Completing> {}
        }
    }
    final class Simple: Noted<Completing, Completing> {
        override func completed() -> Reaction { .to(superior.out, effect: noted) }
    }
    final class Short: Noted<Completing, Completing> {
        let end = End()
        override func configure() { substates(end) }
        override func completed() -> Reaction { .handled(noted) }
        final class End: NotedFinal<Short, Completing> {}
    }
}
