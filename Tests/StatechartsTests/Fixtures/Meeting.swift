import Statecharts

// Rest has no initial substate: "in" leads to Both inside it, "rest" through the join inside Both to Rest itself by a
// local transition, "anew" by an external one; "round" locally through the exit point of Rest, which leads back to it.
final class Meeting: NotedTop<String> {
    let rest = Rest()
    override func configure() { substates(rest) }

    final class Rest: Noted<Meeting, Meeting> {
        let both = Both(), out = ExitPoint<Rest, Meeting> { .to($0) }
        override func configure() { substates(both, out, initial: nil) }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "in": .local(to: both)
            case "rest": .local(to: both.met, effect: noted)
            case "anew": .to(both.met, effect: noted)
            case "round": .local(to: out, effect: noted)
            default: .unhandled
            }
        }
    }
    final class Both: NotedRegions<Rest, Meeting> {
        let left = Left(), right = Right()
        let met = Join<Both, Meeting>(from: { [$0.left, $0.right] }, on: .reaction, to: { .to($0.superior) })
        override func configure() { regions(left, right, met) }
        final class Left: Noted<Both, Meeting> {}
        final class Right: Noted<Both, Meeting> {}
    }
}
