import Synchronization

/// What the managers keep their data in. Only they call it; it announces nothing.
final class Store: Sendable {
    private struct Contents {
        var logs: [ChatID: Log] = [:]
        var lastMessage = 0
        var lastChat = 0
    }

    private let contents: Mutex<Contents>
    /// What was there when the run began.
    let chats: [Chat]
    let contacts: [Contact]
    let avatars: [AvatarOwner: Picture]

    /// - Parameters:
    ///   - lastMessage: the greatest number of a message that was ever given, if that is greater than those here.
    ///   - lastChat: the same of a chat.
    init(
        chats: [Chat], contacts: [Contact], messages: [Message], avatars: [AvatarOwner: Picture] = [:],
        lastMessage: Int = 0, lastChat: Int = 0
    ) {
        let byChat = Dictionary(grouping: messages, by: \.chat)
        var contents = Contents()
        contents.lastMessage = max(messages.map(\.id).max() ?? 0, lastMessage)
        contents.lastChat = max(chats.map(\.id.number).max() ?? 0, lastChat)
        self.contacts = contacts
        self.avatars = avatars
        self.chats = chats.map { chat in
            let messages = byChat[chat.id] ?? []
            contents.logs[chat.id] = Log(messages)
            var chat = chat
            chat.last = messages.last
            if let last = messages.last { chat.date = last.date }
            chat.unread = messages.count { !$0.isRead }
            return chat
        }
        self.contents = Mutex(contents)
    }

    /// The messages of a chat; an empty log for one that there is not.
    func log(of chat: ChatID) -> Log { contents.withLock { $0.logs[chat] } ?? Log() }

    var lastMessage: Int { contents.withLock { $0.lastMessage } }
    var lastChat: Int { contents.withLock { $0.lastChat } }

    func nextMessage() -> Int {
        contents.withLock { contents in
            contents.lastMessage += 1
            return contents.lastMessage
        }
    }

    func addChat() -> ChatID {
        contents.withLock { contents in
            contents.lastChat += 1
            let id = ChatID(contents.lastChat)
            contents.logs[id] = Log()
            return id
        }
    }

    func removeChat(_ chat: ChatID) {
        let former = contents.withLock { $0.logs.removeValue(forKey: chat) }
        withExtendedLifetime(former) {}
    }
}
