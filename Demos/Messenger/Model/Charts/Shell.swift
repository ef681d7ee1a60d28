import Statecharts

//   Shell
//   ┌──────────────────────────────────────────────────────────────────────────────────────────┐
//   │ front: ●──▶ InChats ⇄ InContacts ⇄ InSettings                                            │
//   ├──────────────────────────────────────────────────────────────────────────────────────────┤
//   │ stack: ●──▶ Home ──add──▶ Making (a submachine, NewChat) ──created──▶ Talk               │
//   │             Home ──opened──▶ Talk ──back──▶ Home                  (see Shell+Talk.swift) │
//   ├──────────────────────────────────────────────────────────────────────────────────────────┤
//   │ sheet: ●──▶ None ⇄ Menu, None ⇄ Picker                            (see Shell+Sheet.swift)│
//   └──────────────────────────────────────────────────────────────────────────────────────────┘
//   commands, opened, picked, chats, contacts, avatars, galleries ─▶ ■ ─▶ listCommands, contactCommands, chatCommands,
//                                                                         requests, visits, pictures, people

/// Tabs, the stack of screens in the chats tab, and what covers them. What is done goes to whoever is in front.
final class Shell: TopState<Shell.Event> {
    enum Event {
        case command(UserCommand), opened(Chat), picked(Contact)
        case chats(ChatsMessage), contacts([Contact]), avatars(AvatarsMessage), gallery(Gallery)
        // From inside:
        case wanted(title: String, participants: [ContactID], Picture?), wish(GroupSettings.Wish)
    }

    let commands = InputPort<UserCommand>("commands"), chatOpened = InputPort<Chat>("opened")
    let contactPicked = InputPort<Contact>("picked"), chats = InputPort<ChatsMessage>("chats")
    let contacts = InputPort<[Contact]>("contacts"), avatars = InputPort<AvatarsMessage>("avatars")
    let galleries = InputPort<Gallery>("galleries")
    let listCommands = OutputPort<ListCommand>("listCommands")
    let contactCommands = OutputPort<ListCommand>("contactCommands")
    let chatCommands = OutputPort<ChatCommand>("chatCommands"), requests = OutputPort<ChatRequest>("requests")
    let visits = OutputPort<Visit>("visits"), pictures = OutputPort<AvatarChange>("pictures")
    let people = OutputPort<PeopleCommand>("people")

    let front = Front(), stack = Stack(), sheet = Sheet()
    private(set) var knownChats = Replica<ListDelta<Chat>>()
    private(set) var knownContacts: [Contact] = []
    private(set) var knownAvatars = Replica<AvatarChange>()
    /// The chat on the stack, or the last one.
    private(set) var chat: ChatID?
    /// Where one gets back to from it.
    private(set) var origin = Tab.chats
    private var newPicture: Picture?

    override func configure() {
        receive(commands) { .command($0) }
        receive(chatOpened) { .opened($0) }
        receive(contactPicked) { .picked($0) }
        receive(chats) { .chats($0) }
        receive(contacts) { .contacts($0) }
        receive(avatars) { .avatars($0) }
        receive(galleries) { .gallery($0) }
        regions(front, stack, sheet)
    }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .chats(let message): .handled { knownChats.take(message) }
        case .contacts(let contacts): .handled { knownContacts = contacts }
        case .avatars(let message): .handled { knownAvatars.take(message) }
        case .picked(let contact): .handled { requests.send(.open(contact)) }
        case .wanted(let title, let participants, let picture):
            .handled {
                newPicture = picture
                requests.send(.create(title: title, participants: participants))
            }
        case .wish(let wish): .handled { fulfil(wish) }
        case .command(.live(let isLive)): .handled { people.send(.live(isLive)) }
        case .command, .opened, .gallery: .unhandled
        }
    }

    /// Whether this tab is in front and not covered.
    func isInFront(_ tab: Tab) -> Bool { sheet.none.isActive && front.tab == tab }

    func picture(of owner: AvatarOwner) -> Picture { knownAvatars.whole?[owner] ?? Picture("☺") }
    func contact(_ id: ContactID) -> Contact? { knownContacts.first { $0.id == id } }
    /// The chat on the stack, as the list knows it.
    var opened: Chat? { knownChats.whole?.first { $0.id == chat } }

    func arrive(at chat: Chat, from tab: Tab) {
        self.chat = chat.id
        origin = tab
        if let picture = newPicture.take() {
            pictures.send(AvatarChange(owner: .chat(chat.id), picture: picture))
        }
    }

    private func fulfil(_ wish: GroupSettings.Wish) {
        guard let opened else { return }
        switch wish {
        case .rename(let title): requests.send(.rename(opened.id, title))
        case .picture:
            let next = Pictures.next(after: knownAvatars.whole?[.chat(opened.id)])
            pictures.send(AvatarChange(owner: .chat(opened.id), picture: next))
        case .remove(let number):
            guard let person = person(number, of: others(in: opened)) else { return }
            requests.send(.remove(person, from: opened.id))
        case .add(let number):
            guard let person = person(number, of: strangers(to: opened)) else { return }
            requests.send(.add(person.id, to: opened.id))
        case .delete: requests.send(.delete(opened.id))
        }
    }

    /// Whether there is somebody of the number that a command to the settings of the group names.
    func hasPerson(for command: UserCommand) -> Bool {
        guard let opened else { return true }
        switch command {
        case .remove(let number): return person(number, of: others(in: opened)) != nil
        case .choose(let number): return person(number, of: strangers(to: opened)) != nil
        case _: return true
        }
    }

    /// The one with this number; the first is 1.
    func person<Person>(_ number: Int, of people: [Person]) -> Person? {
        people.indices.contains(number - 1) ? people[number - 1] : nil
    }

    func others(in chat: Chat) -> [ContactID] { chat.participants.filter { $0 != .me } }
    /// Who could come into a chat.
    func strangers(to chat: Chat) -> [Contact] {
        ContactSection.sections(of: knownContacts).flatMap(\.contacts).filter { !chat.participants.contains($0.id) }
    }
}
