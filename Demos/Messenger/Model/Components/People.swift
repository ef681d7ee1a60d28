import Statecharts

//   ContactManager                                          FileManager
//   ┌──────────────────────────────────────────────┐        ┌─────────────────────────────────────────────┐
//   │ ●──▶ Ready   presence: says who was last seen│        │ ●──▶ Ready   pictures: keeps and announces  │
//   └──────────────────────────────────────────────┘        └─────────────────────────────────────────────┘
//   presences ─▶ ■ ─▶ contacts, lastSeen                    pictures ─▶ ■ ─▶ avatars

/// Who there is.
final class ContactManager: TopState<ContactManager.Event> {
    enum Event { case presence(Presence) }

    let presences = InputPort<Presence>("presences")
    let contacts: OutputPort<[Contact]>
    let lastSeen = OutputPort<Contact>("lastSeen")
    let ready = Ready()
    private(set) var list: [Contact]
    private let calendar: Calendar

    init(store: Store, calendar: Calendar) {
        self.calendar = calendar
        list = store.contacts
        contacts = OutputPort("contacts", distinct: store.contacts)
    }

    override func configure() {
        receive(presences) { .presence($0) }
        substates(ready)
    }

    final class Ready: State<ContactManager, ContactManager> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .presence(let presence): .handled { top.note(presence) }
            }
        }
    }

    private func note(_ presence: Presence) {
        guard let place = list.firstIndex(where: { $0.id == presence.contact }) else { return }
        list[place].isOnline = presence.isOnline
        list[place].lastSeen = calendar.now()
        lastSeen.send(list[place])
        contacts.send(list)
    }
}

/// The pictures of contacts and chats.
final class FileManager: TopState<FileManager.Event> {
    enum Event { case picture(AvatarChange) }

    let pictures = InputPort<AvatarChange>("pictures")
    let avatars: OutputPort<AvatarsMessage>
    let ready = Ready()

    /// What is announced the changes of.
    private(set) var known: [AvatarOwner: Picture]

    init(store: Store) {
        known = store.avatars
        avatars = OutputPort("avatars", changesOf: store.avatars)
    }

    override func configure() {
        receive(pictures) { .picture($0) }
        substates(ready)
    }

    final class Ready: State<FileManager, FileManager> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .picture(let change):
                .handled {
                    change.apply(to: &top.known)
                    top.avatars.send(change)
                }
            }
        }
    }
}
