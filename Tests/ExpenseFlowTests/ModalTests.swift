import Statecharts
import StatechartsTesting
import Testing

@testable import ExpenseFlow

@Suite struct ModalTests {
    @Test func `the login covers everything until somebody is logged in`() async throws {
        let desk = try await Desk()
        let empty = Screen.Entry(text: "", isValid: false)
        #expect(await desk.screen.sheet == .login(email: empty, password: empty, isRefused: false))
        #expect(await desk.screen.enabled == [])
        await desk.do(.email("ada@example.org"), .password("engine"))
        #expect(await desk.screen.enabled == [.login])
        await desk.do(.login)
        #expect(await desk.screen.sheet == .none)
        #expect(await desk.screen.enabled == [.add, .tabDebts, .logout])
        await desk.clock.advance(by: .seconds(1))
        #expect(await desk.screen.enabled == [.refresh, .add, .tabDebts, .logout])
    }

    @Test func `the new expense covers everything until it is created or cancelled`() async throws {
        let desk = try await Desk()
        await desk.logIn()
        await desk.do(.add)
        #expect(await desk.screen.enabled == [.cancel])
        await desk.do(.amount(Money(cents: 1)), .category("gum"))
        #expect(await desk.screen.enabled == [.cancel, .create])
        await desk.do(.create)
        #expect(await desk.screen.enabled == [.refresh, .add, .tabDebts, .logout])
    }

    @Test func `the whole configuration, from the start to the logout`() async throws {
        let desk = try await Desk()
        let start = await desk.configuration.leaves.map(\.path)
        #expect(
            start == [
                "expensesTab.ExpensesNavigation.list.List.Waiting",
                "expensesTab.ExpensesNavigation.detail.Detail.Empty",
                "expensesTab.ExpensesNavigation.Bar.Root",
                "debtsTab.List.Waiting",
                "tabBar.TabBar.Tabs.ExpensesTab",
                "tabBar.TabBar.modal.Modal.Shown.LoginShown",
                "tabBar.TabBar.modal.Modal.login.Login.LoggedOut.email.Invalid",
                "tabBar.TabBar.modal.Modal.login.Login.LoggedOut.password.Invalid",
                "tabBar.TabBar.modal.Modal.login.Login.LoggedOut.SubmitButton.Inactive",
                "tabBar.TabBar.modal.Modal.addExpense.AddExpense.amount.Invalid",
                "tabBar.TabBar.modal.Modal.addExpense.AddExpense.category.Invalid",
                "tabBar.TabBar.modal.Modal.addExpense.AddExpense.SubmitButton.Inactive",
                "Banner.Hidden",
            ])
        await desk.logIn()
        #expect(
            await desk.configuration.leaves.map(\.path) == [
                "expensesTab.ExpensesNavigation.list.List.ShowingData",
                "expensesTab.ExpensesNavigation.detail.Detail.Empty",
                "expensesTab.ExpensesNavigation.Bar.Root",
                "debtsTab.List.ShowingData",
                "tabBar.TabBar.Tabs.ExpensesTab",
                "tabBar.TabBar.modal.Modal.Shown.NoneShown",
                "tabBar.TabBar.modal.Modal.login.Login.LoggedIn",
                "tabBar.TabBar.modal.Modal.addExpense.AddExpense.amount.Invalid",
                "tabBar.TabBar.modal.Modal.addExpense.AddExpense.category.Invalid",
                "tabBar.TabBar.modal.Modal.addExpense.AddExpense.SubmitButton.Inactive",
                "Banner.Hidden",
            ])
        await desk.do(.add, .amount(Money(cents: 1)), .category("gum"), .cancel, .tab(.debts), .refresh)
        await desk.do(.logout)
        #expect(await desk.configuration.leaves.map(\.path) == start)
    }
}
