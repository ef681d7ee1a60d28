import Statecharts
import Synchronization

/// A machine whose actions do what they are told.
///
///     Errands
///     ├─ Here   go → There   entry (async): the work · exit (async): the work
///     └─ There  go → Here    entry (async): the work
///     do(work)  effect (async): the work
///     make(work)  effect (async): the work that is made, which nobody else has
final class Errands: TopState<Errands.Event> {
    typealias Work = @Sendable () async throws -> Void
    enum Event: Sendable {
        case go
        case work(Work)
        case make(@Sendable () -> Work)
        /// Nobody wants it.
        case nothing
    }

    let here = Here(), there = There()
    var routine: Work
    var actions = 0
    init(_ routine: @escaping Work = {}) { self.routine = routine }
    override func configure() { substates(here, there) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .go, .nothing: .unhandled
        case .work(let work): .handled { try await work() }
        case .make(let make): effect(make())
        }
    }

    private func effect(_ work: @escaping Work) -> Reaction { .handled { try await work() } }

    class Place: State<Errands, Errands> {
        override func entry() async throws {
            top.actions += 1
            try await top.routine()
        }
    }

    final class Here: Place {
        override func exit() async throws {
            top.actions += 1
            try await top.routine()
        }
        override func handle(_ event: Event) -> Reaction {
            if case .go = event { .to(superior.there) } else { .unhandled }
        }
    }

    final class There: Place {
        override func handle(_ event: Event) -> Reaction {
            if case .go = event { .to(superior.here) } else { .unhandled }
        }
    }
}
