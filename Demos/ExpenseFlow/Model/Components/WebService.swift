import Statecharts

//   WebService
//   ┌────────────────────────────────────────────────────────────────┐
//   │ work:    ●──▶ Idle ──request──▶ Working   defers requests      │
//   │                ▲                   │                           │
//   │                └── after latency ──┘ answers                   │
//   ├────────────────────────────────────────────────────────────────┤
//   │ network: ●──▶ Reliable ──fail next──▶ Failing                  │  crash: an error that nobody handles
//   │                  ▲                       │                     │
//   │                  └───── answered ────────┘                     │
//   └────────────────────────────────────────────────────────────────┘
//   requests ─▶ ■ ─▶ answers        faults ─▶ ■

/// Fakes the remote side: answers one request after the other, each after some time, and can fail and crash. What it
/// was asked and has not answered is lost in a crash; the database is not.
final class WebService: TopState<WebService.Event> {
    enum Event: Codable { case request(WebRequest), fault(Fault), latencyOver, answered }

    let requests = InputPort<WebRequest>("requests")
    let faults = InputPort<Fault>("faults")
    let answers = OutputPort<WebAnswer>("answers")

    let work = Work(), network = Network()
    let latency: Duration
    let database: Database

    init(database: Database, latency: Duration) {
        self.database = database
        self.latency = latency
    }

    override func configure() {
        receive(requests) { .request($0) }
        receive(faults) { .fault($0) }
        regions(work, network)
    }

    struct Crash: Error, CustomStringConvertible {
        var description: String { "crashed" }
    }

    override func handle(_ event: Event) -> Reaction {
        if case .fault(.crash) = event { .handled { throw Crash() } } else { .unhandled }
    }

    /// Does what is asked. A failure comes before anything has changed.
    fileprivate func answer(_ request: WebRequest) -> WebAnswer.Content {
        network.failing.isActive ? .failed("service unavailable") : database.answer(request)
    }

    final class Work: State<WebService, WebService> {
        fileprivate var request: WebRequest?
        let idle = Idle(), working = Working()
        override func configure() { substates(idle, working) }

        final class Idle: State<Work, WebService> {
            override func handle(_ event: Event) -> Reaction {
                guard case .request(let request) = event else { return .unhandled }
                return .to(superior.working) { superior.request = request }
            }
        }

        final class Working: State<Work, WebService> {
            override func entry() { after(top.latency, send: .latencyOver) }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .request: .deferred
                case .latencyOver: .to(superior.idle) { finish() }
                default: .unhandled
                }
            }

            private func finish() {
                guard let request = superior.request.take() else { return }
                top.answers.send(WebAnswer(number: request.number, content: top.answer(request)))
                raise(.answered)
            }
        }
    }

    final class Network: State<WebService, WebService> {
        let reliable = Reliable(), failing = Failing()
        override func configure() { substates(reliable, failing) }

        final class Reliable: State<Network, WebService> {
            override func handle(_ event: Event) -> Reaction {
                if case .fault(.failNext) = event { .to(superior.failing) } else { .unhandled }
            }
        }

        final class Failing: State<Network, WebService> {
            override func handle(_ event: Event) -> Reaction {
                if case .answered = event { .to(superior.reliable) } else { .unhandled }
            }
        }
    }
}
