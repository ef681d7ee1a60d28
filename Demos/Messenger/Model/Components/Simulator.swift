import Statecharts
import StatechartsSimulation

//   Simulator
//   ┌─────────────────────────────────────────────────────────────────────────┐
//   │           live                                                          │
//   │  ●──▶ Quiet ⇄ Lively    every 4 s: somebody does something              │   commands: somebody does this
//   └─────────────────────────────────────────────────────────────────────────┘
//   commands, chats, contacts ─▶ ■ ─▶ events, presences, pictures

/// Other people.
final class Simulator: TopState<Simulator.Event> {
    enum Event { case command(PeopleCommand), chats(ChatsMessage), contacts([Contact]), somebodyActs }

    let commands = InputPort<PeopleCommand>("commands"), chats = InputPort<ChatsMessage>("chats")
    let contacts = InputPort<[Contact]>("contacts")
    let events = OutputPort<ChatEvent>("events"), presences = OutputPort<Presence>("presences")
    let pictures = OutputPort<AvatarChange>("pictures")

    let quiet = Quiet(), lively = Lively()
    private var known = Replica<ListDelta<Chat>>()
    private var people: [Contact] = []
    private var dice: Dice
    private var lastNumber = 0

    init(seed: UInt64) { dice = Dice(seed: seed) }

    override func configure() {
        receive(commands) { .command($0) }
        receive(chats) { .chats($0) }
        receive(contacts) { .contacts($0) }
        substates(quiet, lively)
    }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .chats(let message): .handled { known.take(message) }
        case .contacts(let contacts): .handled { people = contacts.filter { !$0.isMe } }
        case .command(.message(let title, let text)): act(in: title) { self.write(text, in: $0) }
        case .command(.picture(let title)): act(in: title) { self.sendPicture(in: $0) }
        case .command(.rename(let title, let new)):
            act(in: title) { self.events.send(.renamed($0.id, by: self.somebody(in: $0), new)) }
        case .command(.newChat(let title)): .handled { openChat(title) }
        case .command(.avatar(let name)): act(on: name) { self.change(.contact($0.id)) }
        case .command(.presence(let name, let isOnline)):
            act(on: name) { self.presences.send(Presence(contact: $0.id, isOnline: isOnline)) }
        case .command(.menu(let item, let chat)): .handled { perform(item, chat) }
        case .command(.live), .somebodyActs: .unhandled
        }
    }

    final class Quiet: State<Simulator, Simulator> {
        override func handle(_ event: Event) -> Reaction {
            if case .command(.live(true)) = event { .to(superior.lively) } else { .unhandled }
        }
    }

    final class Lively: State<Simulator, Simulator> {
        override func entry() { every(.seconds(4), send: .somebodyActs) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.live(false)): .to(superior.quiet)
            case .somebodyActs: .handled { top.perform(top.dice.pick(MenuItem.items(inChat: false)), nil) }
            default: .unhandled
            }
        }
    }

    // MARK: What they do

    /// `.unhandled` without such a chat.
    private func act(in title: String, _ body: @escaping (Chat) -> Void) -> Reaction {
        guard let chat = known.whole?.first(where: { $0.title == title }) else { return .unhandled }
        return .handled { body(chat) }
    }

    private func act(on name: String, _ body: @escaping (Contact) -> Void) -> Reaction {
        guard let contact = people.first(where: { $0.name == name }) else { return .unhandled }
        return .handled { body(contact) }
    }

    private func somebody(in chat: Chat) -> ContactID {
        chat.peer ?? dice.pick(chat.participants.filter { $0 != .me }, orElse: .me)
    }

    private func write(_ text: String, in chat: Chat) {
        events.send(.message(chat.id, from: somebody(in: chat), text: text))
    }

    private func sendPicture(in chat: Chat) {
        events.send(.picture(chat.id, from: somebody(in: chat), dice.pick(Pictures.all)))
    }

    private func openChat(_ title: String) {
        let others = people.prefix(2).map(\.id)
        events.send(.newChat(title: title, participants: [.me] + others, peer: nil))
    }

    private func change(_ owner: AvatarOwner) {
        pictures.send(AvatarChange(owner: owner, picture: dice.pick(Self.faces)))
    }

    private func perform(_ item: MenuItem, _ id: ChatID?) {
        let chats = known.whole ?? []
        guard let any = chats.first(where: { $0.id == id }) ?? dice.pick(from: chats),
            let person = dice.pick(from: people)
        else { return }
        lastNumber += 1
        switch item {
        case .message: write("\(dice.pick(Self.sayings)) (\(lastNumber))", in: any)
        case .picture: sendPicture(in: any)
        case .newChat: openChat("Club \(lastNumber)")
        case .avatars:
            for other in any.participants where other != .me { change(.contact(other)) }
            change(.chat(any.id))
        case .logIn: presences.send(Presence(contact: person.id, isOnline: true))
        case .logOut: presences.send(Presence(contact: person.id, isOnline: false))
        }
    }

    private static let faces = ["🐱", "🐶", "🦊", "🐼", "🐸", "🦉", "🐙", "🐝"].map { Picture($0) }
    private static let sayings = [
        "Hello!", "Have you seen this?", "See you tomorrow.", "Let us calculate.", "Why not?",
    ]
}

/// Random numbers that are the same in each run with the same seed.
struct Dice: Sendable {
    private var numbers: SplitMix64
    init(seed: UInt64) { numbers = SplitMix64(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func pick<Element>(from elements: [Element]) -> Element? {
        elements.isEmpty ? nil : elements[Int(next() % UInt64(elements.count))]
    }

    mutating func pick<Element>(_ elements: [Element], orElse other: Element) -> Element {
        pick(from: elements) ?? other
    }

    /// One of several, of which there is at least one.
    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[Int(next() % UInt64(elements.count))] }
}
