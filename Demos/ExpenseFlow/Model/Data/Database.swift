import DemoSupport
import Synchronization

/// What is kept of a run for the next one. The answers by the numbers of requests are not: these begin anew.
struct Saved: Sendable, Codable, Equatable {
    static let version = 1

    var version = Self.version
    let ledger: Ledger
    /// The greatest number of an expense that was given.
    let lastID: Int

    /// What is wrong with it; `nil` if nothing is.
    var fault: String? {
        if version != Self.version { return "its version is \(version), this program reads \(Self.version)" }
        let ids = Set(ledger.expenses.map(\.id))
        if ids.count != ledger.expenses.count { return "an expense is there twice" }
        if !ids.allSatisfy({ (1...max(lastID, 1)).contains($0) }) || !(0...1 << 52).contains(lastID) {
            return "an expense has a number that was never given"
        }
        if !ledger.expenses.allSatisfy({ $0.amount > .zero && $0.amount <= Money.limit }) {
            return "an amount is out of range"
        }
        if ledger.members.isEmpty || Set(ledger.members).count != ledger.members.count {
            return "a member is missing or there twice"
        }
        let names = ledger.members.map(\.name) + ledger.expenses.flatMap { [$0.payer.name, $0.category] }
        return names.allSatisfy { !$0.isEmpty && $0.isPrintable } ? nil : "a name cannot be shown"
    }
}

/// What the web service keeps, whichever machine it is at present.
final class Database: Sendable {
    private struct Contents {
        var ledger: Ledger
        var lastID: Int
        /// What was done, by the numbers of the requests: who asks a second time gets the same answer.
        var done: [Int: WebAnswer.Content] = [:]
    }
    private let contents: Mutex<Contents>

    init(_ saved: Saved) { contents = Mutex(Contents(ledger: saved.ledger, lastID: saved.lastID)) }

    /// What is to be kept for the next run.
    var saved: Saved { contents.withLock { Saved(ledger: $0.ledger, lastID: $0.lastID) } }

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
