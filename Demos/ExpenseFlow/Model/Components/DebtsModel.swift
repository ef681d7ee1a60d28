import Statecharts

//   DebtsModel
//   ┌───────────────────────────────────────────────────────────────────────┐
//   │           fetch / ask for the expenses      a ledger                  │
//   │  ●──▶ Empty ──────────────▶ Asking ─────────────────▶ Settled         │
//   │        ▲                    │    ▲                     │              │
//   │        ├──── failed ────────┘    └───── fetch ─────────┘              │
//   │        └──── signed out: from everywhere                              │
//   └───────────────────────────────────────────────────────────────────────┘
//   requests ─▶ ■ ─▶ expenses        ledgers ─▶ ■ ─▶ notices
//   a ledger, asked for or not: tells the debts

/// Who owes whom: when somebody asks, and whenever the expenses change. It has no data of its own but asks the expense
/// model.
final class DebtsModel: TopState<DebtsModel.Event> {
    enum Event: Codable { case request(DebtsRequest), ledger(LedgerNotice) }

    let requests = InputPort<DebtsRequest>("requests")
    let ledgers = InputPort<LedgerNotice>("ledgers")
    let expenses = OutputPort<ModelRequest>("expenses")
    let notices = OutputPort<ModelNotice>("notices")

    let empty = Empty(), asking = Asking(), settled = Settled()
    /// The latest login that was heard of. A request of it may come before the expense model's word that the one before
    /// is over.
    private var session = 0

    override func configure() {
        receive(requests) { .request($0) }
        receive(ledgers) { .ledger($0) }
        substates(empty, asking, settled)
    }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .request(let request):
            guard request.session >= session else { return .unhandled }
            return .to(asking) { session = request.session }
        case .ledger(let notice):
            guard notice.session >= session else { return .unhandled }
            switch notice.content {
            case .ledger(let ledger, let occasion):
                return .to(settled) {
                    session = notice.session
                    tell(.debts(Debts(ledger), occasion))
                }
            case .signedOut: return .to(empty)
            default: return .unhandled
            }
        }
    }

    private func tell(_ content: ModelNotice.Content) {
        notices.send(ModelNotice(session: session, content: content))
    }

    final class Empty: State<DebtsModel, DebtsModel> {}

    final class Asking: State<DebtsModel, DebtsModel> {
        override func entry() { top.expenses.send(ModelRequest(session: top.session, content: .fetchExpenses)) }
        override func handle(_ event: Event) -> Reaction {
            guard case .ledger(let notice) = event, notice.session == top.session else { return .unhandled }
            switch notice.content {
            // Something was created or deleted: what was asked for comes still.
            case .ledger(let ledger, .changed): return .handled { top.tell(.debts(Debts(ledger), .changed)) }
            case .fetchFailed(let reason): return .to(superior.empty) { top.tell(.debtsFailed(reason: reason)) }
            default: return .unhandled
            }
        }
    }

    final class Settled: State<DebtsModel, DebtsModel> {}
}
