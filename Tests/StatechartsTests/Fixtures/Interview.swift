import Statecharts

//    ┌ Interview ──────────────────────────────────────────────────────────────┐
//    │ ┌ M ──────────────────────────────────────────────────────────────────┐ │
//    │ │ ┌ Both ───────────────────────────────────────────────────────────┐ │ │
//    │ │ │ ┌ A ──────┐┌ B ──────────────────────────────┐┌ C ────────────┐ │ │ │
//    │ │ │ │ ●→ A1   ││ ┌ N ──────────────────────────┐ ││ ●→ C1         │ │ │ │
//    │ │ │ │         ││ │ ┌ X ──────┐┌ Y ──────┐      │ ││               │ │ │ │
//    │ │ │ │         ││ │ │ ●→ X1   ││ ●→ Y1   │      │ ││               │ │ │ │
//    │ │ │ │         ││ │ └─────────┘└─────────┘      │ ││               │ │ │ │
//    │ │ │ │         ││ └─────────────────────────────┘ ││               │ │ │ │
//    │ │ │ └─────────┘└─────────────────────────────────┘└───────────────┘ │ │ │
//    │ │ └─────────────────────────────────────────────────────────────────┘ │ │
//    │ └─────────────────────────────────────────────────────────────────────┘ │
//    └─────────────────────────────────────────────────────────────────────────┘
// An event lists the names of the states that react to it. Every state writes down that it was asked.
final class Interview: NotedTop<[String]> {
    var asked: [String] = []
    let m = M()
    override func configure() { substates(m) }
    override func handle(_ event: [String]) -> Reaction {
        asked.append("top")
        return event.contains("top") ? .handled(noted) : .unhandled
    }

    class Asked<Superior: StateNode>: Noted<Superior, Interview> {
        override func handle(_ event: [String]) -> Reaction {
            let name = String(path.split(separator: ".").last ?? "")
            top.asked.append(name)
            return event.contains(name) ? .handled(noted) : .unhandled
        }
    }
    class AskedRegions<Superior: StateNode>: NotedRegions<Superior, Interview> {
        override func handle(_ event: [String]) -> Reaction {
            let name = String(path.split(separator: ".").last ?? "")
            top.asked.append(name)
            return event.contains(name) ? .handled(noted) : .unhandled
        }
    }
    final class M: Asked<Interview> {
        let both = Both()
        override func configure() { substates(both) }
    }
    final class Both: AskedRegions<M> {
        let a = A(), b = B(), c = C()
        override func configure() { regions(a, b, c) }
    }
    final class A: Asked<Both> {
        let a1 = A1()
        override func configure() { substates(a1) }
    }
    final class A1: Asked<A> {}
    final class B: Asked<Both> {
        let n = N()
        override func configure() { substates(n) }
    }
    final class N: AskedRegions<B> {
        let x = X(), y = Y()
        override func configure() { regions(x, y) }
    }
    final class X: Asked<N> {
        let x1 = X1()
        override func configure() { substates(x1) }
    }
    final class X1: Asked<X> {}
    final class Y: Asked<N> {
        let y1 = Y1()
        override func configure() { substates(y1) }
    }
    final class Y1: Asked<Y> {}
    final class C: Asked<Both> {
        let c1 = C1()
        override func configure() { substates(c1) }
    }
    final class C1: Asked<C> {}
}
