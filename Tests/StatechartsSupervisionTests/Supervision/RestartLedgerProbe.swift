@testable import Statecharts
@testable import StatechartsCore

/// Asks a ledger of three children about failures at one moment.
struct RestartLedgerProbe {
    private var ledger: RestartLedger

    init(_ strategy: Supervisor.Strategy) {
        ledger = RestartLedger(
            strategy, RestartLimit(3, in: .seconds(10)), .exponential(from: .seconds(1), cap: .seconds(60)))
    }

    mutating func failures(_ children: [Int]) -> [String] {
        children.map { child in
            switch ledger.failed(child, of: 3, at: .zero) {
            case .giveUp: "given up"
            case .restart(let range, let delay): "\(range.map(String.init).joined(separator: ", ")) after \(delay)"
            }
        }
    }
}
