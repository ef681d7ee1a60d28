import Statecharts

//   Contacts
//   ┌───────────────────────────────────────────────────────────┐
//   │ list:   ●──▶ Loading ──contacts──▶ Showing                │
//   ├───────────────────────────────────────────────────────────┤
//   │ search: ●──▶ Off ──search──▶ On ──cancel──▶ Off           │
//   └───────────────────────────────────────────────────────────┘
//   commands, contacts, lastSeen, avatars ─▶ ■ ─▶ picked

/// The contacts in sections by their first letter; searching makes the list flat.
final class Contacts: TopState<Contacts.Event> {
    enum Event {
        case command(ListCommand), contacts([Contact]), seen(Contact), avatars(AvatarsMessage)
    }

    let commands = InputPort<ListCommand>("commands"), contacts = InputPort<[Contact]>("contacts")
    let lastSeen = InputPort<Contact>("lastSeen"), avatars = InputPort<AvatarsMessage>("avatars")
    /// A contact was tapped.
    let picked = OutputPort<Contact>("picked")

    let list = List(), search = Searching()
    private(set) var known: [Contact] = []
    private(set) var pictures = Replica<AvatarChange>()

    override func configure() {
        receive(commands) { .command($0) }
        receive(contacts) { .contacts($0) }
        receive(lastSeen) { .seen($0) }
        receive(avatars) { .avatars($0) }
        regions(list, search)
    }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .avatars(let message): .handled { pictures.take(message) }
        case .seen(let contact): .handled { note(contact) }
        case .contacts(let contacts): .handled { known = contacts }
        case .command: .unhandled
        }
    }

    private func note(_ contact: Contact) {
        if let place = known.firstIndex(where: { $0.id == contact.id }) { known[place] = contact }
    }

    var sections: [ContactSection] { ContactSection.sections(of: known) }

    /// Those that the rows are of, in the order of the screen.
    var shown: [Contact] {
        let sorted = sections.flatMap(\.contacts)
        return search.on.isActive && !search.on.text.isEmpty ? Search.results(sorted, search.on.text) : sorted
    }

    final class List: State<Contacts, Contacts> {
        let loading = Loading(), showing = Showing()
        override func configure() { substates(loading, showing) }
    }

    final class Loading: State<List, Contacts> {
        override func handle(_ event: Event) -> Reaction {
            guard case .contacts(let contacts) = event else { return .unhandled }
            return .to(superior.showing) { top.known = contacts }
        }
    }

    final class Showing: State<List, Contacts> {
        override func handle(_ event: Event) -> Reaction {
            guard case .command(.tap(let number)) = event else { return .unhandled }
            guard top.shown.indices.contains(number - 1) else { return .unhandled }
            return .handled { top.picked.send(top.shown[number - 1]) }
        }
    }

    final class Searching: State<Contacts, Contacts> {
        let off = Off(), on = On()
        override func configure() { substates(off, on) }
    }

    final class Off: State<Searching, Contacts> {
        override func handle(_ event: Event) -> Reaction {
            if case .command(.search) = event { .to(superior.on) } else { .unhandled }
        }
    }

    final class On: State<Searching, Contacts> {
        fileprivate(set) var text = ""
        override func entry() { text = "" }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.type(let text)): .handled { self.text = text }
            case .command(.cancel): .to(superior.off)
            default: .unhandled
            }
        }
    }
}
