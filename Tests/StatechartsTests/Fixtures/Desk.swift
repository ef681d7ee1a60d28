import Statecharts

//    ┌ Desk ──────────────────────────────────────────────────────────────┐
//    │ ┌ Clerk ──────────────────────────┐┌ Assistant ──────────────────┐ │
//    │ │ ●→ Busy ──free──► Idle          ││ ●→ Away ──come──► Here      │ │
//    │ │         ◄──busy──               ││         ◄──go────           │ │
//    │ │ defers job        / job         ││                   / job     │ │
//    │ └─────────────────────────────────┘└─────────────────────────────┘ │
//    └────────────────────────────────────────────────────────────────────┘
// A job done in Idle with an even number makes the clerk busy again. "note" changes nothing; "again" raises a job.
// Idle and Here write down which job they took.
final class Desk: NotedTop<Desk.Event> {
    enum Event: Sendable, Equatable { case job(Int), free, busy, come, go, note, again(Int) }
    var taken: [String] = []
    let clerk = Clerk(), assistant = Assistant()
    override func configure() { regions(clerk, assistant) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .note: .handled
        case .again(let n): .handled { self.raise(.job(n)) }
        case .job, .free, .busy, .come, .go: .unhandled
        }
    }

    final class Clerk: Noted<Desk, Desk> {
        let busy = Busy(), idle = Idle()
        override func configure() { substates(busy, idle) }
        final class Busy: Noted<Clerk, Desk> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .job: .deferred
                case .free: .to(superior.idle)
                case .busy, .come, .go, .note, .again: .unhandled
                }
            }
        }
        final class Idle: Noted<Clerk, Desk> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .job(let n) where n % 2 == 0: .to(superior.busy) { self.top.taken.append("clerk \(n)") }
                case .job(let n): .handled { self.top.taken.append("clerk \(n)") }
                case .busy: .to(superior.busy)
                case .free, .come, .go, .note, .again: .unhandled
                }
            }
        }
    }
    final class Assistant: Noted<Desk, Desk> {
        let away = Away(), here = Here()
        override func configure() { substates(away, here) }
        final class Away: Noted<Assistant, Desk> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .come: .to(superior.here)
                case .job, .free, .busy, .go, .note, .again: .unhandled
                }
            }
        }
        final class Here: Noted<Assistant, Desk> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .job(let n): .handled { self.top.taken.append("assistant \(n)") }
                case .go: .to(superior.away)
                case .free, .busy, .come, .note, .again: .unhandled
                }
            }
        }
    }
}
