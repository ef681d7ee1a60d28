import Statecharts

//   ServiceRules
//   ┌──────────────────────────────────────────────────────────────────────────┐
//   │  ●──▶ Serving   asked(n) [n is not open] / open n, after 3 s: overdue(n) │
//   │                 answered(n) [n is open]  / close n                       │
//   │                 brokenDown               / close all                     │
//   └──────────────────────────────────────────────────────────────────────────┘

/// What the web service owes: every request is answered within three seconds, once, and with its number. A service that
/// has broken down owes nothing of what it was asked before; whoever asked asks again.
final class ServiceRules: TopState<ServiceRules.Event> {
    enum Event: Sendable { case asked(Int), answered(Int), overdue(Int), brokenDown }

    let serving = Serving()
    private var open: [Int: TimerID] = [:]
    override func configure() { substates(serving) }

    /// The answers that may come.
    var expected: [Event] { open.keys.sorted().map { .answered($0) } }

    final class Serving: State<ServiceRules, ServiceRules> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .asked(let number) where top.open[number] == nil:
                .handled { self.top.open[number] = self.after(.seconds(3), send: .overdue(number)) }
            case .answered(let number) where top.open[number] != nil: .handled { self.top.close(number) }
            case .brokenDown: .handled { for number in self.top.open.keys { self.top.close(number) } }
            case .asked, .answered, .overdue: .unhandled
            }
        }
    }

    private func close(_ number: Int) {
        if let timer = open.removeValue(forKey: number) { cancel(timer) }
    }
}

extension Service {
    /// Has the rules judge what passes the ports of the service, in both directions.
    func enforceRules<C: Clock>(
        clock: C, reporting report: @escaping @Sendable (ContractViolation) -> Void
    ) where C.Duration == Duration {
        let contract = Contract(ServiceRules(), clock: clock, expecting: \.expected, reporting: report)
        requests.enforce(contract) { .asked($0.number) }
        answers.enforce(contract) { .answered($0.number) }
        contract.follow(webService, failed: .brokenDown)
    }
}
