import Statecharts

//    ┌ Alarms ─────────────────────────────────────────────────────────────────┐
//    │    ┌ House ──────────────────────────────┐                                │
//    │ ●→ │ ●→ Hall ──move──► Attic ──move──► Hall │ ──away──► Street ──away──► House │
//    │    └─────────────────────────────────────┘                                │
//    └─────────────────────────────────────────────────────────────────────────┘
// `act` does something in a step of Hall, or wherever the chart is; `ring` is noted with its time, and may do something then.
final class Alarms: TopState<Alarms.Event> {
    enum Event: Sendable {
        case ring(String)
        case act(@Sendable (Alarms) -> Void)
        case hold(Gate)
        case move, away
    }

    let log: TimeLog
    /// What to do when this rings.
    var reactions: [String: (Alarms) -> Void] = [:]
    /// What to do when Hall is entered.
    var onEntry: (Hall) -> Void = { _ in }
    let house = House(), street = Street()

    init(_ log: TimeLog) { self.log = log }
    override func configure() { substates(house, street) }
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .ring(let text):
            .handled {
                self.log.note(text)
                self.reactions[text]?(self)
            }
        case .act(let body): .handled { body(self) }
        case .hold(let gate): .handled { await gate.wait() }
        case .move, .away: .unhandled
        }
    }

    final class House: State<Alarms, Alarms> {
        let hall = Hall(), attic = Attic()
        override func configure() { substates(hall, attic) }
        override func handle(_ event: Event) -> Reaction {
            if case .away = event { .to(superior.street) } else { .unhandled }
        }
    }
    final class Hall: State<House, Alarms> {
        override func entry() { top.onEntry(self) }
        override func handle(_ event: Event) -> Reaction {
            if case .move = event { .to(superior.attic) } else { .unhandled }
        }
    }
    final class Attic: State<House, Alarms> {
        override func handle(_ event: Event) -> Reaction {
            if case .move = event { .to(superior.hall) } else { .unhandled }
        }
    }
    final class Street: State<Alarms, Alarms> {
        override func handle(_ event: Event) -> Reaction {
            if case .away = event { .to(superior.house) } else { .unhandled }
        }
    }
}

/// What has happened when, in one or several machines on one clock.
final class TimeLog: Sendable {
    private let now: @Sendable () -> Duration
    private let entries = Guarded<[String]>([])

    /// - Parameter now: the time, to note with everything.
    init(_ now: @escaping @Sendable () -> Duration) { self.now = now }

    var all: [String] { entries.withLock { $0 } }

    func note(_ text: String) {
        let seconds = Double(now() / .milliseconds(1)) / 1_000
        entries.withLock { $0.append("\(seconds) \(text)") }
    }
}
