// The screen as lines of text. A button that can be pressed is [written so], one that cannot (written so).

import DemoSupport

extension Screen {
    /// The lines, frame included, on a phone of the usual width.
    public var lines: [String] { lines(columns: Drawing.usual + 4) }

    /// The lines, frame included, at most so many columns wide. On a narrow phone what stands side by side comes on
    /// lines of its own, and what is too long is continued on the next; only a category that somebody typed is
    /// shortened in the list, and is to be seen as a whole when it is opened.
    public func lines(columns: Int) -> [String] {
        Drawing(screen: self, width: min(max(columns - 4, 12), Drawing.usual)).lines
    }
}

/// A screen and the columns inside its frame.
private struct Drawing {
    static let usual = 54

    let screen: Screen
    let width: Int
    private var isNarrow: Bool { width < Self.usual }

    var lines: [String] {
        let sections: [[String]] =
            switch screen.sheet {
            case .login(let email, let password, let isRefused):
                [
                    ["Log in"],
                    entry("e-mail", email) + entry("password", password)
                        + (isRefused ? [""] + wrapped("Wrong e-mail or password.") : []),
                    spread("", button(.login)),
                ]
            case .addExpense(let amount, let category):
                [
                    ["Add an expense"],
                    entry("amount", amount) + entry("category", category),
                    spread(button(.cancel), button(.create)),
                ]
            case .none:
                [title, content] + (screen.banner.isEmpty ? [] : [wrapped("! " + screen.banner)]) + [tabLine]
            }
        let rule = String(repeating: "─", count: width + 2)
        let inner = sections.map { section in section.map { "│ " + fit($0, width) + " │" } }
        return ["┌\(rule)┐"] + inner.joined(separator: ["├\(rule)┤"]) + ["└\(rule)┘"]
    }

    // MARK: Parts

    /// Of a text that is too long the end is shown: that is where somebody types.
    private func entry(_ label: String, _ entry: Screen.Entry) -> [String] {
        let room = width - 12
        let text = entry.text.columns > room ? "…\(entry.text.suffix(columns: max(room - 1, 0)))" : entry.text
        return [pad(pad(label, 10) + text, width - 1) + (entry.isValid ? "✓" : "✗")]
    }

    private func button(_ button: Screen.Button) -> String {
        screen.enabled.contains(button) ? "[\(button.rawValue)]" : "(\(button.rawValue))"
    }

    private var title: [String] {
        let buttons = button(.refresh) + " " + button(.add)
        return switch (screen.tab, screen.slide) {
        case (.debts, _): spread("Debts", buttons)
        case (.expenses, .list): spread("Expenses", buttons)
        case (.expenses, .opening): spread("Expenses ◂◂◂ Expense", buttons)
        case (.expenses, .detail): spread(button(.back) + " Expense", buttons)
        case (.expenses, .closing): spread("Expenses ▸▸▸ Expense", buttons)
        }
    }

    private var content: [String] {
        switch (screen.tab, screen.slide) {
        case (.debts, _): return debtLines + status(screen.debtsProgress, isEmpty: screen.debts == nil)
        case (.expenses, .list), (.expenses, .opening), (.expenses, .closing):
            return screen.rows.enumerated().flatMap { rowLines($0 + 1, $1) }
                + status(screen.expensesProgress, isEmpty: screen.rows.isEmpty)
        case (.expenses, .detail):
            guard let opened = screen.opened else { return wrapped("It is not there any more.") }
            return wrapped(pad("category", 10) + opened.category)
                + wrapped(pad("amount", 10) + opened.amount.description)
                + wrapped(pad("paid by", 10) + opened.payer.name)
        }
    }

    private func rowLines(_ number: Int, _ row: Screen.Row) -> [String] {
        let expense = row.expense, amount = expense.amount.description
        let payers = screen.rows.map(\.expense.payer.name.columns).max() ?? 0
        let amounts = isNarrow ? screen.rows.map(\.expense.amount.description.columns).max() ?? 0 : 10
        let categories = isNarrow ? max(width - 4 - 1 - amounts - 2 - payers, 1) : 20
        let line =
            pad("\(number)", 4) + fit(expense.category, categories) + (isNarrow ? " " : "") + pad(left: amount, amounts)
            + "  " + expense.payer.name
        return row.isDeleting ? spread(line, "deleting…") : [line]
    }

    private var debtLines: [String] {
        guard let debts = screen.debts else { return [] }
        let amounts = debts.balances.flatMap { [$0.paid, $0.share] }.map(\.description.columns).max() ?? 0
        let names = debts.balances.map(\.user.name.columns).max() ?? 0
        let balances = debts.balances.flatMap { balance in
            wrapped(
                pad(balance.user.name, isNarrow ? names + 1 : 10) + "paid"
                    + pad(left: balance.paid.description, isNarrow ? amounts + 1 : 10) + ", share"
                    + pad(left: balance.share.description, isNarrow ? amounts + 1 : 10))
        }
        let transfers = debts.transfers.isEmpty ? ["Everybody is even."] : debts.transfers.map(\.description)
        return balances + [""] + transfers.flatMap { wrapped($0) }
    }

    private func status(_ progress: Screen.Progress, isEmpty: Bool) -> [String] {
        switch progress {
        case .waiting: []
        case .fetching: ["fetching…"]
        case .shown: isEmpty ? ["nothing yet"] : []
        case .failed(let reason): wrapped("! could not be fetched: \(reason)")
        }
    }

    private var tabLine: [String] {
        let tabs = Tab.allCases.map {
            $0 == screen.tab ? "▸ \($0.rawValue)" : button($0 == .expenses ? .tabExpenses : .tabDebts)
        }
        return spread(tabs.joined(separator: "   "), (screen.user.map { "\($0)  " } ?? "") + button(.logout))
    }

    // MARK: Columns

    /// One at each end of a line, or on two lines where one is too short for both.
    private func spread(_ left: String, _ right: String) -> [String] {
        guard left.columns + (left.isEmpty ? 0 : 1) + right.columns > width else {
            return [pad(left, width - right.columns) + right]
        }
        return [left, pad(left: right, width)]
    }

    private func wrapped(_ text: String) -> [String] { text.wrapped(columns: width, indent: "  ") }

    private func fit(_ text: String, _ room: Int) -> String {
        pad(text.columns > room ? "\(text.prefix(columns: max(room - 1, 0)))…" : text, room)
    }

    private func pad(_ text: String, _ room: Int) -> String { text + blanks(room - text.columns) }
    private func pad(left text: String, _ room: Int) -> String { blanks(room - text.columns) + text }
    private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}
