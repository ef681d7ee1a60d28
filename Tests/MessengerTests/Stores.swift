@testable import MessengerModel

extension Store {
    static let a = ChatID(1), ada = ContactID(1), alan = ContactID(2)

    /// One chat with Ada of these messages; each is said by its sender, date and kind.
    static func one(_ messages: [Message]) -> Store {
        Store(
            chats: [Chat(id: a, title: "Ada", participants: [.me, ada], peer: ada, date: .start)],
            contacts: demoContacts, messages: messages)
    }

    /// One chat of so many messages, one a minute, the last one at 9:59.
    static func long(_ count: Int) -> Store {
        one(
            (0..<count).map { number in
                Message(
                    id: number + 1, chat: a, sender: number.isMultiple(of: 3) ? .me : ada,
                    date: Moment(9, 59) + (number + 1 - count) * 60, text: "note \(number + 1)")
            })
    }

    /// So many chats, the first one with the newest message.
    static func chats(_ titles: [String]) -> Store {
        Store(
            chats: titles.enumerated().map { index, title in
                Chat(
                    id: ChatID(index + 1), title: title, participants: [.me, ada, alan],
                    date: Moment(9, 59) + -60 * index)
            }, contacts: demoContacts, messages: [])
    }
}
