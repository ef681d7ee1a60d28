import Statecharts

// What an event means to each submachine. Commands reach only what is in front, and notices only the login that they were meant for.

extension Application {
    /// Whether the login or the new expense covers the tabs.
    var isCovered: Bool { !tabBar.modal.shown.nothing.isActive }

    /// Whether this tab is in front and not covered.
    func isInFront(_ tab: Tab) -> Bool {
        guard !isCovered else { return false }
        return switch tab {
        case .expenses: tabBar.tabs.expenses.isActive
        case .debts: tabBar.tabs.debts.isActive
        }
    }

    /// Whether a notice belongs to the present login.
    func isCurrent(_ notice: ModelNotice) -> Bool { notice.session == session }

    func expensesEvent(_ event: Event) -> ExpensesNavigation.Event? {
        switch event {
        case .command(let command):
            guard isInFront(.expenses) else { return nil }
            switch command {
            case .refresh: return .list(.refresh)
            case .open(let row): return .open(row)
            case .back: return .back
            case .delete(let row): return .delete(row)
            case .email, .password, .login, .logout, .tab, .add, .amount, .category, .create, .cancel: return nil
            }
        case .notice(let notice):
            guard isCurrent(notice) else { return nil }
            switch notice.content {
            case .expenses(let expenses, .fetched): return .list(.loaded(expenses))
            case .expenses(let expenses, .changed): return .list(.changed(expenses))
            case .fetchFailed(let reason): return .list(.failed(reason))
            case .deleteFailed(let expense, _): return .deleteFailed(expense)
            case .debts, .debtsFailed, .createFailed, .serviceFailed: return nil
            }
        case .signedIn: return .signedIn
        case .signedOut: return .signedOut
        case .submitted, .bannerTimeout: return nil
        }
    }

    func debtsEvent(_ event: Event) -> List<Debts>.Event? {
        switch event {
        case .command(.refresh): return isInFront(.debts) ? .refresh : nil
        case .notice(let notice):
            guard isCurrent(notice) else { return nil }
            switch notice.content {
            case .debts(let debts, .fetched): return .loaded(debts)
            case .debts(let debts, .changed): return .changed(debts)
            case .debtsFailed(let reason): return .failed(reason)
            case .expenses, .fetchFailed, .createFailed, .deleteFailed, .serviceFailed: return nil
            }
        case .signedIn: return .signedIn
        case .signedOut: return .signedOut
        case .command, .submitted, .bannerTimeout: return nil
        }
    }

    func loginEvent(_ event: Event) -> Login.Event? {
        guard case .command(let command) = event else { return nil }
        let shown = tabBar.modal.shown
        switch command {
        case .email(let text): return shown.login.isActive ? .email(text) : nil
        case .password(let text): return shown.login.isActive ? .password(text) : nil
        case .login: return shown.login.isActive ? .login : nil
        case .logout: return isCovered ? nil : .logout
        case .tab, .refresh, .add, .amount, .category, .create, .cancel, .open, .back, .delete: return nil
        }
    }

    func addExpenseEvent(_ event: Event) -> AddExpense.Event? {
        switch event {
        case .command(let command):
            guard tabBar.modal.shown.addExpense.isActive else { return nil }
            switch command {
            case .amount(let amount): return .amount(amount)
            case .category(let text): return .category(text)
            case .create: return .create
            case .email, .password, .login, .logout, .tab, .refresh, .add, .cancel, .open, .back, .delete: return nil
            }
        case .signedOut: return .clear
        case .notice, .signedIn, .submitted, .bannerTimeout: return nil
        }
    }
}
