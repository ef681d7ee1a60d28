import Statecharts

//    ┌ Portal ────────────────────────────────────────────────────┐
//    │       ┌ Open ──────────────┐                               │
//    │ ●→ Asking ──word──▶ Known  │    recovery ○──▶ Recovering   │
//    │       │                    ▼                               │
//    │       └──leave──▶ ⊗ cancelled      Known ──done──▶ ◉       │
//    │  Recovering ──leave──▶ ⊗ cancelled, ──failed──▶ ⊗ lost     │
//    └────────────────────────────────────────────────────────────┘
/// A chart with an entry point and two exit points of its own. Alone, `cancelled` leads to Asking again; `lost` to Closed.
final class Portal: NotedTop<Portal.Event> {
    enum Event: Sendable, Equatable { case word, leave, failed, done }

    let asking = Asking(), known = Known(), recovering = Recovering(), closed = Closed(), done = Done()
    let recovery = EntryPoint<Portal, Portal> { [$0.recovering] }
    let cancelled = ExitPoint<Portal, Portal> { .to($0.asking) }
    let lost = ExitPoint<Portal, Portal> { .to($0.closed) }
    let kind: HistoryKind
    /// The chart that this one is embedded in, which has the notes of both then.
    weak var host: Visit?
    init(_ kind: HistoryKind = .none) { self.kind = kind }
    override var notes: [String] {
        get { host?.notes ?? super.notes }
        set { if let host { host.notes = newValue } else { super.notes = newValue } }
    }
    override func configure() {
        substates(asking, known, recovering, closed, done, recovery, cancelled, lost, history: kind)
    }

    final class Asking: Noted<Portal, Portal> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .word: .to(superior.known)
            case .leave: .to(superior.cancelled, effect: noted)
            case .failed, .done: .unhandled
            }
        }
    }
    final class Known: Noted<Portal, Portal> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .leave: .to(superior.cancelled, effect: noted)
            case .done: .to(superior.done)
            case .word, .failed: .unhandled
            }
        }
    }
    final class Recovering: Noted<Portal, Portal> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .leave: .to(superior.cancelled, effect: noted)
            case .failed: .to(superior.lost, effect: noted)
            case .word, .done: .unhandled
            }
        }
    }
    final class Closed: Noted<Portal, Portal> {}
    final class Done: NotedFinal<Portal, Portal> {}
}

//    ┌ Visit ─────────────────────────────────────────────────────────────────┐
//    │             enter         ┌ front: Portal┐                             │
//    │ ●→ Street ───────────────▶│              │── cancelled ──▶ Street      │
//    │       │ ────forgot────▶ ○ │ recovery     │── lost [open] ─▶ Police     │
//    │       │                   └──────────────┘                             │
//    │       │ ──both──▶ ┌ Doors ─────────────────────────────┐               │
//    │       │           │ left: Portal                         │               │
//    │       └──fork──▶  │ right: Portal ──cancelled──▶ Street  │               │
//    │                   └────────────────────────────────────┘               │
//    └────────────────────────────────────────────────────────────────────────┘
// Front understands the event's text, left and right what comes after "left " and "right ".
final class Visit: NotedTop<String> {
    let street = Street(), front: Front, police = Police(), doors = Doors()
    let fork = Fork<Visit, Visit> {
        [$0.doors.left.entryPoint(\.recovery), $0.doors.right.entryPoint(\.recovery)]
    }
    /// Where Front's `lost` leads.
    var lost: (Visit) -> Visit.Street.Reaction = { .to($0.police) }

    init(history: HistoryKind = .none) {
        front = Front(history)
        super.init()
        for gate in [front.chart, doors.left.chart, doors.right.chart] { gate.host = self }
    }

    override func configure() {
        front.leads(from: \.cancelled) { visit in
            .to(visit.street) { visit.notes.append("!\(visit.front.chart.cancelled.path)") }
        }
        front.leads(from: \.lost) { visit in visit.lost(visit) }
        doors.right.leads(from: \.cancelled) { doors in .to(doors.superior.street) }
        substates(street, front, police, doors, fork)
    }

    static func portalEvent(_ text: some StringProtocol) -> Portal.Event? {
        switch text {
        case "word": .word
        case "leave": .leave
        case "failed": .failed
        case "done": .done
        default: nil
        }
    }

    final class Street: Noted<Visit, Visit> {
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "enter": .to(superior.front)
            case "forgot": .to(superior.front.entryPoint(\.recovery), effect: noted)
            case "both":
                .to(superior.doors.right.entryPoint(\.recovery), superior.doors.left)
            case "fork": .to(superior.fork)
            default: .unhandled
            }
        }
    }

    final class Front: Submachine<Visit, Visit, Portal> {
        init(_ history: HistoryKind) { super.init(Portal(history)) { Visit.portalEvent($0) } }
        override func entry() { top.notes.append("+\(path)") }
        override func exit() { top.notes.append("-\(path)") }
        override func handle(_ event: String) -> Reaction {
            switch event {
            case "forgot": .local(to: entryPoint(\.recovery))
            case "again": .to(entryPoint(\.recovery))
            case "failed": .handled { self.top.notes.append("!\(self.path)") }
            default: .unhandled
            }
        }
        override func completed() -> Reaction { .to(superior.street) }
    }

    final class Police: Noted<Visit, Visit> {}

    final class Doors: NotedRegions<Visit, Visit> {
        let left = Door("left "), right = Door("right ")
        override func configure() { regions(left, right) }
    }

    final class Door: Submachine<Doors, Visit, Portal> {
        init(_ side: String) {
            super.init(Portal()) { $0.hasPrefix(side) ? Visit.portalEvent($0.dropFirst(side.count)) : nil }
        }
        override func entry() { top.notes.append("+\(path)") }
        override func exit() { top.notes.append("-\(path)") }
    }
}
