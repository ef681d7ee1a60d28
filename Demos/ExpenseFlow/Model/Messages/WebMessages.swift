/// A request to the web service, with a number by which its answer is known.
struct WebRequest: Sendable, Codable, CustomStringConvertible {
    enum Content: Sendable, Codable {
        case fetch
        case create(payer: User, amount: Money, category: String)
        case delete(Expense)
    }
    let number: Int
    let content: Content

    var description: String {
        switch content {
        case .fetch: "GET expenses"
        case .create(let payer, let amount, let category): "POST \(category) \(amount) by \(payer)"
        case .delete(let expense): "DELETE expense \(expense.id)"
        }
    }
}

/// The answer of the web service to the request with the same number.
struct WebAnswer: Sendable, Codable, CustomStringConvertible {
    enum Content: Sendable, Codable {
        case ledger(Ledger)
        case created(Expense)
        case deleted(Expense)
        case failed(String)
    }
    let number: Int
    let content: Content

    var description: String {
        switch content {
        case .ledger(let ledger): "200 \(ledger)"
        case .created(let expense): "201 expense \(expense.id)"
        case .deleted(let expense): "204 expense \(expense.id)"
        case .failed(let reason): "503 \(reason)"
        }
    }
}

/// What can be done to the faked web service.
enum Fault: Sendable, Codable, CustomStringConvertible {
    /// Its next answer is a failure.
    case failNext
    /// It breaks down, with everything that it was about to do.
    case crash

    var description: String {
        switch self {
        case .failNext: "fail next"
        case .crash: "crash"
        }
    }
}

/// How the web service is.
enum ServiceStatus: String, Sendable, Codable, CustomStringConvertible {
    /// It takes requests. What it was asked before and has not answered is forgotten.
    case up
    /// It has broken down and will be started again.
    case down
    /// It broke down too often and will not be started again.
    case gone

    var description: String { rawValue }
}
