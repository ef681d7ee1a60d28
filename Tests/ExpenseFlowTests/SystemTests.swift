import Statecharts
import StatechartsTesting
import Testing

@testable import ExpenseFlow

@Suite struct SystemTests {
    @Test func `components are connected by somebody outside, as the system sees it`() async throws {
        let desk = try await Desk()
        #expect(
            desk.flow.system.members.map(\.name) == [
                "Phone", "Application", "Model", "ExpenseModel", "DebtsModel", "Service", "Caretaker", "WebService",
            ])
        #expect(
            desk.flow.system.connections.map(\.description) == [
                "Phone.commands → Application.commands",
                "Phone.faults → Service.faults",
                "Application.requests → Model.requests",
                "Application.debtsRequests → Model.debtsRequests",
                "Model.requests → ExpenseModel.requests",
                "Model.debtsRequests → DebtsModel.requests",
                "Model.notices → Application.notices",
                "Model.service → Service.requests",
                "Model.answers → ExpenseModel.answers",
                "Model.status → ExpenseModel.status",
                "ExpenseModel.notices → Model.notices",
                "ExpenseModel.ledgers → DebtsModel.ledgers",
                "ExpenseModel.service → Model.service",
                "DebtsModel.expenses → ExpenseModel.requests",
                "DebtsModel.notices → Model.notices",
                "Service.requests → WebService.requests",
                "Service.faults → WebService.faults",
                "Service.answers → Model.answers",
                "Service.status → Model.status",
                "Caretaker.status → Service.status",
                "WebService.answers → Service.answers",
            ])
    }

    @Test func `what a login causes is one tree across the components, with the answer that comes late`() async throws {
        let desk = try await Desk(on: Lane())
        let recorder = desk.flow.system.recorder()
        await desk.do(.email("ada@example.org"), .password("engine"))
        _ = recorder.take()
        await desk.do(.login)
        await desk.clock.advance(by: .seconds(1))
        #expect(
            outline(recorder.take()) == [
                "Phone.commands: login",
                "  Application.requests: sign in Ada",
                "  Application.debtsRequests: fetch debts",
                "    DebtsModel.expenses: fetch expenses",
                "  Application.requests: fetch expenses",
                "    ExpenseModel.service: GET expenses",
                "      WebService.answers: 200 3 expenses",
                "        ExpenseModel.notices: fetched expenses: 3",
                "        ExpenseModel.ledgers: fetched: 3 expenses",
                "          DebtsModel.notices: fetched debts: Alan owes Ada 23.50, Grace owes Ada 5.49",
            ])
    }

    @Test func `a trace that continues an earlier one says because of which message`() async throws {
        let flow = ExpenseFlow(clock: ManualClock(), on: Lane())
        try await flow.start()
        flow.deliverInTurns()
        #expect(flow.takeTrace() == [])
        flow.trace()
        let session = Session(flow)
        _ = await session.perform("email ada@example.org")
        #expect(
            await session.perform("password engine").trace == [
                "  #2 Phone.commands → Application.commands: password …"
            ])
        let login = await session.perform("login").trace
        #expect(login.first == "  #3 Phone.commands → Application.commands: login")
        #expect(session.takeTrace() == [])
        let answer = await session.perform("advance 1s").trace
        #expect(
            answer == [
                "  #9 WebService.answers → ExpenseModel.answers: 200 3 expenses (because of #8)",
                "  ├─ #10 ExpenseModel.notices → Application.notices: fetched expenses: 3",
                "  └─ #11 ExpenseModel.ledgers → DebtsModel.ledgers: fetched: 3 expenses",
                "     └─ #12 DebtsModel.notices → Application.notices: fetched debts: Alan owes Ada 23.50, Grace owes Ada 5.49",
            ])
        #expect(login.last(where: { $0.contains("#8 ") })?.hasSuffix("WebService.requests: GET expenses") == true)
        try await flow.stop()
    }

    /// Who sent what, each under what caused it.
    private func outline(_ records: [MessageRecord]) -> [String] {
        func lines(_ node: MessageTree.Node, _ indent: String) -> [String] {
            ["\(indent)\(node.record.sender): \(node.record.message)"]
                + node.children.flatMap { lines($0, indent + "  ") }
        }
        return MessageTree(records).roots.flatMap { lines($0, "") }
    }

    /// What the machines take turns on, so that messages are in the same order in each run.
    private actor Lane {}
}
