import Statecharts

/// So many states, each inside the one before.
///
///     Nested
///     └─ Level
///        └─ Level …   again → the outermost level
final class Nested: TopState<Nested.Event> {
    enum Event: Sendable { case again, unknown }

    let first: Level

    init(_ depth: Int) {
        var level: Level?
        for _ in 0..<depth { level = Level(level) }
        first = level ?? Level(nil)
    }

    override func configure() { substates(first) }

    final class Level: State<StateNode, Nested> {
        private let inner: Level?
        init(_ inner: Level?) { self.inner = inner }
        override func configure() { if let inner { substates(inner) } }
        override func handle(_ event: Event) -> Reaction {
            inner == nil && event == .again ? .to(top.first) : .unhandled
        }
    }
}
