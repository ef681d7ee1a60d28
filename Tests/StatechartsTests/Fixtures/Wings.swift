import Statecharts

//    ┌ Wings ───────────────────────────────────────────────────────────────┐
//    │ ┌ Left ────────────────────────────┐┌ Right ───────────────────────┐ │
//    │ │ ●→ A ──next──► B ──home──► Wings ││ ●→ A ──next──► B ──up──► Wings│ │
//    │ └──────────────────────────────────┘└──────────────────────────────┘ │
//    │ (H*) past ◄──past── Wings    (H*) past ◄──back── Left                │
//    └──────────────────────────────────────────────────────────────────────┘
// Left answers "up" with itself, Right "home": each is in the way of the other one's transition to the top.
final class Wings: NotedTop<String> {
    let left = Left(), right = Right(), past = DeepHistory<Wings, Wings>()
    override func configure() { regions(left, right, past) }
    override func handle(_ event: String) -> Reaction {
        switch event {
        case "all": .to(self, effect: noted)
        case "past": .to(past, effect: noted)
        default: .unhandled
        }
    }

    final class Left: Noted<Wings, Wings> {
        let a = A(), b = B()
        override func configure() { substates(a, b) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "up": .to(self, effect: noted)
            case "back": .to(superior.past, effect: noted)
            default: .unhandled
            }
        }
        final class A: Noted<Left, Wings> {
            override func handle(_ event: String) -> Reaction { event == "next" ? .to(superior.b) : .unhandled }
        }
        final class B: Noted<Left, Wings> {
            override func handle(_ event: String) -> Reaction {
                event == "home" ? .to(top, effect: noted) : .unhandled
            }
        }
    }
    final class Right: Noted<Wings, Wings> {
        let a = A(), b = B()
        override func configure() { substates(a, b) }
        override func handle(_ event: String) -> Reaction { event == "home" ? .to(self, effect: noted) : .unhandled }
        final class A: Noted<Right, Wings> {
            override func handle(_ event: String) -> Reaction { event == "next" ? .to(superior.b) : .unhandled }
        }
        final class B: Noted<Right, Wings> {
            override func handle(_ event: String) -> Reaction { event == "up" ? .to(top, effect: noted) : .unhandled }
        }
    }
}
