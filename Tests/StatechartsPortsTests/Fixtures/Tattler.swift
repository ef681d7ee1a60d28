import Synchronization

@testable import Statecharts
@testable import StatechartsCore

/// A message that tells where it was let go: never under a lock.
final class Tattler: Sendable {
    /// What became of all tattlers of a test.
    final class Notes: Sendable {
        private let made = Atomic(0), gone = Atomic(0), underLock = Atomic(0)
        var left: Int { made.load(ordering: .relaxed) - gone.load(ordering: .relaxed) }
        var goneUnderLock: Int { underLock.load(ordering: .relaxed) }

        func make() -> Tattler {
            made.add(1, ordering: .relaxed)
            return Tattler(self)
        }
        fileprivate func go() {
            gone.add(1, ordering: .relaxed)
            #if DEBUG
                if HeldLocks.count > 0 { underLock.add(1, ordering: .relaxed) }
            #endif
        }
    }

    private let notes: Notes
    fileprivate init(_ notes: Notes) { self.notes = notes }
    deinit { notes.go() }
}

/// Keeps nothing of what it is told.
///
///     ┌─ Drain ────────────────────────┐
///     │ ● ▶ Open ── stop ──▶ ◉         │
///     └────────────────────────────────┘
final class Drain: TopState<Drain.Event> {
    enum Event: Sendable { case take(Tattler), fail(Tattler), stop }
    struct Broken: Error {}

    let input: InputPort<Tattler>
    let open = Open(), done = Done()

    init(input: InputPort<Tattler> = InputPort("input")) { self.input = input }

    override func configure() {
        receive(input) { .take($0) }
        substates(open, done)
    }

    final class Open: State<Drain, Drain> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .take: .handled
            case .fail: .handled { throw Broken() }
            case .stop: .to(superior.done)
            }
        }
    }
    final class Done: FinalState<Drain, Drain> {}
}
