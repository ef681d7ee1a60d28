import Statecharts

//   ServiceRules
//   ┌──────────────────────────────────────────────────────────────────────────────────┐
//   │  ●──▶ Serving   asked(n)                 / n is owed, once more if it was owed   │
//   │        │   ▲    answered(n) [n is owed]  / not any more; for the others the time │
//   │        │   │                                begins again                         │
//   │        │   │    3 s without an answer: overdue                                   │
//   │ broken │   │ restarted                                                           │
//   │  down  ▼   │                                                                     │
//   │       Down      asked(n): to nobody; owed is nothing                             │
//   └──────────────────────────────────────────────────────────────────────────────────┘

/// What the web service owes: an answer for each time that it is asked, with the number of the request, and while it owes
/// some, one every three seconds.
///
/// A service that has broken down owes nothing of what it was asked before, nor of what it is asked until there is
/// another one: nobody hears that, and whoever asked asks again. Who asks cannot know whether he was heard, so a number
/// may come again that is owed already.
final class ServiceRules: TopState<ServiceRules.Event> {
    enum Event { case asked(Int), answered(Int), overdue(Int), brokenDown, restarted }

    static let patience = Duration.seconds(3)

    let serving = Serving(), down = Down()
    override func configure() { substates(serving, down) }

    /// The answers that may come.
    var expected: [Event] { serving.isActive ? serving.owed.keys.sorted().map { .answered($0) } : [] }

    final class Serving: State<ServiceRules, ServiceRules> {
        /// How often each number was asked, and its time, which ends with this state.
        @Scoped var owed: [Int: (count: Int, timer: TimerID)] = [:]

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .asked(let number):
                .handled { owed[number] = ((owed[number]?.count ?? 0) + 1, again(number)) }
            case .answered(let number) where owed[number] != nil: .handled { close(number) }
            case .brokenDown: .to(superior.down)
            default: .unhandled
            }
        }

        private func close(_ number: Int) {
            guard let (count, timer) = owed.removeValue(forKey: number) else { return }
            cancel(timer)
            if count > 1 { owed[number] = (count - 1, timer) }
            for (other, entry) in owed { owed[other] = (entry.count, again(other)) }
        }

        /// The time of a request begins, and does not end before.
        private func again(_ number: Int) -> TimerID {
            if let timer = owed[number]?.timer { cancel(timer) }
            return after(ServiceRules.patience, send: .overdue(number))
        }
    }

    final class Down: State<ServiceRules, ServiceRules> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .asked, .brokenDown: .handled
            case .restarted: .to(superior.serving)
            default: .unhandled
            }
        }
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
        contract.follow(webService, failed: .brokenDown, restarted: .restarted, ended: .brokenDown)
    }
}
