import TestSupport
import Testing

@testable import ExpenseFlow

@Suite struct DebtsTests {
    private func debts(_ members: String, _ payments: KeyValuePairs<String, Int>) -> Debts {
        let expenses = payments.enumerated().map { number, payment in
            Expense(id: number, payer: User(payment.key), amount: Money(cents: payment.value), category: "test")
        }
        return Debts(Ledger(members: members.split(separator: " ").map { User(String($0)) }, expenses: expenses))
    }

    private func table(_ debts: Debts) -> [String] {
        debts.balances.map { "\($0.user) \($0.paid) \($0.share) \($0.balance)" } + debts.transfers.map(\.description)
    }

    @Test func `each pays an equal share`() {
        #expect(
            table(debts("Ada Alan Grace", ["Ada": 6000, "Grace": 3000])) == [
                "Ada 60.00 30.00 30.00", "Alan 0.00 30.00 -30.00", "Grace 30.00 30.00 0.00", "Alan owes Ada 30.00",
            ])
    }

    @Test func `one cent that is left over is borne by the first in the alphabet`() {
        #expect(
            table(debts("Grace Alan Ada", ["Grace": 100])) == [
                "Ada 0.00 0.34 -0.34", "Alan 0.00 0.33 -0.33", "Grace 1.00 0.33 0.67", "Ada owes Grace 0.34",
                "Alan owes Grace 0.33",
            ])
    }

    @Test func `two cents that are left over are borne by the first two`() {
        #expect(
            table(debts("Ada Alan Grace", ["Alan": 200])) == [
                "Ada 0.00 0.67 -0.67", "Alan 2.00 0.67 1.33", "Grace 0.00 0.66 -0.66", "Ada owes Alan 0.67",
                "Grace owes Alan 0.66",
            ])
    }

    @Test func `one cent among three`() {
        #expect(
            table(debts("Ada Alan Grace", ["Grace": 1])) == [
                "Ada 0.00 0.01 -0.01", "Alan 0.00 0.00 0.00", "Grace 0.01 0.00 0.01", "Ada owes Grace 0.01",
            ])
    }

    @Test func `who owes most pays first, and may pay several`() {
        #expect(
            debts("Ada Alan Grace Edsger", ["Ada": 2000, "Grace": 2000, "Alan": 400]).transfers.map(\.description) == [
                "Edsger owes Ada 9.00", "Alan owes Grace 7.00", "Edsger owes Grace 2.00",
            ])
    }

    @Test func `nobody owes anything without expenses, alone, or without members`() {
        #expect(debts("Ada Alan", [:]).transfers == [])
        #expect(table(debts("Ada", ["Ada": 999])) == ["Ada 9.99 9.99 0.00"])
        #expect(table(debts("", [:])) == [])
    }

    @Test func `who has left the group has still paid`() {
        #expect(
            table(debts("Ada", ["Alan": 300])) == [
                "Ada 0.00 1.50 -1.50", "Alan 3.00 1.50 1.50", "Ada owes Alan 1.50",
            ])
    }

    @Test func `for any payments shares add up to the total and transfers make everybody even`() {
        var generator = SplitMix(seed: 7)
        for _ in 0..<2_000 {
            let members = (0..<Int(generator.next(1...8))).map { User("user\($0)") }
            let expenses = (0..<Int(generator.next(0...12))).map { number in
                Expense(
                    id: number, payer: members[Int(generator.next(0...UInt64(members.count - 1)))],
                    amount: Money(cents: Int(generator.next(1...99_999_999))), category: "test")
            }
            let debts = Debts(Ledger(members: members.reversed(), expenses: expenses))
            let total = expenses.reduce(0) { $0 + $1.amount.cents }
            let shares = debts.balances.map(\.share.cents)
            #expect(shares.reduce(0, +) == total)
            #expect(shares == shares.sorted(by: >))
            #expect((shares.max() ?? 0) - (shares.min() ?? 0) <= 1)
            var open = Dictionary(uniqueKeysWithValues: debts.balances.map { ($0.user, $0.balance.cents) })
            for transfer in debts.transfers {
                #expect(transfer.amount > .zero)
                open[transfer.from, default: 0] += transfer.amount.cents
                open[transfer.to, default: 0] -= transfer.amount.cents
            }
            #expect(open.values.allSatisfy { $0 == 0 })
            #expect(debts.transfers.count < members.count)
        }
    }
}

extension SplitMix {
    mutating func next(_ range: ClosedRange<UInt64>) -> UInt64 {
        range.lowerBound + next() % (range.upperBound - range.lowerBound + 1)
    }
}
