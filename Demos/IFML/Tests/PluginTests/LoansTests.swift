import IFMLRuntime
import Statecharts
import Testing

/// The loans of a library: the model lies beside this file, and the plugin has generated its application.
@Suite struct LoansTests {
    /// The loans in memory; what is written by hand.
    actor Shelf: LoansActions, LoansStore {
        private var loans = [Loan(title: "Ulysses", borrower: "Nora", due: Day.sample(16))]

        func allLoans() -> [Loan] { loans }

        func addLoan(title: String, borrower: String, due: Day) -> AddLoanOutcome {
            guard !loans.contains(where: { $0.title == title }) else { return .refused }
            loans.append(Loan(title: title, borrower: borrower, due: due))
            return .lent
        }

        func returnLoan(loan: Loan) { loans.removeAll { $0 == loan } }
    }

    @Test func `acceptance 16: what the plugin generates is compiled and runs`() async throws {
        let shelf = Shelf()
        var printed: [String] = []
        let session = Session {
            Loans(actions: shelf, store: shelf)
        } printing: {
            printed.append($0)
        }
        try await session.start()
        for line in [
            "lend", "set title Emma", "set borrower Leo", "set due 2024-02-30", "set due 2024-02-29", "submit",
        ] {
            try await session.perform(line)
        }
        #expect(
            try await session.screen.text == """
                == loansWindow
                loanList:
                  1. Ulysses | Nora
                  2. Emma | Leo
                [lend]
                """)
        #expect(printed.contains("  due = 2024-02-30 !"))
        try await session.perform("select 1")
        try await session.perform("giveBack")
        #expect(try await session.screen.text.contains("1. Emma | Leo"))
    }

    @Test func `a rule of a field counts once both fields have values, and stands behind the field`() async throws {
        let session = Session {
            Loans(actions: LoansStubs(), store: LoansStubs())
        } printing: { _ in
        }
        try await session.start()
        for line in ["lend", "set title Emma", "set due 2024-02-29"] { try await session.perform(line) }
        #expect(try await session.screen.text.contains("  borrower = -\n"))
        try await session.perform("set borrower Emma")
        #expect(try await session.screen.text.contains("  borrower = Emma (borrower != title) !"))
        #expect(try await session.screen.text.contains("(submit)"))
        try await session.perform("set borrower Leo")
        #expect(try await session.screen.text.contains("[submit]"))
    }

    @Test func `without a store the stubs answer`() async throws {
        let session = Session {
            Loans(actions: LoansStubs(), store: LoansStubs())
        } printing: { _ in
        }
        try await session.start()
        #expect(try await session.screen.text.contains("  2. title 2 | borrower 2"))
    }
}
