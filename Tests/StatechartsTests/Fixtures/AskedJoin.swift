import Statecharts

//    ┌ AskedJoin ───────────────────────────────────────────────────┐
//    │    ┌ Both ───────────────────────────────────┐               │
//    │    │ ┌ A ──────────────┐┌ B ────────────────┐ │ finish        │
//    │ ●→ │ │ ●→ A1 ──a──► A2 ││ ●→ B1 ──b──► B2   │ ├─[allowed]──► Done
//    │    │ └─────────────────┘└───────────────────┘ │               │
//    │    └──────────────────────────────────────────┘               │
//    └──────────────────────────────────────────────────────────────┘
// A2 answers "finish" with the join; Both counts how often it was asked instead.
final class AskedJoin: NotedTop<String> {
    let both = Both(), done = Done()
    var isAllowed = true
    override func configure() { substates(both, done) }

    final class Both: NotedRegions<AskedJoin, AskedJoin> {
        let a = A(), b = B()
        let merge = Join<Both, AskedJoin>(
            from: { [$0.a.a2, $0.b.b2] }, on: .reaction,
            to: { both in
                both.top.isAllowed ? .to(both.top.done) { both.top.notes.append("!Both.merge") } : .unhandled
            })
        override func configure() { regions(a, b, merge) }
        override func handle(_ event: String) -> Reaction { event == "finish" ? .handled(noted) : .unhandled }

        final class A: Noted<Both, AskedJoin> {
            let a1 = A1(), a2 = A2()
            override func configure() { substates(a1, a2) }
            final class A1: Noted<A, AskedJoin> {
                override func handle(_ event: String) -> Reaction { event == "a" ? .to(superior.a2) : .unhandled }
            }
            final class A2: Noted<A, AskedJoin> {
                override func handle(_ event: String) -> Reaction {
                    event == "finish" ? .to(superior.superior.merge, effect: noted) : .unhandled
                }
            }
        }
        final class B: Noted<Both, AskedJoin> {
            let b1 = B1(), b2 = B2()
            override func configure() { substates(b1, b2) }
            final class B1: Noted<B, AskedJoin> {
                override func handle(_ event: String) -> Reaction { event == "b" ? .to(superior.b2) : .unhandled }
            }
            final class B2: Noted<B, AskedJoin> {}
        }
    }
    final class Done: Noted<AskedJoin, AskedJoin> {}
}
