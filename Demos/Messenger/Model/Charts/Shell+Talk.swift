import Statecharts

//   Talk                                      entry and exit: the machine of the chat comes and goes
//   ┌──────────────────────────────────────────────────────────────────────────────┐
//   │           avatar [of two]                       media                        │
//   │  ●──▶ InConversation ⇄ InProfile ──────────────────────▶ InGallery           │
//   │           avatar [of more]                      media     (Grid ⇄ Viewing)   │
//   │       InConversation ⇄ InGroup (a submachine, GroupSettings) ─▶ InGallery    │
//   │           tap a participant: InGroup ⇄ InProfile ──chat: somebody opens it   │
//   └──────────────────────────────────────────────────────────────────────────────┘

extension Shell {
    /// A chat and what belongs to it.
    final class Talk: State<Stack, Shell> {
        let open = InConversation(), profile = InProfile(), group = InGroup(), gallery = InGallery()
        /// Whose profile is shown, or was shown last.
        fileprivate(set) var person: ContactID?
        override func configure() { substates(open, profile, group, gallery) }

        override func entry() { if let chat = top.chat { top.visits.send(.begin(chat)) } }
        override func exit() { if let chat = top.chat { top.visits.send(.end(chat)) } }
    }

    final class InConversation: State<Talk, Shell> {
        override func handle(_ event: Event) -> Reaction {
            guard top.isInFront(.chats), case .command(let command) = event else { return .unhandled }
            switch command {
            case .back: return .to(superior.superior.home)
            case .avatar:
                guard let peer = top.opened?.peer else { return .to(superior.group) }
                return .to(superior.profile) { superior.person = peer }
            case _:
                guard let order = ChatCommand(command) else { return .unhandled }
                return .handled { top.chatCommands.send(order) }
            }
        }
    }

    final class InProfile: State<Talk, Shell> {
        override func handle(_ event: Event) -> Reaction {
            guard top.isInFront(.chats), case .command(let command) = event else { return .unhandled }
            let isPeer = superior.person == top.opened?.peer
            switch command {
            case .back: return isPeer ? .to(superior.open) : .to(superior.group)
            case .chat where isPeer: return .to(superior.open)
            case .chat:
                guard let contact = superior.person.flatMap({ top.contact($0) }) else { return .unhandled }
                return .handled { top.requests.send(.open(contact)) }
            case .media: return isPeer ? .to(superior.gallery) : .unhandled
            default: return .unhandled
            }
        }
    }

    final class InGroup: Submachine<Talk, Shell, GroupSettings> {
        init() {
            super.init(GroupSettings()) { talk, event in
                switch event {
                case .command(let command):
                    talk.top.isInFront(.chats) && talk.top.hasPerson(for: command) ? .command(command) : nil
                case .opened, .picked, .chats, .contacts, .avatars, .gallery, .wanted, .wish: nil
                }
            } outward: { _, event in
                switch event {
                case .wish(let wish): .wish(wish)
                case .command: nil
                }
            }
        }

        override func completed() -> Reaction { .to(superior.superior.home) }

        override func handle(_ event: Event) -> Reaction {
            guard top.isInFront(.chats) else { return .unhandled }
            switch event {
            case .command(.back): return .to(superior.open)
            case .command(.media): return .to(superior.gallery)
            case .command(.tap(let number)):
                guard chart.viewing.isActive, let opened = top.opened,
                    let person = top.person(number, of: top.others(in: opened)), top.contact(person) != nil
                else { return .unhandled }
                return .to(superior.profile) { superior.person = person }
            default: return .unhandled
            }
        }
    }

    /// All pictures of the chat.
    final class InGallery: State<Talk, Shell> {
        @Scoped var pictures: [Picture] = []
        let grid = Grid(), viewing = Viewing()
        override func configure() { substates(grid, viewing) }

        override func entry() { if let chat = top.chat { top.requests.send(.gallery(chat)) } }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .gallery(let gallery):
                return gallery.chat == top.chat ? .handled { pictures = gallery.pictures } : .unhandled
            case .command(.back):
                guard top.isInFront(.chats) else { return .unhandled }
                return top.opened?.isPeerToPeer == true ? .to(superior.profile) : .to(superior.group)
            default: return .unhandled
            }
        }
    }

    final class Grid: State<InGallery, Shell> {
        override func handle(_ event: Event) -> Reaction {
            guard top.isInFront(.chats), case .command(.tap(let number)) = event,
                superior.pictures.indices.contains(number - 1)
            else { return .unhandled }
            return .to(superior.viewing) { superior.viewing.place = number - 1 }
        }
    }

    final class Viewing: State<InGallery, Shell> {
        fileprivate(set) var place = 0
        override func handle(_ event: Event) -> Reaction {
            guard top.isInFront(.chats) else { return .unhandled }
            switch event {
            case .command(.previous): return place > 0 ? .handled { place -= 1 } : .unhandled
            case .command(.following):
                return place + 1 < superior.pictures.count ? .handled { place += 1 } : .unhandled
            case .command(.close): return .to(superior.grid)
            default: return .unhandled
            }
        }
    }
}
