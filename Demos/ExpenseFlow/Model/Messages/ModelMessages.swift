/// What the application asks of the model.
struct ModelRequest: Sendable, Codable, CustomStringConvertible {
    enum Content: Sendable, Codable {
        case signIn(User)
        case signOut
        case fetchExpenses
        case createExpense(amount: Money, category: String)
        case deleteExpense(Expense)
    }
    /// The number of the login that this belongs to.
    let session: Int
    let content: Content

    var description: String {
        switch content {
        case .signIn(let user): "sign in \(user)"
        case .signOut: "sign out"
        case .fetchExpenses: "fetch expenses"
        case .createExpense(let amount, let category): "create \(category) \(amount)"
        case .deleteExpense(let expense): "delete \(expense.category) \(expense.amount)"
        }
    }
}

/// What the model tells the application.
struct ModelNotice: Sendable, Codable, CustomStringConvertible {
    enum Content: Sendable, Codable {
        case expenses([Expense], Occasion)
        case debts(Debts, Occasion)
        case fetchFailed(reason: String)
        case debtsFailed(reason: String)
        case serviceFailed
        case createFailed(category: String, amount: Money, reason: String)
        case deleteFailed(Expense, reason: String)
    }
    /// The number of the login that this belongs to: what comes late, when the next one has begun, can be told.
    let session: Int
    let content: Content

    var description: String {
        switch content {
        case .expenses(let expenses, let occasion): "\(occasion) expenses: \(expenses.count)"
        case .debts(let debts, let occasion): "\(occasion) debts: \(debts)"
        case .fetchFailed(let reason): "fetching failed: \(reason)"
        case .debtsFailed(let reason): "no debts: \(reason)"
        case .serviceFailed: "the service has failed"
        case .createFailed(let category, _, let reason): "creating \(category) failed: \(reason)"
        case .deleteFailed(let expense, let reason): "deleting \(expense.category) failed: \(reason)"
        }
    }
}

/// Why data come.
enum Occasion: String, Sendable, Codable {
    /// Because they were asked for.
    case fetched
    /// Because an expense was created or deleted.
    case changed
}

/// What the application asks of the debts model.
struct DebtsRequest: Sendable, Codable, CustomStringConvertible {
    /// The number of the login that this belongs to.
    let session: Int

    var description: String { "fetch debts" }
}

/// What the expense model tells the debts model.
struct LedgerNotice: Sendable, Codable, CustomStringConvertible {
    enum Content: Sendable, Codable {
        case ledger(Ledger, Occasion)
        case fetchFailed(reason: String)
        case signedOut
    }
    let session: Int
    let content: Content

    var description: String {
        switch content {
        case .ledger(let ledger, let occasion): "\(occasion): \(ledger)"
        case .fetchFailed(let reason): "fetching failed: \(reason)"
        case .signedOut: "signed out"
        }
    }
}
