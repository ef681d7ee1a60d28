import Statecharts
import StatechartsTesting
import Testing

@testable import ExpenseFlow

@Suite struct AddExpenseTests {
    @Test(arguments: [
        (0, "lunch", "(amount.Invalid, category.Valid, SubmitButton.Inactive)"),
        (-1, "lunch", "(amount.Invalid, category.Valid, SubmitButton.Inactive)"),
        (1, "lunch", "(amount.Valid, category.Valid, SubmitButton.Active)"),
        (1, "bus", "(amount.Valid, category.Valid, SubmitButton.Active)"),
        (1, "ab", "(amount.Valid, category.Invalid, SubmitButton.Inactive)"),
        (1, "", "(amount.Valid, category.Invalid, SubmitButton.Inactive)"),
        (0, "", "(amount.Invalid, category.Invalid, SubmitButton.Inactive)"),
    ])
    func `an amount is more than zero and a category has three characters`(
        cents: Int, category: String, configuration: String
    ) throws {
        let form = Interpreter(AddExpense())
        try form.start()
        try form.send(.amount(Money(cents: cents)))
        try form.send(.category(category))
        #expect(form.configuration.description == configuration)
        let isActive = configuration.hasSuffix(".Active)")
        #expect(try form.send(.create) == (isActive ? .handled : .unhandled))
    }

    @Test func `creating hands over what was typed, once, and empties the form`() throws {
        let form = Interpreter(AddExpense())
        try form.start()
        try form.send(.amount(Money(cents: 1250)))
        try form.send(.category("lunch"))
        #expect(try form.step(.create).description.contains("raised submitted(12.50, \"lunch\")"))
        #expect(try form.send(.create) == .unhandled)
        #expect(form.configuration.description == "(amount.Invalid, category.Invalid, SubmitButton.Inactive)")
        #expect(form.top.amountValue == nil)
        #expect(form.top.categoryText == "")
    }

    @Test func `the draft survives cancelling, but not the logout`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        await desk.do(.add, .amount(Money(cents: 1250)), .category("lunch"), .cancel)
        #expect(await desk.screen.sheet == .none)
        await desk.do(.tab(.debts), .add)
        let draft = Screen.Sheet.addExpense(
            amount: .init(text: "12.50", isValid: true), category: .init(text: "lunch", isValid: true))
        #expect(await desk.screen.sheet == draft)
        await desk.do(.cancel, .logout)
        await desk.logIn()
        await desk.do(.add)
        let empty = Screen.Sheet.addExpense(
            amount: .init(text: "", isValid: false), category: .init(text: "", isValid: false))
        #expect(await desk.screen.sheet == empty)
    }

    @Test func `a created expense is the user's, comes after the service's delay, and changes the debts`() async throws
    {
        let desk = try await Desk()
        await desk.logIn("alan", "enigma")
        await desk.do(.add, .amount(Money(cents: 1250)), .category("lunch"), .create)
        #expect(await desk.screen.sheet == .none)
        await desk.clock.advance(by: .milliseconds(999))
        #expect(await desk.screen.rows.count == 3)
        await desk.clock.advance(by: .milliseconds(1))
        #expect(await desk.screen.rows.map(\.expense.description).last == "lunch 12.50 by Alan")
        #expect(await desk.screen.debts?.description == "Alan owes Ada 15.16, Grace owes Ada 9.66")
    }
}
