import Statecharts

extension Benchmark {
    /// Pseudostates of many branches, and much that follows one event.
    static let reactionGrowth: [GrowthSubject] = [
        GrowthSubject("fork-targets", "a fork to n regions, and a join of n regions", from: 10) { n in
            let interpreter = Interpreter(Forked(n))
            try interpreter.start()
            return {
                try interpreter.send(.fork)
                try interpreter.send(.join)
                guard interpreter.isActive(\.away) else { throw WrongWork(name: "fork-targets") }
            }
        },
        GrowthSubject("eventless", "n eventless transitions in a row", from: 100) { n in
            let interpreter = Interpreter(Rolling())
            interpreter.eventlessLimit = n + 10
            try interpreter.start()
            return { try interpreter.send(n) }
        },
        GrowthSubject("eventless-record", "the record of n eventless transitions", from: 100) { n in
            let interpreter = Interpreter(Rolling())
            interpreter.eventlessLimit = n + 10
            try interpreter.start()
            return { guard try interpreter.step(n).microsteps.count > n else { throw WrongWork(name: "eventless") } }
        },
        GrowthSubject("scoped", "leaving and entering n states with scoped data", from: 10) { n in
            let interpreter = Interpreter(Papered(n))
            try interpreter.start()
            return { for _ in 0..<10 { try interpreter.send(.again) } }
        },
    ]
}

/// A fork to so many regions, and a join of them.
private final class Forked: TopState<Forked.Event> {
    enum Event: Sendable { case fork, join }

    let away = Away(), group: Group
    let fork = Fork<Forked, Forked> { $0.group.strips.map(\.two) }
    let join = Join<Forked, Forked>(from: { $0.group.strips.map(\.three) }, to: { .to($0.away) })

    init(_ count: Int) { group = Group(count) }
    override func configure() { substates(away, group, fork, join) }

    final class Away: State<Forked, Forked> {
        override func handle(_ event: Event) -> Reaction { event == .fork ? .to(superior.fork) : .unhandled }
    }

    final class Group: OrthogonalState<Forked, Forked> {
        let strips: [Strip]
        init(_ count: Int) { strips = (0..<count).map { _ in Strip() } }
        override func configure() { regions(strips) }
    }

    final class Strip: State<Group, Forked> {
        let one = Side(), two = Side(), three = Side()
        override func configure() { substates(one, two, three) }
    }

    final class Side: State<Strip, Forked> {
        override func handle(_ event: Event) -> Reaction {
            event == .join && superior.two.isActive ? .to(superior.three) : .unhandled
        }
    }
}

/// Goes on by itself, so often.
private final class Rolling: TopState<Int> {
    let one = One(), two = Two()
    var left = 0

    override func configure() { substates(one, two) }

    final class One: State<Rolling, Rolling> {
        override func handle(_ event: Int) -> Reaction { .to(superior.two) { self.top.left = event } }
        override func always() -> Reaction { top.left > 0 ? .to(superior.two) { self.top.left -= 1 } : .unhandled }
    }

    final class Two: State<Rolling, Rolling> {
        override func always() -> Reaction { .to(superior.one) { self.top.left -= 1 } }
    }
}

/// So many states inside each other, each with scoped data.
private final class Papered: TopState<Papered.Event> {
    enum Event: Sendable { case again }

    let first: Level

    init(_ depth: Int) {
        var level: Level?
        for _ in 0..<depth { level = Level(level) }
        first = level ?? Level(nil)
    }

    override func configure() { substates(first) }
    override func handle(_ event: Event) -> Reaction { .to(first) }

    final class Level: State<StateNode, Papered> {
        @Scoped var numbers = [1]
        private let inner: Level?
        init(_ inner: Level?) { self.inner = inner }
        override func configure() { if let inner { substates(inner) } }
    }
}
