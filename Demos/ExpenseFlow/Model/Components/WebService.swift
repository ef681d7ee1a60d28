import Statecharts

//   WebService
//   ┌────────────────────────────────────────────────────────────────┐
//   │ work:    ●──▶ Idle ──request──▶ Working   defers requests      │
//   │                ▲                   │                           │
//   │                └── after latency ──┘ answers                   │
//   ├────────────────────────────────────────────────────────────────┤
//   │ network: ●──▶ Reliable ──fail next──▶ Failing                  │
//   │                  ▲                       │                     │
//   │                  └───── answered ────────┘                     │
//   └────────────────────────────────────────────────────────────────┘
//   requests ─▶ ■ ─▶ answers        faults ─▶ ■

/// Fakes the remote side: keeps the data here, answers one request after the other, each after some time, and can fail.
final class WebService: TopState<WebService.Event> {
    enum Event: Sendable { case request(WebRequest), fault(Fault), latencyOver, answered }

    let requests = InputPort<WebRequest>("requests")
    let faults = InputPort<Fault>("faults")
    let answers = OutputPort<WebAnswer>("answers")

    let work = Work(), network = Network()
    let latency: Duration
    private(set) var ledger: Ledger
    private var lastID: Int

    init(ledger: Ledger, latency: Duration) {
        self.ledger = ledger
        self.latency = latency
        lastID = ledger.expenses.map(\.id).max() ?? 0
    }

    override func configure() {
        receive(requests) { .request($0) }
        receive(faults) { .fault($0) }
        regions(work, network)
    }

    /// Does what is asked. A failure comes before anything has changed.
    fileprivate func answer(_ request: WebRequest.Content) -> WebAnswer.Content {
        if network.failing.isActive { return .failed("service unavailable") }
        switch request {
        case .fetch: return .ledger(ledger)
        case .create(let payer, let amount, let category):
            lastID += 1
            let expense = Expense(id: lastID, payer: payer, amount: amount, category: category)
            ledger.expenses.append(expense)
            return .created(expense)
        case .delete(let expense):
            guard ledger.expenses.contains(expense) else { return .failed("there is no such expense") }
            ledger.expenses.removeAll { $0.id == expense.id }
            return .deleted(expense)
        }
    }

    final class Work: State<WebService, WebService> {
        fileprivate var request: WebRequest?
        let idle = Idle(), working = Working()
        override func configure() { substates(idle, working) }

        final class Idle: State<Work, WebService> {
            override func handle(_ event: Event) -> Reaction {
                guard case .request(let request) = event else { return .unhandled }
                return .to(superior.working) { self.superior.request = request }
            }
        }

        final class Working: State<Work, WebService> {
            override func entry() { after(top.latency, send: .latencyOver) }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .request: .deferred
                case .latencyOver: .to(superior.idle) { self.finish() }
                case .fault, .answered: .unhandled
                }
            }

            private func finish() {
                guard let request = superior.request.take() else { return }
                top.answers.send(WebAnswer(number: request.number, content: top.answer(request.content)))
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
