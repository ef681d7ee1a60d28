import Statecharts

//    ┌ Finishing ──────────────────────────────────────────────────────────────────────────┐
//    │          ┌ Outer ────────────────────────────────────────────────────────────────┐  │
//    │          │    ┌ Both ────────────────────────────────────────────────────────┐   │  │
//    │          │    │ ┌ A ────────────────────────┐┌ B ───────────────────────────┐│   │  │
//    │          │    │ │ ┌ Work ─────────┐         ││                              ││   │  │
//    │ ●→ Out   │ ●→ │ │ │ ●→ One → Done │ → End   ││ ●→ One ──b──► End            ││   │  │
//    │          │    │ │ └───────────────┘         ││                              ││   │  │
//    │          │    │ └───────────────────────────┘└──────────────────────────────┘│   │  │
//    │          │    └──────────────────────────────────────────────────────────────┘   │  │
//    │          │  (H) (H*)                                                             │  │
//    │          └───────────────────────────────────────────────────────────────────────┘  │
//    └─────────────────────────────────────────────────────────────────────────────────────┘
// "w" ends Work, "a" and "b" the regions, "leave" leads to Out, "deep" and "shallow" to Outer's histories, "both" to Both, which
// resumes everything by default if it is made so.
final class Finishing: NotedTop<String> {
    let out = Out(), outer: Outer
    init(_ history: HistoryKind = .none) { outer = Outer(history) }
    override func configure() { substates(out, outer) }
    override func handle(_ event: String) -> Reaction {
        switch event {
        case "leave": .to(out)
        case "deep": .to(outer.deep)
        case "shallow": .to(outer.shallow)
        case "both": .to(outer.both)
        default: .unhandled
        }
    }

    final class Out: Noted<Finishing, Finishing> {}
    final class Outer: Noted<Finishing, Finishing> {
        let both: Both, deep = DeepHistory<Outer, Finishing>(), shallow = ShallowHistory<Outer, Finishing>()
        init(_ history: HistoryKind) { both = Both(history) }
        override func configure() { substates(both, deep, shallow) }
    }
    final class Both: NotedRegions<Outer, Finishing> {
        let a = A(), b = B(), history: HistoryKind
        init(_ history: HistoryKind) { self.history = history }
        override func configure() { regions(a, b, history: history) }
        final class A: Noted<Both, Finishing> {
            let work = Work(), end = End()
            override func configure() { substates(work, end) }
            override func handle(_ event: String) -> Reaction { event == "a" ? .local(to: end) : .unhandled }
            final class Work: Noted<A, Finishing> {
                let one = One(), done = Done()
                override func configure() { substates(one, done) }
                override func handle(_ event: String) -> Reaction { event == "w" ? .local(to: done) : .unhandled }
                final class One: Noted<Work, Finishing> {}
                final class Done: NotedFinal<Work, Finishing> {}
            }
            final class End: NotedFinal<A, Finishing> {}
        }
        final class B: Noted<Both, Finishing> {
            let one = One(), end = End()
            override func configure() { substates(one, end) }
            override func handle(_ event: String) -> Reaction { event == "b" ? .local(to: end) : .unhandled }
            final class One: Noted<B, Finishing> {}
            final class End: NotedFinal<B, Finishing> {}
        }
    }
}
