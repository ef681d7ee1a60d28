import Statecharts

/// A worker that takes a job only while it is idle.
///
///     Worker: receives jobs while Idle
///     ├─ Idle      job → Busy · pause → Resting
///     ├─ Busy      done → Idle, 1 s after its entry
///     ├─ Resting   wake → Idle
///     └─ ◉         leave, from everywhere
final class Worker: TopState<Worker.Event> {
    enum Event: Codable, Sendable, Equatable { case job(Int), done, pause, wake, leave }

    let jobs = InputPort<Int>("jobs")
    let results = OutputPort<Int>("results")
    let idle = Idle(), busy = Busy(), resting = Resting(), gone = FinalState<Worker, Worker>()
    let seconds: Int
    var job = 0
    var done: [Int] = []
    /// What was asked about outside of idle: nothing, if ports keep their word.
    var strays: [Int] = []

    init(seconds: Int = 1) { self.seconds = seconds }

    override func configure() {
        receive(jobs, while: idle) { .job($0) }
        substates(idle, busy, resting, gone)
    }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .job(let number): .handled { strays.append(number) }
        case .leave: .to(gone)
        case .done, .pause, .wake: .unhandled
        }
    }

    final class Idle: State<Worker, Worker> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .job(let number): .to(superior.busy) { top.job = number }
            case .pause: .to(superior.resting)
            case .done, .wake, .leave: .unhandled
            }
        }
    }

    final class Busy: State<Worker, Worker> {
        override func entry() { after(.seconds(top.seconds), send: .done) }
        override func handle(_ event: Event) -> Reaction {
            event == .done ? .to(superior.idle) { finish() } : .unhandled
        }

        private func finish() {
            top.done.append(top.job)
            top.results.send(top.job)
        }
    }

    final class Resting: State<Worker, Worker> {
        override func handle(_ event: Event) -> Reaction { event == .wake ? .to(superior.idle) : .unhandled }
    }
}
