/// A mailbox in memory.
actor Store: MailActions {
    private var messages = [
        Message(subject: "Lunch", sender: "Ada", body: "At noon?", isDraft: false),
        Message(subject: "Invoice", sender: "Bob", body: "Please pay.", isDraft: false),
        Message(subject: "Holidays", sender: "me", body: "Dear all,", isDraft: true),
    ]

    func deleteMessage(message: Message) -> DeleteMessageOutcome {
        messages.removeAll { $0 == message }
        return .deleted(messages)
    }

    func saveSettings(signature: String, priority: Priority, labels: [String]) {}

    func send(draft: Message, body: String) {
        messages.removeAll { $0 == draft }
    }

    func authenticate(user: String?, password: String) -> AuthenticateOutcome {
        password == "secret" ? .accepted(user ?? "me") : .rejected
    }

    func fetchMessages() -> [Message] { messages }
}
