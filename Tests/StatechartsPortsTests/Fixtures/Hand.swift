import Statecharts

/// A worker that does nothing by itself, and tells of every event that it is asked about.
///
///     Hand: receives jobs while Idle · fail: throws, from everywhere
///     ├─ Resting   wake → Idle
///     ├─ Idle      job → Busy · rest → Resting
///     ├─ Busy      done → Idle
///     └─ ◉         leave, from everywhere
final class Hand: TopState<Hand.Event> {
    enum Event: Sendable, Hashable { case job(Int), done, rest, wake, fail, leave }
    struct Broken: Error {}

    let jobs: InputPort<Int>
    let resting = Resting(), idle = Idle(), busy = Busy(), gone = FinalState<Hand, Hand>()
    let tell: @Sendable (Event) -> Void

    init(_ jobs: InputPort<Int>, _ tell: @escaping @Sendable (Event) -> Void) {
        self.jobs = jobs
        self.tell = tell
    }

    override func configure() {
        receive(jobs, while: idle) { .job($0) }
        substates(resting, idle, busy, gone)
    }

    override func handle(_ event: Event) -> Reaction {
        tell(event)
        return switch event {
        case .fail: .handled { throw Broken() }
        case .leave: .to(gone)
        case .job, .done, .rest, .wake: .unhandled
        }
    }

    final class Resting: State<Hand, Hand> {
        override func handle(_ event: Event) -> Reaction {
            guard event == .wake else { return .unhandled }
            top.tell(event)
            return .to(superior.idle)
        }
    }

    final class Idle: State<Hand, Hand> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .job:
                top.tell(event)
                return .to(superior.busy)
            case .rest:
                top.tell(event)
                return .to(superior.resting)
            case .done, .wake, .fail, .leave: return .unhandled
            }
        }
    }

    final class Busy: State<Hand, Hand> {
        override func handle(_ event: Event) -> Reaction {
            guard event == .done else { return .unhandled }
            top.tell(event)
            return .to(superior.idle)
        }
    }
}

/// Where the machines of a test run, so that it can send and post several things before any of them takes one.
actor Host {
    func act(_ body: @Sendable () -> Void) { body() }
}
