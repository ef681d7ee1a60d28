/// A row of the list of chats.
struct ChatRow: Sendable, Hashable, Identifiable {
    let id: ChatID
    let isPeerToPeer: Bool
    let title: String
    let preview: String
    let date: Moment
    let unread: Int
    let avatar: Picture

    init(_ chat: Chat, avatars: [AvatarOwner: Picture]) {
        id = chat.id
        isPeerToPeer = chat.isPeerToPeer
        title = chat.title
        preview = chat.last?.preview ?? ""
        date = chat.date
        unread = chat.unread
        avatar = avatars[chat.avatarOwner] ?? Picture("☺")
    }

    /// Nothing for none.
    var unreadText: String { unread == 0 ? "" : "\(unread)" }
}

extension Chat {
    /// Of two, the other one's picture is shown; of more, the chat's.
    var avatarOwner: AvatarOwner { peer.map { .contact($0) } ?? .chat(id) }
}

/// What the list of chats shows while somebody searches.
enum Search {
    /// At most so many chats are popular.
    static let popularLimit = 10

    /// The chats for an empty search text: the first ones.
    static func popular(_ rows: [ChatRow]) -> [ChatRow] { Array(rows.prefix(popularLimit)) }

    /// The chats whose title contains the text, in any case, in the order of the list.
    static func results(_ rows: [ChatRow], _ text: String) -> [ChatRow] {
        rows.filter { contains($0.title, text) }
    }

    /// The contacts whose name contains the text, in any case.
    static func results(_ contacts: [Contact], _ text: String) -> [Contact] {
        contacts.filter { contains($0.name, text) }
    }

    private static func contains(_ text: String, _ part: String) -> Bool {
        part.isEmpty || text.lowercased().contains(part.lowercased())
    }
}

/// Contacts of one first letter.
struct ContactSection: Sendable, Hashable {
    let letter: String
    let contacts: [Contact]

    /// In the order of their names; without the person who has the phone.
    static func sections(of contacts: [Contact]) -> [ContactSection] {
        let others = contacts.filter { !$0.isMe }.sorted { ($0.name, $0.id.number) < ($1.name, $1.id.number) }
        var sections: [ContactSection] = []
        for contact in others {
            let letter = contact.name.prefix(1).uppercased()
            if let last = sections.last, last.letter == letter {
                sections[sections.count - 1] = ContactSection(letter: letter, contacts: last.contacts + [contact])
            } else {
                sections.append(ContactSection(letter: letter, contacts: [contact]))
            }
        }
        return sections
    }
}
