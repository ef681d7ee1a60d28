/// What the phone shows, as data: nothing in it is remembered from one screen to the next.
public struct Screen: Sendable, Hashable {
    /// A text that somebody types in, and whether it will do.
    struct Entry: Sendable, Hashable {
        let text: String
        let isValid: Bool
    }

    /// What covers the tabs.
    enum Sheet: Sendable, Hashable {
        case none
        case login(email: Entry, password: Entry, isRefused: Bool)
        case addExpense(amount: Entry, category: Entry)
    }

    /// How far the expense has slid over the list.
    enum Slide: Sendable, Hashable {
        case list, opening, detail, closing
    }

    /// What is said of a list beside its content.
    enum Progress: Sendable, Hashable {
        case waiting, fetching, shown
        case failed(String)
    }

    /// An expense in the list.
    struct Row: Sendable, Hashable {
        let expense: Expense
        let isDeleting: Bool
    }

    /// Something to press. Called as the command that presses it.
    enum Button: String, Sendable, CaseIterable {
        case login, create, cancel, refresh, add, back
        case tabExpenses = "tab expenses"
        case tabDebts = "tab debts"
        case logout
    }

    let sheet: Sheet
    let tab: Tab
    let user: User?
    let slide: Slide
    let rows: [Row]
    let expensesProgress: Progress
    let opened: Expense?
    let debts: Debts?
    let debtsProgress: Progress
    let banner: String
    let enabled: Set<Button>

    /// Whether rows can be opened and deleted.
    var areRowsTouchable: Bool { sheet == .none && tab == .expenses && slide == .list }

    /// Whether the application would take this command now.
    func accepts(_ command: UserCommand) -> Bool {
        switch command {
        case .email, .password: if case .login = sheet { true } else { false }
        case .amount, .category: if case .addExpense = sheet { true } else { false }
        case .login: enabled.contains(.login)
        case .logout: enabled.contains(.logout)
        case .tab(.expenses): enabled.contains(.tabExpenses)
        case .tab(.debts): enabled.contains(.tabDebts)
        case .refresh: enabled.contains(.refresh)
        case .add: enabled.contains(.add)
        case .create: enabled.contains(.create)
        case .cancel: enabled.contains(.cancel)
        case .back: enabled.contains(.back)
        case .open(let row), .delete(let row):
            areRowsTouchable && rows.indices.contains(row - 1) && !rows[row - 1].isDeleting
        }
    }

    /// The commands that would be taken now, as a list for people.
    var possibilities: String {
        var list: [String] = []
        switch sheet {
        case .none: break
        case .login: list += ["email TEXT", "password TEXT"]
        case .addExpense: list += ["amount N", "category TEXT"]
        }
        let numbers = rows.indices.map { $0 + 1 }.filter { accepts(.open($0)) }
        if !numbers.isEmpty {
            let isGapless = numbers.count > 2 && numbers[numbers.count - 1] - numbers[0] == numbers.count - 1
            let choice =
                isGapless
                ? "\(numbers[0])…\(numbers[numbers.count - 1])" : numbers.map(String.init).joined(separator: "|")
            list += ["open \(choice)", "delete \(choice)"]
        }
        list += Button.allCases.filter(enabled.contains).map(\.rawValue)
        return list.joined(separator: ", ")
    }
}
