// The screen as lines of text. A button that can be pressed is [written so], one that cannot (written so).

import DemoSupport

extension Screen {
    private static let width = 54

    /// The lines, frame included.
    public var lines: [String] {
        let sections: [[String]] =
            switch sheet {
            case .login(let email, let password, let isRefused):
                [
                    ["Log in"],
                    [entry("e-mail", email), entry("password", password)]
                        + (isRefused ? ["", "Wrong e-mail or password."] : []),
                    [spread("", button(.login))],
                ]
            case .addExpense(let amount, let category):
                [
                    ["Add an expense"],
                    [entry("amount", amount), entry("category", category)],
                    [spread(button(.cancel), button(.create))],
                ]
            case .none:
                [title, content] + (banner.isEmpty ? [] : [["! " + banner]]) + [[tabLine]]
            }
        let rule = String(repeating: "─", count: Self.width + 2)
        let inner = sections.map { section in section.map { "│ " + Self.fit($0) + " │" } }
        return ["┌\(rule)┐"] + inner.joined(separator: ["├\(rule)┤"]) + ["└\(rule)┘"]
    }

    // MARK: Parts

    private func entry(_ label: String, _ entry: Entry) -> String {
        spread(Self.pad(label, 10) + entry.text, entry.isValid ? "✓" : "✗")
    }

    private func button(_ button: Button) -> String {
        enabled.contains(button) ? "[\(button.rawValue)]" : "(\(button.rawValue))"
    }

    private var title: [String] {
        let buttons = button(.refresh) + " " + button(.add)
        switch (tab, slide) {
        case (.debts, _): return [spread("Debts", buttons)]
        case (.expenses, .list): return [spread("Expenses", buttons)]
        case (.expenses, .opening): return [spread("Expenses ◂◂◂ Expense", buttons)]
        case (.expenses, .detail): return [spread(button(.back) + " Expense", buttons)]
        case (.expenses, .closing): return [spread("Expenses ▸▸▸ Expense", buttons)]
        }
    }

    private var content: [String] {
        switch (tab, slide) {
        case (.debts, _): return debtLines + status(debtsProgress, isEmpty: debts == nil)
        case (.expenses, .list), (.expenses, .opening), (.expenses, .closing):
            return rows.enumerated().map { rowLine($0 + 1, $1) } + status(expensesProgress, isEmpty: rows.isEmpty)
        case (.expenses, .detail):
            guard let opened else { return ["It is not there any more."] }
            return [
                Self.pad("category", 10) + opened.category,
                Self.pad("amount", 10) + opened.amount.description,
                Self.pad("paid by", 10) + opened.payer.name,
            ]
        }
    }

    private func rowLine(_ number: Int, _ row: Row) -> String {
        let expense = row.expense
        return spread(
            Self.pad("\(number)", 4) + Self.pad(expense.category, 20) + Self.pad(left: expense.amount.description, 10)
                + "  " + expense.payer.name, row.isDeleting ? "deleting…" : "")
    }

    private var debtLines: [String] {
        guard let debts else { return [] }
        let balances = debts.balances.map { balance in
            Self.pad(balance.user.name, 10) + "paid" + Self.pad(left: balance.paid.description, 10) + ", share"
                + Self.pad(left: balance.share.description, 10)
        }
        let transfers = debts.transfers.isEmpty ? ["Everybody is even."] : debts.transfers.map(\.description)
        return balances + [""] + transfers
    }

    private func status(_ progress: Progress, isEmpty: Bool) -> [String] {
        switch progress {
        case .waiting: []
        case .fetching: ["fetching…"]
        case .shown: isEmpty ? ["nothing yet"] : []
        case .failed(let reason): ["! could not be fetched: \(reason)"]
        }
    }

    private var tabLine: String {
        let tabs = Tab.allCases.map {
            $0 == tab ? "▸ \($0.rawValue)" : button($0 == .expenses ? .tabExpenses : .tabDebts)
        }
        return spread(tabs.joined(separator: "   "), (user.map { "\($0)  " } ?? "") + button(.logout))
    }

    // MARK: Columns

    private func spread(_ left: String, _ right: String) -> String {
        let room = max(Self.width - right.columns, 0)
        return Self.fit(left, room) + right
    }

    private static func fit(_ text: String, _ width: Int = width) -> String {
        pad(text.columns > width ? "\(text.prefix(columns: max(width - 1, 0)))…" : text, width)
    }

    private static func pad(_ text: String, _ width: Int) -> String { text + blanks(width - text.columns) }
    private static func pad(left text: String, _ width: Int) -> String { blanks(width - text.columns) + text }
    private static func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}
