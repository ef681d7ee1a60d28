import Statecharts

//    ┌ LeafWays ──────────────────────────────────────────────────────────────────────┐
//    │                  ┌ Both ───────────────────────────────────────────────────┐   │
//    │  pause           │ ┌ A ──────────────────────────┐┌ B ───────────────────┐ │   │
//    │ Pause ◄── Out ─┃─┼─┼──────────► A2               ││ ●→ B1 ──b──► B2      │ │   │
//    │   └──────► ▲   ┃─┼─┼─────────────────────────────┼┼──► B1                │ │   │
//    │      split │     │ │ ●→ A1 ──a──► A2 ┃─over──► A1 ││                      │ │   │
//    │            │     │ │    A1 ──step──► A3          ││    B1 ──step──► B3   │ │   │
//    │            │     │ └─────────────────────────────┘└───────────────┃──────┘ │   │
//    │            │     └────────────────────────────────────────────────┃────────┘   │
//    │            └──────────────────────────────────────────────────────┃ asked      │
//    └────────────────────────────────────────────────────────────────────────────────┘
// Out and Pause own a fork each, A2 and B3 a join each; none of them has anything else inside. "fork" goes to A2 and B1
// through Out's split. A2's join over comes from A2 and B2, which all are left on its way to A1; B3's join asked comes from
// A3 and B3 when "finish" asks for it. "go" leads to Both, "same" and "stay" from Out to Out, Pause is over at once.
final class LeafWays: NotedTop<String> {
    let out = Out(), pause = Pause(), both = Both()
    override func configure() { substates(out, pause, both) }

    final class Out: Noted<LeafWays, LeafWays> {
        let split = Fork<Out, LeafWays> { [$0.top.both.a.a2, $0.top.both.b.b1] }
        override func configure() { substates(split) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "fork": .to(split, effect: noted)
            case "go": .to(superior.both)
            case "pause": .to(superior.pause)
            case "same": .to(self, effect: noted)
            case "stay": .local(to: self, effect: noted)
            default: .unhandled
            }
        }
    }
    final class Pause: Noted<LeafWays, LeafWays> {
        let split = Fork<Pause, LeafWays> { [$0.top.both.a.a1, $0.top.both.b.b1] }
        override func configure() { substates(split) }
        override func completed() -> Reaction { .to(superior.out, effect: noted) }
    }
    final class Both: NotedRegions<LeafWays, LeafWays> {
        let a = A(), b = B()
        override func configure() { regions(a, b) }

        final class A: Noted<Both, LeafWays> {
            let a1 = A1(), a2 = A2(), a3 = A3()
            override func configure() { substates(a1, a2, a3) }
            final class A1: Noted<A, LeafWays> {
                override func handle(_ event: String) -> Reaction {
                    switch event {
                    case "a": .to(superior.a2)
                    case "step": .to(superior.a3)
                    default: .unhandled
                    }
                }
            }
            final class A2: Noted<A, LeafWays> {
                let over = Join<A2, LeafWays>(
                    from: { [$0, $0.top.both.b.b2] },
                    to: { a2 in .to(a2.superior.a1) { a2.top.notes.append("!\(a2.path).over") } })
                override func configure() { substates(over) }
            }
            final class A3: Noted<A, LeafWays> {}
        }
        final class B: Noted<Both, LeafWays> {
            let b1 = B1(), b2 = B2(), b3 = B3()
            override func configure() { substates(b1, b2, b3) }
            final class B1: Noted<B, LeafWays> {
                override func handle(_ event: String) -> Reaction {
                    switch event {
                    case "b": .to(superior.b2)
                    case "step": .to(superior.b3)
                    default: .unhandled
                    }
                }
            }
            final class B2: Noted<B, LeafWays> {}
            final class B3: Noted<B, LeafWays> {
                let asked = Join<B3, LeafWays>(
                    from: { [$0.top.both.a.a3, $0] }, on: .reaction, to: { .to($0.top.out) })
                override func configure() { substates(asked) }
                override func handle(_ event: String) -> Reaction {
                    event == "finish" ? .to(asked, effect: noted) : .unhandled
                }
            }
        }
    }
}
