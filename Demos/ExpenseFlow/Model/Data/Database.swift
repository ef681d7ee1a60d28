import Synchronization

/// What the web service keeps, whichever machine it is at present.
final class Database: Sendable {
    private struct Contents {
        var ledger: Ledger
        var lastID: Int
        /// What was done, by the numbers of the requests: who asks a second time gets the same answer.
        var done: [Int: WebAnswer.Content] = [:]
    }
    private let contents: Mutex<Contents>

    init(_ ledger: Ledger) {
        contents = Mutex(Contents(ledger: ledger, lastID: ledger.expenses.map(\.id).max() ?? 0))
    }

    var ledger: Ledger { contents.withLock { $0.ledger } }

    func answer(_ request: WebRequest) -> WebAnswer.Content {
        contents.withLock { contents in
            if let answer = contents.done[request.number] { return answer }
            switch request.content {
            case .fetch: return .ledger(contents.ledger)
            case .create(let payer, let amount, let category):
                contents.lastID += 1
                let expense = Expense(id: contents.lastID, payer: payer, amount: amount, category: category)
                contents.ledger.expenses.append(expense)
                contents.done[request.number] = .created(expense)
                return .created(expense)
            case .delete(let expense):
                guard contents.ledger.expenses.contains(expense) else { return .failed("there is no such expense") }
                contents.ledger.expenses.removeAll { $0.id == expense.id }
                contents.done[request.number] = .deleted(expense)
                return .deleted(expense)
            }
        }
    }
}
