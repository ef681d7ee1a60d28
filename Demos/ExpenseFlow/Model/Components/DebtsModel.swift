import Statecharts

//   DebtsModel
//   ┌──────────────────────────────────────────────────┐
//   │             a ledger                             │
//   │  ●──▶ Empty ─────────▶ Settled ⟲ another ledger  │
//   │         ▲                 │                      │
//   │         └── no ledger ────┘                      │
//   └──────────────────────────────────────────────────┘
//   ledgers ─▶ ■ ─▶ notices

/// Who owes whom, whenever the expenses change.
final class DebtsModel: TopState<LedgerNotice> {
    let ledgers = InputPort<LedgerNotice>("ledgers")
    let notices = OutputPort<ModelNotice>("notices")
    let empty = Empty(), settled = Settled()

    override func configure() {
        receive(ledgers) { $0 }
        substates(empty, settled)
    }

    override func handle(_ event: LedgerNotice) -> Reaction {
        let notice = copy event
        guard let ledger = notice.ledger else { return .to(empty) }
        return .to(settled) {
            self.notices.send(
                ModelNotice(session: notice.session, content: .debts(Debts(ledger), notice.occasion)))
        }
    }

    final class Empty: State<DebtsModel, DebtsModel> {}
    final class Settled: State<DebtsModel, DebtsModel> {}
}
