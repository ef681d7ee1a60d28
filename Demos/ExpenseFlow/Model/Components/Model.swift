import Statecharts

//   Model
//                     ┌──────────────────────────────────────────────────────────────────┐
//   requests ──▶ (proxy) ─▶ ExpenseModel ─ledgers─▶ DebtsModel ◀─ (proxy) ◀── debtsRequests
//                     │      │ ▲ ▲  │ ◀──expenses──── │                                  │
//   notices ◀─── (proxy) ◀───┼─┼─┼──┴──────notices────┘                                  │
//                     └──────┼─┼─┼───────────────────────────────────────────────────────┘
//                      service answers status (proxies)

/// The two models as one component. Who is connected to it cannot tell it from a machine.
struct Model: Sendable {
    let requests = InputPort<ModelRequest>("requests")
    let debtsRequests = InputPort<DebtsRequest>("debtsRequests")
    let notices = OutputPort<ModelNotice>("notices")
    let service = OutputPort<WebRequest>("service")
    let answers = InputPort<WebAnswer>("answers")
    let status = InputPort<ServiceStatus>("status")

    let expenses: Machine<ExpenseModel>
    let debts: Machine<DebtsModel>

    init<C: Clock>(clock: C, on actor: (any Actor)? = nil) where C.Duration == Duration {
        let expenseModel = ExpenseModel(), debtsModel = DebtsModel()
        connect(requests, to: expenseModel.requests)
        connect(debtsRequests, to: debtsModel.requests)
        connect(answers, to: expenseModel.answers)
        connect(status, to: expenseModel.status)
        connect(expenseModel.service, to: service)
        connect(expenseModel.notices, to: notices)
        connect(debtsModel.notices, to: notices)
        connect(expenseModel.ledgers, to: debtsModel.ledgers)
        connect(debtsModel.expenses, to: expenseModel.requests)
        expenses = Machine(expenseModel, on: actor, clock: clock)
        debts = Machine(debtsModel, on: actor, clock: clock)
    }

    func start() async throws {
        try await expenses.start()
        try await debts.start()
    }

    func stop() async throws {
        try await expenses.stop()
        try await debts.stop()
    }
}
