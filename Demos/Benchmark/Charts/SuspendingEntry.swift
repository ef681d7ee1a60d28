import Statecharts

/// A ring of two leaves whose entries may suspend, and do not.
///
///     SuspendingEntry
///     ├─ One  tick → Two   entry (async)
///     └─ Two  tick → One   entry (async)
final class SuspendingEntry: TopState<SuspendingEntry.Event> {
    enum Event: Sendable { case tick }

    let one = One(), two = Two()
    var entries = 0
    override func configure() { substates(one, two) }

    final class One: State<SuspendingEntry, SuspendingEntry> {
        override func entry() async { top.entries += 1 }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .to(superior.two)
            }
        }
    }

    final class Two: State<SuspendingEntry, SuspendingEntry> {
        override func entry() async { top.entries += 1 }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .to(superior.one)
            }
        }
    }
}
