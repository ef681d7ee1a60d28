// What is in the store when a run begins: it is ten o'clock.

extension Store {
    private static let people = ["Ada", "Alan", "Bo", "Grace", "Linus"]

    static var demoContacts: [Contact] {
        [Contact(id: .me, name: "Me", phones: ["+44 1"], isOnline: true, lastSeen: .start)]
            + people.enumerated().map { index, name in
                Contact(
                    id: ContactID(index + 1), name: name, phones: ["+44 \(index + 2)00"],
                    lastSeen: Moment(day: index == 2 ? -1 : 0, 9, 10 * index))
            }
    }

    /// A peer-to-peer chat A with Ada of 40 messages, B with Bo of which two are not read, and C, a group.
    static var demo: Store {
        let a = ChatID(1), b = ChatID(2), c = ChatID(3)
        let ada = ContactID(1), alan = ContactID(2), bo = ContactID(3), grace = ContactID(4)
        var messages: [Message] = []
        func add(_ chat: ChatID, _ sender: ContactID, _ date: Moment, _ text: String, isRead: Bool = true) {
            messages.append(
                Message(id: messages.count + 1, chat: chat, sender: sender, date: date, isRead: isRead, text: text))
        }
        add(c, grace, Moment(day: -1, 18, 0), "Are we on for the compiler meeting?")
        add(c, .me, Moment(day: -1, 18, 0, 40), "We are.")
        add(c, alan, Moment(8, 30), "I shall bring the machine.")
        for minute in 0..<40 { add(a, minute.isMultiple(of: 4) ? .me : ada, Moment(9, minute), "note \(minute + 1)") }
        add(b, .me, Moment(9, 20), "Is the boat ready?")
        add(b, bo, Moment(9, 45), "Nearly.", isRead: false)
        add(b, bo, Moment(9, 45, 30), "It wants another coat of paint.", isRead: false)
        return Store(
            chats: [
                Chat(id: b, title: "Bo", participants: [.me, bo], peer: bo, date: .start),
                Chat(id: a, title: "Ada", participants: [.me, ada], peer: ada, date: .start),
                Chat(id: c, title: "Compilers", participants: [.me, ada, alan, grace], date: .start),
            ], contacts: demoContacts, messages: messages,
            avatars: [.contact(ada): Picture("👩"), .contact(bo): Picture("🧔"), .chat(c): Picture("🔧")])
    }
}
