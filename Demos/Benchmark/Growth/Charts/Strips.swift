import Statecharts

/// So many regions, all of which react to an event.
///
///     Strips
///     ├─ Pair (regions ×n)
///     │  └─ Strip    One   flip → Two;  Two   flip → One
///     │              arm / a timer in each region;  begin / an activity in each region
///     └─ Away   leave, return by history
final class Strips: TopState<Strips.Event> {
    enum Event: Sendable { case flip, arm, begin, leave, back, expired, done }

    let group: Group, away = Away()
    var expired = 0, done = 0

    init(_ count: Int) { group = Group(count) }

    override func configure() { substates(group, away) }

    final class Group: OrthogonalState<Strips, Strips> {
        let strips: [Strip]
        init(_ count: Int) { strips = (0..<count).map { _ in Strip() } }
        override func configure() { regions(strips, history: .deep) }
        override func handle(_ event: Event) -> Reaction { event == .leave ? .to(superior.away) : .unhandled }
    }

    final class Away: State<Strips, Strips> {
        override func handle(_ event: Event) -> Reaction { event == .back ? .to(superior.group) : .unhandled }
    }

    final class Strip: State<Group, Strips> {
        let one = Side(), two = Side()
        override func configure() { substates(one, two) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .flip: .local(to: one.isActive ? two : one)
            case .arm: .handled { self.after(.seconds(1), send: .expired) }
            case .begin: .handled { self.run({ 1 }, done: { _ in .done }) }
            case .expired: .handled { self.top.expired += 1 }
            case .done: .handled { self.top.done += 1 }
            case .leave, .back: .unhandled
            }
        }
    }

    final class Side: State<Strip, Strips> {}
}
