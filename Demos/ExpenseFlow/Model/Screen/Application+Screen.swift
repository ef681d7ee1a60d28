import Statecharts

extension Application {
    /// What is visible, from the configuration and the data. To be read while the machine runs.
    var screen: Screen {
        let login = modal.login.chart, navigation = expensesTab.chart
        return Screen(
            sheet: sheet, tab: tabBar.chart.tabs.debts.isActive ? .debts : .expenses, user: login.user, slide: slide,
            rows: navigation.expenses.map { Screen.Row(expense: $0, isDeleting: navigation.isDeleting($0)) },
            expensesProgress: progress(of: navigation.list.chart), opened: navigation.opened,
            debts: debtsTab.chart.content, debtsProgress: progress(of: debtsTab.chart), banner: banner.text,
            enabled: Set(Screen.Button.allCases.filter(isEnabled)))
    }

    private var modal: Modal { tabBar.chart.modal.chart }

    private var sheet: Screen.Sheet {
        let shown = modal.shown
        if shown.login.isActive {
            let form = modal.login.chart.loggedOut
            return .login(
                email: .init(text: form.emailText, isValid: form.email.valid.isActive),
                password: .init(
                    text: String(repeating: "•", count: form.passwordText.reveal().count),
                    isValid: form.password.valid.isActive),
                isRefused: form.isRefused)
        }
        if shown.addExpense.isActive {
            let form = modal.addExpense.chart
            return .addExpense(
                amount: .init(text: form.amountValue?.description ?? "", isValid: form.amount.valid.isActive),
                category: .init(text: form.categoryText, isValid: form.category.valid.isActive))
        }
        return .none
    }

    private var slide: Screen.Slide {
        let bar = expensesTab.chart.bar
        if bar.pushing.isActive { return .opening }
        if bar.detail.isActive { return .detail }
        if bar.popping.isActive { return .closing }
        return .list
    }

    private func progress<Content>(of list: List<Content>) -> Screen.Progress {
        if list.fetching.isActive { return .fetching }
        if list.showingData.isActive { return .shown }
        if list.fetchFailed.isActive { return .failed(list.failure) }
        return .waiting
    }

    private func isEnabled(_ button: Screen.Button) -> Bool {
        let navigation = expensesTab.chart
        return switch button {
        case .login: modal.shown.login.isActive && modal.login.chart.loggedOut.button.active.isActive
        case .create: modal.shown.addExpense.isActive && modal.addExpense.chart.button.active.isActive
        case .cancel: modal.shown.addExpense.isActive
        case .refresh:
            tabBar.chart.isInFront(.expenses) && canRefresh(navigation.list.chart)
                || tabBar.chart.isInFront(.debts) && canRefresh(debtsTab.chart)
        case .add: !modal.isCovering
        case .back: tabBar.chart.isInFront(.expenses) && navigation.bar.detail.isActive
        case .tabExpenses: tabBar.chart.isInFront(.debts)
        case .tabDebts: tabBar.chart.isInFront(.expenses)
        case .logout: !modal.isCovering
        }
    }

    private func canRefresh<Content>(_ list: List<Content>) -> Bool {
        list.showingData.isActive || list.fetchFailed.isActive
    }
}
