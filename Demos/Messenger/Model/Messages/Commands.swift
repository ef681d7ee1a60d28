/// A tab of the shell.
enum Tab: String, Sendable, CaseIterable { case contacts, chats, settings }

/// What is done at the phone.
enum UserCommand: Sendable, Hashable {
    case tab(Tab)
    /// The row with the number that is seen beside it.
    case tap(Int)
    case back, cancel
    case search
    case type(String)
    case send, attach
    case choose(Int)
    case done, next, more, create, remove(Int)
    case add, menu
    case avatar, media, chat, edit, picture, delete
    case previous, following, close
    case keyboard(Bool)
    /// By so many lines, downwards if positive.
    case scroll(Int)
    case drag(Int), release
    case live(Bool)
}

extension UserCommand: CustomStringConvertible {
    var description: String {
        switch self {
        case .tab(let tab): "tab \(tab.rawValue)"
        case .tap(let row): "tap \(row)"
        case .back: "back"
        case .cancel: "cancel"
        case .search: "search"
        case .type(let text): "type \(text)"
        case .send: "send"
        case .attach: "attach"
        case .choose(let item): "choose \(item)"
        case .done: "done"
        case .next: "next"
        case .more: "more"
        case .create: "create"
        case .remove(let item): "remove \(item)"
        case .add: "add"
        case .menu: "menu"
        case .avatar: "avatar"
        case .media: "media"
        case .chat: "chat"
        case .edit: "edit"
        case .picture: "picture"
        case .delete: "delete"
        case .previous: "previous"
        case .following: "following"
        case .close: "close"
        case .keyboard(let isShown): isShown ? "keyboard" : "keyboard off"
        case .scroll(let lines): lines < 0 ? "up \(-lines)" : "down \(lines)"
        case .drag(let way): "drag \(way)"
        case .release: "release"
        case .live(let isLive): isLive ? "live on" : "live off"
        }
    }
}

/// What is done on the screen of a chat.
enum ChatCommand: Sendable, Hashable {
    case type(String), send
    case pictures([Picture])
    case scroll(Int)
    /// The message with this number among those that are seen; the first has 1.
    case tap(Int)
    case keyboard(Bool)
    case drag(Int), release
    case close
    /// The rows may be so high together, in points.
    case frame(Int)
    /// Not a person's: an error that nobody handles.
    case crash

    /// What a command at the phone is to the chat in front; `nil` for those that are not its business.
    init?(_ command: UserCommand) {
        switch command {
        case .type(let text): self = .type(text)
        case .send: self = .send
        case .scroll(let lines): self = .scroll(lines)
        case .tap(let row): self = .tap(row)
        case .keyboard(let isShown): self = .keyboard(isShown)
        case .drag(let way): self = .drag(way)
        case .release: self = .release
        case .close: self = .close
        case .tab, .back, .cancel, .search, .attach, .choose, .done, .next, .more, .create, .remove, .add, .menu,
            .avatar, .media, .chat, .edit, .picture, .delete, .previous, .following, .live:
            return nil
        }
    }
}

/// What is done on a list that can be searched.
enum ListCommand: Sendable, Hashable {
    case tap(Int), search, type(String), cancel

    init?(_ command: UserCommand) {
        switch command {
        case .tap(let row): self = .tap(row)
        case .search: self = .search
        case .type(let text): self = .type(text)
        case .cancel: self = .cancel
        case .tab, .back, .send, .attach, .choose, .done, .next, .more, .create, .remove, .add, .menu, .avatar, .media,
            .chat, .edit, .picture, .delete, .previous, .following, .close, .keyboard, .scroll, .drag, .release, .live:
            return nil
        }
    }
}

/// What other people do, as the person at the simulator says it: chats and contacts by their names.
enum PeopleCommand: Sendable, Hashable {
    case message(String, String)
    case picture(String)
    case newChat(String)
    case rename(String, String)
    case avatar(String)
    case presence(String, Bool)
    case live(Bool)
    /// A line of the simulator's menu, with the chat that it was opened in.
    case menu(MenuItem, ChatID?)
}

/// What the simulator's menu offers.
enum MenuItem: String, Sendable, CaseIterable {
    case message = "somebody writes"
    case picture = "somebody sends a picture"
    case newChat = "somebody opens a chat with me"
    case avatars = "new avatars"
    case logIn = "somebody logs in"
    case logOut = "somebody logs out"

    static func items(inChat: Bool) -> [MenuItem] {
        inChat ? [.message, .picture, .avatars] : [.message, .newChat, .avatars, .logIn, .logOut]
    }
}
