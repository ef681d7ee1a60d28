/// What a contact is known by.
struct ContactID: Sendable, Hashable, Codable {
    let number: Int
    init(_ number: Int) { self.number = number }
    /// The person who has the phone.
    static let me = ContactID(0)
}

/// What a chat is known by.
struct ChatID: Sendable, Hashable, Codable {
    let number: Int
    init(_ number: Int) { self.number = number }
}

extension ContactID: CustomStringConvertible {
    var description: String { "contact \(number)" }
}

extension ChatID: CustomStringConvertible {
    var description: String { "chat \(number)" }
}

/// A picture, by its name.
struct Picture: Sendable, Hashable, Codable, CustomStringConvertible {
    let name: String
    init(_ name: String) { self.name = name }
    var description: String { name }
}

/// A message of a chat. It never changes: that it is read is said of another value.
struct Message: Sendable, Hashable, Codable, Identifiable {
    enum Kind: Sendable, Hashable, Codable { case text, media, system }
    enum Direction: Sendable, Hashable, Codable { case incoming, outgoing }

    /// Later messages of a chat have greater numbers.
    let id: Int
    let chat: ChatID
    let kind: Kind
    let sender: ContactID
    let date: Moment
    let isRead: Bool
    let text: String
    let attachment: Picture?

    init(
        id: Int, chat: ChatID, kind: Kind = .text, sender: ContactID, date: Moment, isRead: Bool = true,
        text: String = "", attachment: Picture? = nil
    ) {
        self.id = id
        self.chat = chat
        self.kind = kind
        self.sender = sender
        self.date = date
        self.isRead = isRead
        self.text = text
        self.attachment = attachment
    }

    /// The same message when it has been read.
    var read: Message {
        Message(
            id: id, chat: chat, kind: kind, sender: sender, date: date, isRead: true, text: text, attachment: attachment
        )
    }

    var direction: Direction { sender == .me ? .outgoing : .incoming }

    /// What the chats list shows of it.
    var preview: String { attachment.map { "picture \($0)" } ?? text }
}

extension Message: CustomStringConvertible {
    var description: String { "#\(id) \(preview)" }
}

/// Somebody.
struct Contact: Sendable, Hashable, Codable, Identifiable {
    let id: ContactID
    let name: String
    var phones: [String] = []
    var isOnline = false
    var lastSeen: Moment

    var isMe: Bool { id == .me }
}

/// A conversation, as the list of chats knows it.
struct Chat: Sendable, Hashable, Codable, Identifiable {
    let id: ChatID
    var title: String
    var participants: [ContactID]
    /// The other one of two; `nil` for a group.
    var peer: ContactID? = nil
    var last: Message? = nil
    var date: Moment
    var unread = 0

    var isPeerToPeer: Bool { peer != nil }
}

extension Chat: CustomStringConvertible {
    var description: String { "\(id) \(title)" }
}

extension Contact: CustomStringConvertible {
    var description: String { name }
}

/// Whom a picture belongs to.
enum AvatarOwner: Sendable, Hashable, Codable {
    case contact(ContactID)
    case chat(ChatID)
}
