import DemoSupport
import Statecharts

/// What is kept of a run for the next one: a snapshot of what the managers have.
struct Saved: Sendable, Codable, Equatable {
    struct Avatar: Sendable, Codable, Equatable {
        let owner: AvatarOwner
        let picture: Picture
    }

    static let version = 1

    var version = Self.version
    /// When the run ended; the next one begins then.
    let now: Moment
    let chats: [Chat]
    let contacts: [Contact]
    /// Those of each chat in their order.
    let messages: [Message]
    let avatars: [Avatar]
    /// The greatest numbers that were given.
    let lastMessage: Int, lastChat: Int

    /// What is wrong with it; `nil` if nothing is. What passes can be shown, counted on and written again.
    var fault: String? {
        if version != Self.version { return "its version is \(version), this program reads \(Self.version)" }
        let chatIDs = Set(chats.map(\.id)), contactIDs = Set(contacts.map(\.id))
        if chatIDs.count != chats.count { return "a chat is there twice" }
        if contactIDs.count != contacts.count || !contactIDs.contains(.me) {
            return "a contact is missing or there twice"
        }
        if Set(avatars.map(\.owner)).count != avatars.count { return "a picture is there twice" }
        let numbers = [lastMessage, lastChat] + chatIDs.map(\.number) + contactIDs.map(\.number) + messages.map(\.id)
        if !numbers.allSatisfy((0...Self.greatest).contains) { return "a number is out of range" }
        let moments = [now] + chats.map(\.date) + contacts.map(\.lastSeen) + messages.map(\.date)
        if !moments.allSatisfy({ abs(max($0.seconds, -Self.greatest)) <= Self.latest }) {
            return "a date is out of range"
        }
        for chat in chats where !contactIDs.isSuperset(of: chat.participants + (chat.peer.map { [$0] } ?? [])) {
            return "somebody in \(chat.id) is nobody's contact"
        }
        if chats.contains(where: { $0.id.number > lastChat }) { return "a chat has a number that was never given" }
        var newest: [ChatID: Int] = [:]
        for message in messages {
            guard chatIDs.contains(message.chat), contactIDs.contains(message.sender) else {
                return "message \(message.id) has no chat or no sender"
            }
            guard message.id > newest[message.chat] ?? 0, message.id <= lastMessage else {
                return "message \(message.id) is not where it belongs"
            }
            guard (message.kind == .media) == (message.attachment != nil) else {
                return "message \(message.id) lacks a picture"
            }
            newest[message.chat] = message.id
        }
        let names =
            contacts.flatMap { [$0.name] + $0.phones } + avatars.map(\.picture.name)
            + messages.compactMap(\.attachment?.name)
        if !names.allSatisfy({ !$0.isEmpty && $0.isPrintable }) { return "a name cannot be shown" }
        return nil
    }

    private static let greatest = 1 << 52
    /// Some thousand years.
    private static let latest = 100_000_000_000
}

extension Store {
    /// The store that a run has ended with.
    convenience init(_ saved: Saved) {
        self.init(
            chats: saved.chats, contacts: saved.contacts, messages: saved.messages,
            avatars: Dictionary(saved.avatars.map { ($0.owner, $0.picture) }) { first, _ in first },
            lastMessage: saved.lastMessage, lastChat: saved.lastChat)
    }
}

extension Messenger {
    /// A snapshot of the managers' data. To be called while they run.
    var saved: Saved {
        get async throws {
            let (chats, messages, lastMessage, lastChat) = try await chatManager.withTop { manager in
                // Before they are loaded nothing has changed.
                let chats = manager.ready.isActive ? manager.list : manager.store.chats
                return (
                    chats, chats.flatMap { manager.store.log(of: $0.id).messages }, manager.store.lastMessage,
                    manager.store.lastChat
                )
            }
            let contacts = try await contactManager.withTop { $0.list }
            let avatars = try await fileManager.withTop { $0.known }
            return Saved(
                now: calendar.now(), chats: chats, contacts: contacts, messages: messages,
                avatars: avatars.map { Saved.Avatar(owner: $0.key, picture: $0.value) }
                    .sorted { "\($0.owner)" < "\($1.owner)" },
                lastMessage: lastMessage, lastChat: lastChat)
        }
    }

    /// Keeps what there is, if anything has changed since the last time and somebody wants it kept.
    public func keep() async throws {
        if let data { try data.write(await saved) }
    }
}
