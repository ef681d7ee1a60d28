import Statecharts

//    ┌ Resuming ─────────────────────────────────────────────────────────┐
//    │         ┌ Box (history: none, shallow or deep) ────────────────┐  │
//    │ ●→ Out ►│  ●→ A ──next──► ┌ Inner ─────────────────┐           │  │
//    │        ◄│                 │ ●→ X ──next──► Y       │ ─end─► ◉  │  │
//    │         │                 └────────────────────────┘           │  │
//    │         └──────────────────────────────────────────────────────┘  │
//    └───────────────────────────────────────────────────────────────────┘
// "toggle" goes in and out, "first" from Out to A itself.
final class Resuming: NotedTop<String> {
    let out = Out(), box: Box
    init(_ history: HistoryKind) { box = Box(history) }
    override func configure() { substates(out, box) }

    final class Out: Noted<Resuming, Resuming> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "toggle": .to(superior.box)
            case "first": .to(superior.box.a)
            default: .unhandled
            }
        }
    }
    final class Box: Noted<Resuming, Resuming> {
        let a = A(), inner = Inner(), end = End(), kind: HistoryKind
        init(_ kind: HistoryKind) { self.kind = kind }
        override func configure() { substates(a, inner, end, history: kind) }
        override func handle(_ event: String) -> Reaction { event == "toggle" ? .to(superior.out) : .unhandled }
        final class A: Noted<Box, Resuming> {
            override func handle(_ event: String) -> Reaction { event == "next" ? .to(superior.inner) : .unhandled }
        }
        final class Inner: Noted<Box, Resuming> {
            let x = X(), y = Y()
            override func configure() { substates(x, y) }
            override func handle(_ event: String) -> Reaction { event == "end" ? .to(superior.end) : .unhandled }
            final class X: Noted<Inner, Resuming> {
                override func handle(_ event: String) -> Reaction { event == "next" ? .to(superior.y) : .unhandled }
            }
            final class Y: Noted<Inner, Resuming> {}
        }
        final class End: NotedFinal<Box, Resuming> {}
    }
}
