import Statecharts

/// What is asked of the chat manager.
enum ChatRequest: Sendable, Hashable {
    /// The newest messages older than this one, or the newest of all.
    case page(ChatID, before: Int?)
    case gallery(ChatID)
    case send(ChatID, String)
    case sendPictures(ChatID, [Picture])
    case read(ChatID)
    /// The chat with somebody, made if there is none yet.
    case open(Contact)
    case create(title: String, participants: [ContactID])
    case rename(ChatID, String)
    case add(ContactID, to: ChatID)
    case remove(ContactID, from: ChatID)
    case delete(ChatID)
}

/// Messages of a chat, oldest first.
struct Page: Sendable, Hashable {
    let chat: ChatID
    /// What was asked for.
    let before: Int?
    let messages: [Message]
    let hasOlder: Bool
}

extension Page: CustomStringConvertible {
    var description: String { "\(messages.count) messages before \(before.map { "#\($0)" } ?? "the end")" }
}

/// All pictures of a chat.
struct Gallery: Sendable, Hashable {
    let chat: ChatID
    let pictures: [Picture]
}

extension Gallery: CustomStringConvertible {
    var description: String { pictures.map(\.name).joined() }
}

/// What other people do to chats.
enum ChatEvent: Sendable, Hashable {
    case message(ChatID, from: ContactID, text: String)
    case picture(ChatID, from: ContactID, Picture)
    case newChat(title: String, participants: [ContactID], peer: ContactID?)
    case renamed(ChatID, by: ContactID, String)
}

/// Somebody comes or goes.
struct Presence: Sendable, Hashable {
    let contact: ContactID
    let isOnline: Bool
}

/// Somebody, or a chat, has another picture.
struct AvatarChange: Delta, Hashable {
    let owner: AvatarOwner
    let picture: Picture
    func apply(to avatars: inout [AvatarOwner: Picture]) { avatars[owner] = picture }
}

extension AvatarChange: CustomStringConvertible {
    var description: String {
        switch owner {
        case .contact(let contact): "\(contact) \(picture)"
        case .chat(let chat): "\(chat) \(picture)"
        }
    }
}

typealias ChatsMessage = Numbered<ListDelta<Chat>>
typealias AvatarsMessage = Numbered<AvatarChange>
typealias RowsMessage = Numbered<ListDelta<MessageRow>>

/// The screen of a chat comes or goes.
enum Visit: Sendable, Hashable {
    case begin(ChatID)
    case end(ChatID)
}
