import Statecharts
import StatechartsTesting
import Testing

@testable import ExpenseFlow

@Suite struct SystemTests {
    @Test func `components are connected by somebody outside, as the system sees it`() async throws {
        let desk = try await Desk()
        #expect(
            desk.flow.system.members.map(\.name) == [
                "Phone", "Application", "Model", "ExpenseModel", "DebtsModel", "WebService",
            ])
        #expect(
            desk.flow.system.connections.map(\.description) == [
                "Phone.commands → Application.commands",
                "Phone.faults → WebService.faults",
                "Application.requests → Model.requests",
                "Model.requests → ExpenseModel.requests",
                "Model.notices → Application.notices",
                "Model.service → WebService.requests",
                "Model.answers → ExpenseModel.answers",
                "ExpenseModel.notices → Model.notices",
                "ExpenseModel.ledgers → DebtsModel.ledgers",
                "ExpenseModel.service → Model.service",
                "DebtsModel.notices → Model.notices",
                "WebService.answers → Model.answers",
            ])
    }

    @Test func `what a login causes is a tree across the components, and so is its answer`() async throws {
        let desk = try await Desk(on: Lane())
        let recorder = desk.flow.system.recorder()
        await desk.do(.email("ada@example.org"), .password("engine"))
        _ = recorder.take()
        await desk.do(.login)
        #expect(
            outline(recorder.take()) == [
                "Phone.commands: login",
                "  Application.requests: sign in Ada",
                "  Application.requests: fetch expenses",
                "    ExpenseModel.service: GET expenses",
                "  Application.requests: fetch expenses",
            ])
        await desk.clock.advance(by: .seconds(1))
        #expect(
            outline(recorder.take()) == [
                "WebService.answers: 200 3 expenses",
                "  ExpenseModel.notices: fetched expenses: 3",
                "  ExpenseModel.ledgers: fetched: 3 expenses",
                "    DebtsModel.notices: fetched debts: Alan owes Ada 23.50, Grace owes Ada 5.49",
            ])
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
