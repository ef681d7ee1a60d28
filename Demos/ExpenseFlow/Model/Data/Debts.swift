/// What everybody paid against an equal share, and who gives whom how much to be even.
///
/// Everything is exact to the cent. If the total cannot be divided evenly, the first members in alphabetical order bear
/// one cent more each, until nothing is left. So the shares add up to the total and the balances to zero.
struct Debts: Sendable, Codable, Hashable, CustomStringConvertible {
    /// How one member stands.
    struct Balance: Sendable, Codable, Hashable {
        let user: User
        let paid: Money
        let share: Money
        /// What the member gets back; owes, if it is negative.
        var balance: Money { paid - share }
    }

    /// A payment that makes debts smaller.
    struct Transfer: Sendable, Codable, Hashable, CustomStringConvertible {
        let from: User
        let to: User
        let amount: Money
        var description: String { "\(from) owes \(to) \(amount)" }
    }

    /// In alphabetical order.
    let balances: [Balance]
    /// At most one fewer than there are members.
    let transfers: [Transfer]

    init(_ ledger: Ledger) {
        // Somebody who left the group has still paid.
        let members = Set(ledger.members).union(ledger.expenses.map(\.payer)).sorted()
        var paid: [User: Money] = [:]
        for expense in ledger.expenses { paid[expense.payer, default: .zero] += expense.amount }
        let total = paid.values.reduce(0) { $0 + $1.cents }
        balances = members.enumerated().map { position, user in
            let extra = position < total % members.count ? 1 : 0
            return Balance(
                user: user, paid: paid[user] ?? .zero, share: Money(cents: total / members.count + extra))
        }
        transfers = Self.settle(balances)
    }

    /// Lets whoever owes most pay whoever gets most, until everybody is even; with equal amounts in alphabetical order.
    private static func settle(_ balances: [Balance]) -> [Transfer] {
        var open = balances.map { (user: $0.user, cents: $0.balance.cents) }
        var transfers: [Transfer] = []
        while true {
            // `max(by:)` and `min(by:)` answer with the last and the first of equal ones; both have to be the first.
            guard let debtor = open.indices.min(by: { open[$0].cents < open[$1].cents }),
                let creditor = open.indices.min(by: { open[$0].cents > open[$1].cents }), open[debtor].cents < 0
            else { return transfers }
            let amount = min(-open[debtor].cents, open[creditor].cents)
            open[debtor].cents += amount
            open[creditor].cents -= amount
            transfers.append(
                Transfer(from: open[debtor].user, to: open[creditor].user, amount: Money(cents: amount)))
        }
    }

    var description: String {
        transfers.isEmpty ? "nobody owes anything" : transfers.map(\.description).joined(separator: ", ")
    }
}
