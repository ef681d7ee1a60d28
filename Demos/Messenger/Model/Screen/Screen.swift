/// What the phone shows, as data: nothing in it is remembered from one screen to the next.
public struct Screen: Sendable, Hashable {
    /// What covers the screen.
    enum Sheet: Sendable, Hashable {
        case none
        case menu([MenuItem])
        case picker(chosen: [Picture])
    }

    /// What fills the screen.
    enum Body: Sendable, Hashable {
        case chats([ChatRow], Searched)
        case contacts(ContactsScreen)
        case settings
        case choosing([Contact], chosen: [ContactID])
        case details(title: String, Picture?, [Contact], canCreate: Bool)
        case conversation(ConversationScreen)
        /// Of the other one of two, or of somebody in a group.
        case profile(Contact, Picture, isPeer: Bool)
        case group(GroupScreen)
        case gallery([Picture], viewed: Int?)
    }

    /// How far a list is searched.
    enum Searched: Sendable, Hashable {
        case loading, off, popular
        case results(String)
    }

    let tab: Tab
    let body: Body
    let sheet: Sheet
    let now: Moment
}

/// The contacts tab.
struct ContactsScreen: Sendable, Hashable {
    let sections: [ContactSection]
    /// The search text, and what it has found; `nil` while nobody searches.
    let search: String?
    let found: [Contact]
    let avatars: [AvatarOwner: Picture]
}

/// The settings of a group.
struct GroupScreen: Sendable, Hashable {
    let title: String
    let picture: Picture
    let people: [Contact]
    /// Who could be added while it is edited.
    let strangers: [Contact]
    /// The new title while it is edited.
    let editing: String?
    let isEditing: Bool
}

/// A chat that is open.
struct ConversationScreen: Sendable, Hashable {
    enum Progress: Sendable, Hashable { case opening, loadingFirst, idle, loadingOlder, complete, restarting }

    var title = ""
    var avatar = Picture("☺")
    var progress = Progress.opening
    var rows: [VisibleRow] = []
    var viewport = Viewport(frame: 320)
    var isGliding = false
    var text = ""
    var canSend = false
    var isKeyboardShown = false
    /// How far the send times are uncovered, and whether somebody holds the rows there.
    var times = 0
    var isDragging = false
    var viewed: Picture?
}
