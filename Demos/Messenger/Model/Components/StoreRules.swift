import Statecharts

//   StoreRules
//   ┌────────────────────────────────────────────────────────────────────────────┐
//   │  ●──▶ Serving   asked(question)                  / it is owed an answer    │
//   │                 answered(question) [it is owed]  / once less               │
//   │                 3 s without an answer: overdue                             │
//   │                 message [newer than all before]                            │
//   │                 chats [each once, newest first, unread ≥ 0]                │
//   └────────────────────────────────────────────────────────────────────────────┘

/// What the chat manager owes for what is in the store: an answer within three seconds for each time that it is asked
/// something, messages in the order of their numbers, and a list of chats that is in order after each change.
final class StoreRules: TopState<StoreRules.Event> {
    enum Question: Hashable, CustomStringConvertible {
        case page(ChatID, before: Int?), gallery(ChatID)
        /// For a chat, which is made if there is none.
        case chat

        var description: String {
            switch self {
            case .page(let chat, let before): "page of \(chat) before \(before.map { "#\($0)" } ?? "the end")"
            case .gallery(let chat): "gallery of \(chat)"
            case .chat: "chat"
            }
        }
    }
    enum Event { case asked(Question), answered(Question), overdue(Question), message(Int), chats(ChatsMessage) }

    static let patience = Duration.seconds(3)

    let serving = Serving()
    override func configure() { substates(serving) }

    /// The answers that may come.
    var expected: [Event] { serving.owed.keys.map { .answered($0) } }

    final class Serving: State<StoreRules, StoreRules> {
        /// The times of what was asked, the longest first: a chat that is opened again asks the same again.
        fileprivate var owed: [Question: [TimerID]] = [:]
        private var lastMessage = 0
        private var chats = Replica<ListDelta<Chat>>()

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .asked(let question):
                .handled { owed[question, default: []].append(after(StoreRules.patience, send: .overdue(question))) }
            case .answered(let question) where owed[question] != nil: .handled { close(question) }
            case .message(let number) where number > lastMessage: .handled { lastMessage = number }
            case .chats(let message) where isInOrder(after: message): .handled { chats.take(message) }
            default: .unhandled
            }
        }

        private func close(_ question: Question) {
            guard var timers = owed.removeValue(forKey: question) else { return }
            cancel(timers.removeFirst())
            if !timers.isEmpty { owed[question] = timers }
        }

        private func isInOrder(after message: ChatsMessage) -> Bool {
            var next = chats
            next.take(message)
            guard !next.isBehind, let list = next.whole else { return false }
            return Set(list.map(\.id)).count == list.count && list.allSatisfy { $0.unread >= 0 }
                && zip(list, list.dropFirst()).allSatisfy { $0.date >= $1.date }
        }
    }
}

extension ChatRequest {
    /// What has to be answered; `nil` for what is only to be done.
    fileprivate var question: StoreRules.Question? {
        switch self {
        case .page(let chat, let before): .page(chat, before: before)
        case .gallery(let chat): .gallery(chat)
        case .open, .create: .chat
        case .send, .sendPictures, .read, .rename, .add, .remove, .delete: nil
        }
    }
}

extension ChatManager {
    /// Has the rules judge what passes the manager's ports. To be called before it starts.
    func enforceRules<C: Clock>(
        clock: C, reporting report: @escaping @Sendable (ContractViolation) -> Void
    ) where C.Duration == Duration {
        let contract = Contract(StoreRules(), clock: clock, expecting: \.expected, reporting: report)
        requests.enforce(contract) { $0.question.map { .asked($0) } }
        pages.enforce(contract) { .answered(.page($0.chat, before: $0.before)) }
        galleries.enforce(contract) { .answered(.gallery($0.chat)) }
        opened.enforce(contract) { _ in .answered(.chat) }
        messages.enforce(contract) { .message($0.id) }
        chats.enforce(contract) { .chats($0) }
    }
}
