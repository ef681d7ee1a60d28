import Statecharts
import StatechartsTesting
import Testing

@testable import ExpenseFlow

@Suite struct LogoutTests {
    @Test func `logging out removes what is visible`() async throws {
        let desk = try await Desk()
        let atFirst = await desk.screen
        await desk.logIn()
        await desk.do(.delete(1), .open(2))
        await desk.clock.advance(by: .milliseconds(300))
        await desk.do(.tab(.debts), .logout)
        #expect(await desk.screen == atFirst)
        #expect(await desk.configuration.leaves.map(\.name).filter { $0 == "Waiting" }.count == 2)
        #expect(await desk.flow.model.expenses.configuration.description == "SignedOut")
        #expect(await desk.flow.model.debts.configuration.description == "Empty")
    }

    @Test func `an answer that comes after the logout is dropped`() async throws {
        let desk = try await Desk()
        let atFirst = await desk.screen
        let notices = InputPort<ModelNotice>()
        connect(desk.flow.model.notices, to: notices)
        await desk.do(.email("ada@example.org"), .password("engine"), .login)
        await desk.clock.advance(by: .milliseconds(500))
        await desk.do(.logout)
        await desk.clock.advance(by: .seconds(10))
        #expect(await desk.screen == atFirst)
        #expect(notices.bufferedCount == 0)
    }

    @Test func `an answer to the login before is not taken for that of the present one`() async throws {
        let desk = try await Desk()
        await desk.do(.email("ada@example.org"), .password("engine"), .login)
        await desk.clock.advance(by: .milliseconds(500))
        await desk.do(.logout, .email("alan@example.org"), .password("enigma"), .login)
        await desk.clock.advance(by: .milliseconds(500))
        #expect(await desk.screen.expensesProgress == .fetching)
        #expect(await desk.screen.debtsProgress == .fetching)
        #expect(await desk.screen.rows == [])
        await desk.clock.advance(by: .seconds(1))
        #expect(await desk.screen.expensesProgress == .shown)
        #expect(await desk.screen.rows.count == 3)
    }

    @Test func `a notice on its way from the model while somebody else logs in is dropped`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        await desk.do(.logout, .email("alan@example.org"), .password("enigma"), .login)
        let before = await desk.screen
        let late = Expense(id: 99, payer: User("Ada"), amount: Money(cents: 1), category: "secret")
        let ledger = Ledger(members: [User("Ada")], expenses: [late])
        let contents: [ModelNotice.Content] = [
            .expenses([late], .fetched), .expenses([late], .changed), .debts(Debts(ledger), .fetched),
            .debts(Debts(ledger), .changed), .fetchFailed(reason: "late"), .debtsFailed(reason: "late"), .serviceFailed,
            .deleteFailed(late, reason: "late"),
            .createFailed(category: "secret", amount: Money(cents: 1), reason: "late"),
        ]
        for content in contents {
            let outcome = try await desk.flow.application.send(.notice(ModelNotice(session: 1, content: content)))
            #expect(outcome == .unhandled, "\(content)")
            #expect(await desk.screen == before, "\(content)")
        }
    }

    @Test func `what was asked for before the logout is done all the same`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        await desk.do(.delete(1), .logout)
        await desk.clock.advance(by: .seconds(1))
        await desk.logIn("grace", "flow-matic")
        #expect(await desk.screen.rows.map(\.expense.category) == ["train", "books"])
        #expect(await desk.screen.user == User("Grace"))
    }
}
