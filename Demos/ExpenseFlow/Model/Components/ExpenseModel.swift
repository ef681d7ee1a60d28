import Statecharts

//   ExpenseModel
//   ┌──────────────────────────────────────────────────────────────────────┐
//   │          sign in                                                     │
//   │  ●──▶ SignedOut ──▶ SignedIn (ledger, unanswered requests)           │
//   │          ▲         ┌──────────────────────────────────────────────┐  │
//   │          │         │         fetch                                │  │  create, delete: ask the service
//   │          │         │  ●──▶ Idle ──▶ Fetching ⟲ fetch: joins in    │  │  created, deleted: changes the ledger
//   │          │         │         ▲──────────┘ ledger, failed          │  │  failed: says so
//   │          │         └──────────────────────────────────────────────┘  │
//   │          └──── sign out ──────┘                                      │
//   └──────────────────────────────────────────────────────────────────────┘
//   requests ─▶ ■ ─▶ notices        ■ ─▶ ledgers        answers, status ─▶ ■ ─▶ service
//
//   When the service is up again, what it has not answered is asked once more. When it is gone, everything fails.

/// The expenses of the login. What it knows and what it waits for is gone with the logout: an answer that comes
/// afterwards finds nobody who asked.
final class ExpenseModel: TopState<ExpenseModel.Event> {
    enum Event: Codable { case request(ModelRequest), answer(WebAnswer), service(ServiceStatus) }

    let requests = InputPort<ModelRequest>("requests")
    let answers = InputPort<WebAnswer>("answers")
    let status = InputPort<ServiceStatus>("status")
    let notices = OutputPort<ModelNotice>("notices")
    let ledgers = OutputPort<LedgerNotice>("ledgers")
    let service = OutputPort<WebRequest>("service")

    let signedOut = SignedOut(), signedIn = SignedIn()
    /// Numbers are never used twice, so that no answer is taken for that of another login.
    private var lastNumber = 0
    private var user = User("")
    private var session = 0
    private var isServiceGone = false

    override func configure() {
        receive(requests) { .request($0) }
        receive(answers) { .answer($0) }
        receive(status) { .service($0) }
        substates(signedOut, signedIn)
    }

    override func handle(_ event: Event) -> Reaction {
        guard case .service(let status) = event else { return .unhandled }
        return .handled {
            isServiceGone = status == .gone
            if signedIn.isActive { signedIn.hear(status) }
        }
    }

    func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    final class SignedOut: State<ExpenseModel, ExpenseModel> {
        override func handle(_ event: Event) -> Reaction {
            guard case .request(let request) = event, case .signIn(let user) = request.content else {
                return .unhandled
            }
            return .to(superior.signedIn) {
                top.user = user
                top.session = request.session
            }
        }
    }

    final class SignedIn: State<ExpenseModel, ExpenseModel> {
        @Scoped var ledger: Ledger? = nil
        @Scoped var unanswered: [Int: WebRequest.Content] = [:]
        let idle = Idle(), fetching = Fetching()
        override func configure() { substates(idle, fetching) }

        override func exit() {
            tellDebts(.signedOut)
        }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .request(let request):
                guard request.session == top.session else { return .unhandled }
                switch request.content {
                case .signOut: return .to(superior.signedOut)
                case .createExpense(let amount, let category):
                    return .handled {
                        ask(.create(payer: top.user, amount: amount, category: category))
                    }
                case .deleteExpense(let expense): return .handled { ask(.delete(expense)) }
                default: return .unhandled
                }
            case .answer(let answer):
                guard let question = unanswered[answer.number] else { return .unhandled }
                return .handled {
                    unanswered[answer.number] = nil
                    take(answer.content, of: question)
                }
            default: return .unhandled
            }
        }

        /// What the service did not answer before it broke down it has not done, or remembers by its number: so asking
        /// again does no harm.
        fileprivate func hear(_ status: ServiceStatus) {
            let requests = unanswered.sorted { $0.key < $1.key }.map { WebRequest(number: $0.key, content: $0.value) }
            switch status {
            case .up: for request in requests { top.service.send(request) }
            case .down: tell(.serviceFailed)
            case .gone: for request in requests { refuse(request) }
            }
        }

        private func refuse(_ request: WebRequest) {
            raise(.answer(WebAnswer(number: request.number, content: .failed("the service is gone"))))
        }

        func ask(_ content: WebRequest.Content) {
            let request = WebRequest(number: top.nextNumber(), content: content)
            unanswered[request.number] = content
            if top.isServiceGone { refuse(request) } else { top.service.send(request) }
        }

        private func take(_ answer: WebAnswer.Content, of question: WebRequest.Content) {
            switch (question, answer) {
            case (_, .created(let expense)):
                ledger?.expenses.append(expense)
                tellLedger(.changed)
            case (_, .deleted(let expense)):
                ledger?.expenses.removeAll { $0.id == expense.id }
                tellLedger(.changed)
            case (.create(_, let amount, let category), .failed(let reason)):
                tell(.createFailed(category: category, amount: amount, reason: reason))
            case (.delete(let expense), .failed(let reason)): tell(.deleteFailed(expense, reason: reason))
            case (.fetch, .failed), (_, .ledger): break  // Fetching has taken it.
            }
        }

        func tell(_ content: ModelNotice.Content) {
            top.notices.send(ModelNotice(session: top.session, content: content))
        }

        func tellLedger(_ occasion: Occasion) {
            guard let ledger else { return }
            tell(.expenses(ledger.expenses, occasion))
            tellDebts(.ledger(ledger, occasion))
        }

        func tellDebts(_ content: LedgerNotice.Content) {
            top.ledgers.send(LedgerNotice(session: top.session, content: content))
        }
    }

    final class Idle: State<SignedIn, ExpenseModel> {
        override func handle(_ event: Event) -> Reaction {
            guard case .request(let request) = event, case .fetchExpenses = request.content,
                request.session == top.session
            else { return .unhandled }
            return .to(superior.fetching)
        }
    }

    final class Fetching: State<SignedIn, ExpenseModel> {
        override func entry() { superior.ask(.fetch) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .request(let request):
                if case .fetchExpenses = request.content { return .handled }
                return .unhandled
            case .answer(let answer):
                guard case .fetch = superior.unanswered[answer.number] else { return .unhandled }
                return .to(superior.idle) { finish(answer) }
            default: return .unhandled
            }
        }

        private func finish(_ answer: WebAnswer) {
            superior.unanswered[answer.number] = nil
            switch answer.content {
            case .ledger(let ledger):
                superior.ledger = ledger
                superior.tellLedger(.fetched)
            case .failed(let reason):
                superior.tell(.fetchFailed(reason: reason))
                superior.tellDebts(.fetchFailed(reason: reason))
            case .created, .deleted: break  // Not what was asked for.
            }
        }
    }
}
