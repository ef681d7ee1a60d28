/// Somebody who shares expenses with the others.
struct User: Sendable, Codable, Hashable, Comparable, CustomStringConvertible {
    let name: String
    init(_ name: String) { self.name = name }
    static func < (a: User, b: User) -> Bool { a.name < b.name }
    var description: String { name }
}

/// Something that one user paid for all.
struct Expense: Sendable, Codable, Hashable, Identifiable, CustomStringConvertible {
    let id: Int
    let payer: User
    let amount: Money
    let category: String

    var description: String { "\(category) \(amount) by \(payer)" }
}

/// Who shares, and what they have paid so far.
struct Ledger: Sendable, Codable, Hashable, CustomStringConvertible {
    var members: [User]
    var expenses: [Expense]

    var description: String { expenses.count == 1 ? "1 expense" : "\(expenses.count) expenses" }
}

/// The users who may log in.
struct Accounts: Sendable {
    struct Account: Sendable {
        let email: String
        let password: String
        let user: User
    }
    let accounts: [Account]

    /// The user with these credentials, if they are right.
    func user(email: String, password: String) -> User? {
        accounts.first { $0.email == email && $0.password == password }?.user
    }

    /// Ada (`ada@example.org`, `engine`), Alan (`alan@example.org`, `enigma`) and Grace (`grace@example.org`,
    /// `flow-matic`).
    static let demo = Accounts(accounts: [
        Account(email: "ada@example.org", password: "engine", user: User("Ada")),
        Account(email: "alan@example.org", password: "enigma", user: User("Alan")),
        Account(email: "grace@example.org", password: "flow-matic", user: User("Grace")),
    ])
}

extension Ledger {
    /// What the faked service knows at first.
    static let demo = Ledger(
        members: Accounts.demo.accounts.map(\.user),
        expenses: [
            Expense(id: 1, payer: User("Ada"), amount: Money(cents: 4250), category: "groceries"),
            Expense(id: 2, payer: User("Grace"), amount: Money(cents: 1800), category: "train"),
            Expense(id: 3, payer: User("Ada"), amount: Money(cents: 999), category: "books"),
        ])
}
