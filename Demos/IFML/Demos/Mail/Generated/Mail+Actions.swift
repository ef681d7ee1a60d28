import IFMLRuntime

/// The actions of the model, to be written by hand.
protocol MailActions: Sendable {
    func deleteMessage(message: Message) async throws -> DeleteMessageOutcome
    func saveSettings(signature: String, priority: Priority, labels: [String]) async throws
    func send(draft: Message, body: String) async throws
    func authenticate(user: String?, password: String) async throws -> AuthenticateOutcome
    func fetchMessages() async throws -> [Message]
}

/// How `deleteMessage` can end.
enum DeleteMessageOutcome: Sendable, Hashable, Codable {
    case deleted([Message])
    case failed
}

/// How `authenticate` can end.
enum AuthenticateOutcome: Sendable, Hashable, Codable {
    case accepted(String)
    case rejected
}

/// Answers in place of a store that is not written yet, and where the command `outcome` has set an answer.
struct MailStubs: MailActions {
    private let store: (any MailActions)?
    private let outcomes: Outcomes

    init(instead store: (any MailActions)? = nil, _ outcomes: Outcomes = Outcomes()) {
        self.store = store
        self.outcomes = outcomes
    }

    func deleteMessage(message: Message) async throws -> DeleteMessageOutcome {
        switch try outcomes.answer("deleteMessage", ["deleted", "failed"]) {
        case "deleted": .deleted(Message.stubs)
        case "failed": .failed
        default: try await store?.deleteMessage(message: message) ?? .deleted(Message.stubs)
        }
    }

    func saveSettings(signature: String, priority: Priority, labels: [String]) async throws {
        _ = try outcomes.answer("saveSettings")
        try await store?.saveSettings(signature: signature, priority: priority, labels: labels)
    }

    func send(draft: Message, body: String) async throws {
        _ = try outcomes.answer("send")
        try await store?.send(draft: draft, body: body)
    }

    func authenticate(user: String?, password: String) async throws -> AuthenticateOutcome {
        switch try outcomes.answer("authenticate", ["accepted", "rejected"]) {
        case "accepted": .accepted(user ?? "user 1")
        case "rejected": .rejected
        default: try await store?.authenticate(user: user, password: password) ?? .accepted(user ?? "user 1")
        }
    }

    func fetchMessages() async throws -> [Message] {
        _ = try outcomes.answer("fetchMessages")
        return try await store?.fetchMessages() ?? Message.stubs
    }
}

extension Message {
    static let stubs = [
        Message(subject: "subject 1", sender: "sender 1", body: "body 1", isDraft: false),
        Message(subject: "subject 2", sender: "sender 2", body: "body 2", isDraft: false),
    ]
}
