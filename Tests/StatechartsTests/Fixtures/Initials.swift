import Statecharts

//    ┌ Initials ──────────────────────────────────────────────────────────────────────┐
//    │ ●→ Start   ┌ Second ──────┐ ┌ Rest ─────┐ ┌ Chosen ───────┐ ┌ Joined ────────┐ │
//    │            │  A    ●→ B   │ │  A   B    │ │ ●→ ◇ → A or B │ │ ●→ ◆ → A or B  │ │
//    │            └──────────────┘ └───────────┘ └───────────────┘ └────────────────┘ │
//    │            ┌ Past ────────┐                                                     │
//    │            │ ●→ (H) → B  A│                                                     │
//    │            └──────────────┘                                                     │
//    └────────────────────────────────────────────────────────────────────────────────┘
// Each event names the state to go to; "A" and "B" lead inside Rest; `takesB` decides for ◇ and ◆.
final class Initials: NotedTop<String> {
    var takesB = false
    let start = Start(), second = Second(), rest = Rest(), chosen = Chosen(), joined = Joined(), past = Past()
    override func configure() { substates(start, second, rest, chosen, joined, past) }
    override func handle(_ event: String) -> Reaction {
        switch event {
        case "Start": .to(start)
        case "Second": .to(second)
        case "Rest": .to(rest)
        case "Chosen": .to(chosen)
        case "Joined": .to(joined)
        case "Past": .to(past)
        default: .unhandled
        }
    }
    final class Start: Noted<Initials, Initials> {}
    final class Second: Noted<Initials, Initials> {
        let a = A<Second>(), b = B<Second>()
        override func configure() { substates(a, b, initial: b) }
    }
    final class Rest: Noted<Initials, Initials> {
        let a = A<Rest>(), b = B<Rest>()
        override func configure() { substates(a, b, initial: nil) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "A": .local(to: a)
            case "B": .to(b)
            default: .unhandled
            }
        }
    }
    final class Chosen: Noted<Initials, Initials> {
        let a = A<Chosen>(), b = B<Chosen>()
        let which = Choice<Chosen, Initials> { $0.top.takesB ? .to($0.b) : .to($0.a) }
        override func configure() { substates(a, b, which, initial: which) }
    }
    final class Joined: Noted<Initials, Initials> {
        let a = A<Joined>(), b = B<Joined>()
        let which = Junction<Joined, Initials> { $0.top.takesB ? .to($0.b) : .to($0.a) }
        override func configure() { substates(a, b, which, initial: which) }
    }
    final class Past: Noted<Initials, Initials> {
        let a = A<Past>(), b = B<Past>()
        let last = ShallowHistory<Past, Initials> { $0.b }
        override func configure() { substates(a, b, last, initial: last) }
        override func handle(_ event: String) -> Reaction { event == "A" ? .to(a) : .unhandled }
    }
    final class A<Superior: StateNode>: Noted<Superior, Initials> {}
    final class B<Superior: StateNode>: Noted<Superior, Initials> {}
}
