import Statecharts

/// A tab of the application.
enum Tab: String, Sendable, Codable, CaseIterable {
    case expenses, debts
}

/// What the person does at the phone.
enum UserCommand: Sendable, Codable, Hashable, CustomStringConvertible {
    case email(String)
    case password(Secret<String>)
    case login
    case logout
    case tab(Tab)
    case refresh
    case add
    case amount(Money)
    case category(String)
    case create
    case cancel
    /// Opens the row with this number; the first one has 1.
    case open(Int)
    case back
    /// Deletes the row with this number.
    case delete(Int)

    /// As it is typed, but without the password.
    var description: String {
        switch self {
        case .email(let text): "email \(text)"
        case .password: "password …"
        case .login: "login"
        case .logout: "logout"
        case .tab(let tab): "tab \(tab.rawValue)"
        case .refresh: "refresh"
        case .add: "add"
        case .amount(let amount): "amount \(amount)"
        case .category(let text): "category \(text)"
        case .create: "create"
        case .cancel: "cancel"
        case .open(let row): "open \(row)"
        case .back: "back"
        case .delete(let row): "delete \(row)"
        }
    }
}
