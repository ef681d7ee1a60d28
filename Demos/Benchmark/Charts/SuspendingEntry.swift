import Statecharts

/// A ring of two leaves whose entries may suspend; they do if they are told how to rest.
///
///     SuspendingEntry
///     ├─ One  tick → Two   entry (async)
///     └─ Two  tick → One   entry (async)
final class SuspendingEntry: TopState<SuspendingEntry.Event> {
    enum Event: Sendable { case tick }

    let one = One(), two = Two()
    typealias Rest = @Sendable () async -> Void
    let rest: Rest?
    var entries = 0
    init(resting rest: Rest? = nil) { self.rest = rest }
    override func configure() { substates(one, two) }

    final class One: State<SuspendingEntry, SuspendingEntry> {
        override func entry() async {
            top.entries += 1
            if let rest = top.rest { await rest() }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .to(superior.two)
            }
        }
    }

    final class Two: State<SuspendingEntry, SuspendingEntry> {
        override func entry() async {
            top.entries += 1
            if let rest = top.rest { await rest() }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .to(superior.one)
            }
        }
    }
}

/// A ring of two leaves whose exits may suspend, and do not.
///
///     SuspendingExit
///     ├─ One  tick → Two   exit (async)
///     └─ Two  tick → One   exit (async)
final class SuspendingExit: TopState<SuspendingExit.Event> {
    enum Event: Sendable { case tick }

    let one = One(), two = Two()
    var exits = 0
    override func configure() { substates(one, two) }

    final class One: State<SuspendingExit, SuspendingExit> {
        override func exit() async { top.exits += 1 }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .to(superior.two)
            }
        }
    }

    final class Two: State<SuspendingExit, SuspendingExit> {
        override func exit() async { top.exits += 1 }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .to(superior.one)
            }
        }
    }
}

/// A ring of two leaves with effects between them that may suspend, and do not.
///
///     SuspendingEffect
///     ├─ One  tick → Two   effect (async)
///     └─ Two  tick → One   effect (async)
final class SuspendingEffect: TopState<SuspendingEffect.Event> {
    enum Event: Sendable { case tick }

    let one = One(), two = Two()
    var effects = 0
    override func configure() { substates(one, two) }
    private func act() async { effects += 1 }

    final class One: State<SuspendingEffect, SuspendingEffect> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .to(superior.two) { await self.top.act() }
            }
        }
    }

    final class Two: State<SuspendingEffect, SuspendingEffect> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .to(superior.one) { await self.top.act() }
            }
        }
    }
}
