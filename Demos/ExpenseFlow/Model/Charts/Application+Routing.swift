import Statecharts

// What an event means to each submachine, and what one of theirs means outside. Commands reach only what is in front,
// and notices only the login that they were meant for.

extension Application {
    /// Whether a notice belongs to the present login.
    func isCurrent(_ notice: ModelNotice) -> Bool { notice.session == session }

    func expensesEvent(_ event: Event) -> ExpensesNavigation.Event? {
        switch event {
        case .command(let command):
            guard tabBar.chart.isInFront(.expenses) else { return nil }
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
        case .loggedIn, .loggedOut, .fetchExpenses, .fetchDebts, .create, .delete, .bannerTimeout: return nil
        }
    }

    func debtsEvent(_ event: Event) -> List<Debts>.Event? {
        switch event {
        case .command(.refresh): return tabBar.chart.isInFront(.debts) ? .refresh : nil
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
        case .command, .loggedIn, .loggedOut, .fetchExpenses, .fetchDebts, .create, .delete, .bannerTimeout: return nil
        }
    }

    func tabBarEvent(_ event: Event) -> TabBar.Event? {
        switch event {
        case .command(let command): .command(command)
        case .signedOut: .signedOut
        case .notice, .loggedIn, .loggedOut, .fetchExpenses, .fetchDebts, .create, .delete, .signedIn, .bannerTimeout:
            nil
        }
    }

    // MARK: What they want of the application

    func event(of inner: ExpensesNavigation.Event) -> Event? {
        switch inner {
        case .fetch: .fetchExpenses
        case .deletion(let expense): .delete(expense)
        case .list, .signedIn, .signedOut, .open, .back, .delete, .animationEnded, .deleteFailed, .closed: nil
        }
    }

    func event(of inner: List<Debts>.Event) -> Event? {
        switch inner {
        case .fetch: .fetchDebts
        case .signedIn, .refresh, .signedOut, .loaded, .changed, .failed: nil
        }
    }

    func event(of inner: TabBar.Event) -> Event? {
        switch inner {
        case .loggedIn(let user): .loggedIn(user)
        case .loggedOut: .loggedOut
        case .create(let amount, let category): .create(amount, category)
        case .command, .signedOut: nil
        }
    }
}
