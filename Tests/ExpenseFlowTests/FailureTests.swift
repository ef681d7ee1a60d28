import StatechartsTesting
import Testing

@testable import ExpenseFlow

@Suite struct FailureTests {
    @Test func `a fetch that fails says so in both tabs and can be repeated`() async throws {
        let desk = try await Desk()
        #expect(await desk.flow.cause(.failNext) == nil)
        await desk.logIn()
        #expect(await desk.screen.expensesProgress == .failed("service unavailable"))
        #expect(await desk.screen.debtsProgress == .failed("service unavailable"))
        #expect(await desk.screen.rows == [])
        await desk.do(.refresh)
        #expect(await desk.screen.expensesProgress == .fetching)
        #expect(await desk.screen.debtsProgress == .failed("service unavailable"))
        await desk.clock.advance(by: .seconds(1))
        #expect(await desk.screen.expensesProgress == .shown)
        #expect(await desk.screen.debtsProgress == .shown)
        #expect(await desk.screen.rows.count == 3)
    }

    @Test func `a fetch that fails leaves what was there`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        await desk.do(.refresh)
        #expect(await desk.flow.cause(.failNext) == nil)
        await desk.clock.advance(by: .seconds(1))
        #expect(await desk.screen.expensesProgress == .failed("service unavailable"))
        #expect(await desk.screen.debtsProgress == .shown)
        #expect(await desk.screen.rows.count == 3)
    }

    @Test func `an expense that is not created is told for four seconds`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        await desk.do(.add, .amount(Money(cents: 777)), .category("coffee"), .create)
        #expect(await desk.flow.cause(.failNext) == nil)
        await desk.clock.advance(by: .seconds(1))
        #expect(await desk.screen.banner == "coffee 7.77 was not created: service unavailable")
        #expect(await desk.screen.rows.count == 3)
        await desk.clock.advance(by: .milliseconds(3_999))
        #expect(await desk.screen.banner == "coffee 7.77 was not created: service unavailable")
        await desk.clock.advance(by: .milliseconds(1))
        #expect(await desk.screen.banner == "")
    }

    @Test func `a row cannot be touched while it is deleted, and comes back if that fails`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        await desk.do(.delete(2))
        #expect(await desk.screen.rows.map(\.isDeleting) == [false, true, false])
        for command in [UserCommand.open(2), .delete(2)] { #expect(await !desk.tries(command)) }
        #expect(await desk.flow.cause(.failNext) == nil)
        await desk.clock.advance(by: .seconds(1))
        #expect(await desk.screen.rows.map(\.isDeleting) == [false, false, false])
        #expect(await desk.screen.banner == "train was not deleted: service unavailable")
        await desk.do(.delete(2))
        await desk.clock.advance(by: .seconds(1))
        #expect(await desk.screen.rows.map(\.expense.category) == ["groceries", "books"])
    }

    @Test func `deleting while fetching: both answers are taken, one after the other`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        await desk.do(.refresh)
        await desk.clock.advance(by: .milliseconds(500))
        await desk.do(.delete(2))
        await desk.clock.advance(by: .milliseconds(500))
        #expect(await desk.screen.expensesProgress == .shown)
        #expect(await desk.screen.rows.map(\.isDeleting) == [false, true, false])
        #expect(await desk.screen.debts?.description == "Alan owes Ada 23.50, Grace owes Ada 5.49")
        await desk.clock.advance(by: .seconds(1))
        #expect(await desk.screen.rows.map(\.expense.category) == ["groceries", "books"])
        #expect(await desk.screen.debts?.description == "Alan owes Ada 17.50, Grace owes Ada 17.49")
    }

    @Test func `only the next answer fails, and a second fault is not taken before`() async throws {
        let desk = try await Desk()
        #expect(await desk.flow.cause(.failNext) == nil)
        #expect(await desk.flow.cause(.failNext) != nil)
        await desk.logIn()
        await desk.do(.refresh)
        await desk.clock.advance(by: .seconds(1))
        #expect(await desk.screen.expensesProgress == .shown)
        #expect(await desk.flow.cause(.failNext) == nil)
    }
}
