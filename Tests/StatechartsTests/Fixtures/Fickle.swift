import Statecharts

//    ┌ Fickle ───────────────────────────────────────────────────────────────┐
//    │ ●→ Home ──drop──► Away ──spread──► Wide (One.B, Two.B, Three.B)       │
//    │    any ──home──► Home                    each part of Wide: ●→ A, B   │
//    └───────────────────────────────────────────────────────────────────────┘
// Asked about "drop", home makes an arrow to three states, drops it, and answers with another. So does away about "spread".
final class Fickle: TopState<Fickle.Event> {
    enum Event: Sendable { case drop, spread, home }

    let home = Home(), away = Away(), wide = Wide()
    override func configure() { substates(home, away, wide) }
    override func handle(_ event: Event) -> Reaction { event == .home ? .to(home) : .unhandled }

    final class Home: State<Fickle, Fickle> {
        override func handle(_ event: Event) -> Reaction {
            guard event == .drop else { return .unhandled }
            let dropped: Reaction = .to(top.wide.one.a, top.wide.two.a, top.wide.three.a)
            return isActive ? .to(top.away) : dropped
        }
    }
    final class Away: State<Fickle, Fickle> {
        override func handle(_ event: Event) -> Reaction {
            guard event == .spread else { return .unhandled }
            let dropped: [Reaction] = [.to(top.wide.one.a, top.wide.two.a, top.wide.three.a), .to(top.home)]
            return isActive ? .to(top.wide.one.b, top.wide.two.b, top.wide.three.b) : dropped[0]
        }
    }
    final class Wide: OrthogonalState<Fickle, Fickle> {
        let one = One(), two = Two(), three = Three()
        override func configure() { regions(one, two, three) }
        class Part: State<Wide, Fickle> {
            let a = A(), b = B()
            override func configure() { substates(a, b) }
            final class A: State<Part, Fickle> {}
            final class B: State<Part, Fickle> {}
        }
        final class One: Part {}
        final class Two: Part {}
        final class Three: Part {}
    }
}
