import Statecharts

//    ┌ Memory ──────────────────────────────────────────────────────────────┐
//    │              ┌ Box ───────────────────────────────────────────────┐  │
//    │              │               ┌ Inner ─────────────────────────┐   │  │
//    │ ●→ Out ◄leave│  ●→ A ─next─► │              ┌ Y ───────────┐  │   │  │
//    │              │               │ ●→ X ──next─►│ ●→ Y1 ─► Y2  │  │   │  │
//    │              │               │              └──────────────┘  │   │  │
//    │              │               └──┬─────────────────────────────┘   │  │
//    │              │   (H) → Y        └─end──► ◉ End      (H*)          │  │
//    │              └────────────────────────────────────────────────────┘  │
//    └──────────────────────────────────────────────────────────────────────┘
// In Out: "in" leads to Box, "shallow" to (H), whose default is Y, "deep" to (H*), which has none.
// "again" leaves and enters Box through (H*), "rest" goes to Inner itself, which has no initial substate when `rests`.
final class Memory: NotedTop<String> {
    let out = Out(), box: Box
    init(rests: Bool = false) { box = Box(rests: rests) }
    override func configure() { substates(out, box) }

    final class Out: Noted<Memory, Memory> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "in": .to(superior.box)
            case "shallow": .to(superior.box.shallow)
            case "deep": .to(superior.box.deep)
            default: .unhandled
            }
        }
    }
    final class Box: Noted<Memory, Memory> {
        let a = A(), inner: Inner, end = End()
        let shallow = ShallowHistory<Box, Memory> { $0.inner.y }
        let deep = DeepHistory<Box, Memory>()
        init(rests: Bool) { inner = Inner(rests: rests) }
        override func configure() { substates(a, inner, end, shallow, deep) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "leave": .to(superior.out)
            case "again": .to(deep)
            default: .unhandled
            }
        }
        final class A: Noted<Box, Memory> {
            override func handle(_ event: String) -> Reaction { event == "next" ? .to(superior.inner) : .unhandled }
        }
        final class Inner: Noted<Box, Memory> {
            let x = X(), y = Y(), rests: Bool
            init(rests: Bool) { self.rests = rests }
            override func configure() { if rests { substates(x, y, initial: nil) } else { substates(x, y) } }
            override func handle(_ event: String) -> Reaction { event == "end" ? .to(superior.end) : .unhandled }
            final class X: Noted<Inner, Memory> {
                override func handle(_ event: String) -> Reaction { event == "next" ? .to(superior.y) : .unhandled }
            }
            final class Y: Noted<Inner, Memory> {
                let y1 = Y1(), y2 = Y2()
                override func configure() { substates(y1, y2) }
                final class Y1: Noted<Y, Memory> {
                    override func handle(_ event: String) -> Reaction {
                        event == "next" ? .to(superior.y2) : .unhandled
                    }
                }
                final class Y2: Noted<Y, Memory> {}
            }
        }
        final class End: NotedFinal<Box, Memory> {}
    }
}
