import Statecharts

//    ┌ Mixed ────────────────────────────────────────────────────────────────────┐
//    │ ┌ Both ─────────────────────────────────────────────────────────────────┐ │
//    │ │ ┌ A ───────────────────────────┐┌ B ────────────────────────────────┐ │ │
//    │ │ │ ●→ A1 (x / internal)         ││ ●→ B1 ──x──► Out                   │ │ │
//    │ │ │       ──y──► A2              ││        ──y──► ✕                    │ │ │
//    │ │ │       ──z──► Out             ││        ──z──► Out                  │ │ │
//    │ │ └──────────────────────────────┘└───────────────────────────────────┘ │ │
//    │ └───────────────────────────────────────────────────────────────────────┘ │
//    └───────────────────────────────────────────────────────────────────────────┘
final class Mixed: NotedTop<String> {
    let both = Both(), out = Out()
    override func configure() { substates(both, out) }
    final class Both: NotedRegions<Mixed, Mixed> {
        let a = A(), b = B()
        override func configure() { regions(a, b) }
        final class A: Noted<Both, Mixed> {
            let a1 = A1(), a2 = A2()
            override func configure() { substates(a1, a2) }
            final class A1: Noted<A, Mixed> {
                override func handle(_ event: String) -> Reaction {
                    switch event {
                    case "x": .handled(noted)
                    case "y": .to(superior.a2, effect: noted)
                    case "z": .to(top.out, effect: noted)
                    default: .unhandled
                    }
                }
            }
            final class A2: Noted<A, Mixed> {}
        }
        final class B: Noted<Both, Mixed> {
            let b1 = B1(), kill = Terminate<B, Mixed>()
            override func configure() { substates(b1, kill) }
            final class B1: Noted<B, Mixed> {
                override func handle(_ event: String) -> Reaction {
                    switch event {
                    case "x": .to(top.out, effect: noted)
                    case "y": .to(superior.kill, effect: noted)
                    case "z": .to(top.out, effect: noted)
                    default: .unhandled
                    }
                }
            }
        }
    }
    final class Out: Noted<Mixed, Mixed> {}
}
