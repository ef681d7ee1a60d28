import Statecharts

/// ``SuspendingEntry`` with entries that cannot suspend.
///
///     SynchronousEntry
///     ├─ One  tick → Two   entry
///     └─ Two  tick → One   entry
final class SynchronousEntry: TopState<SynchronousEntry.Event> {
    enum Event: Sendable { case tick }

    let one = One(), two = Two()
    let yields = false
    var entries = 0
    override func configure() { substates(one, two) }

    final class One: State<SynchronousEntry, SynchronousEntry> {
        override func entry() { top.entries += 1 }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .to(superior.two)
            }
        }
    }

    final class Two: State<SynchronousEntry, SynchronousEntry> {
        override func entry() { top.entries += 1 }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .to(superior.one)
            }
        }
    }
}
