import Statecharts

//   Talk                                      entry and exit: the machine of the chat comes and goes
//   ┌──────────────────────────────────────────────────────────────────────────────┐
//   │           avatar [of two]                       media                        │
//   │  ●──▶ InConversation ⇄ InProfile ──────────────────────▶ InGallery           │
//   │           avatar [of more]                      media     (Grid ⇄ Viewing)   │
//   │       InConversation ⇄ InGroup (a submachine, GroupSettings) ─▶ InGallery    │
//   └──────────────────────────────────────────────────────────────────────────────┘

extension Shell {
    /// A chat and what belongs to it.
    final class Talk: State<Stack, Shell> {
        let open = InConversation(), profile = InProfile(), group = InGroup(), gallery = InGallery()
        override func configure() { substates(open, profile, group, gallery) }

        override func entry() { if let chat = top.chat { top.visits.send(.begin(chat)) } }
        override func exit() { if let chat = top.chat { top.visits.send(.end(chat)) } }
    }

    final class InConversation: State<Talk, Shell> {
        override func handle(_ event: Event) -> Reaction {
            guard top.isInFront(.chats), case .command(let command) = event else { return .unhandled }
            switch command {
            case .back: return .to(superior.superior.home)
            case .avatar: return top.opened?.isPeerToPeer == true ? .to(superior.profile) : .to(superior.group)
            case _:
                guard let order = ChatCommand(command) else { return .unhandled }
                return .handled { self.top.chatCommands.send(order) }
            }
        }
    }

    final class InProfile: State<Talk, Shell> {
        override func handle(_ event: Event) -> Reaction {
            guard top.isInFront(.chats) else { return .unhandled }
            return switch event {
            case .command(.back), .command(.chat): .to(superior.open)
            case .command(.media): .to(superior.gallery)
            case .command, .opened, .picked, .chats, .contacts, .avatars, .gallery, .wanted, .wish: .unhandled
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
            return switch event {
            case .command(.back): .to(superior.open)
            case .command(.media): .to(superior.gallery)
            case .command, .opened, .picked, .chats, .contacts, .avatars, .gallery, .wanted, .wish: .unhandled
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
                return gallery.chat == top.chat ? .handled { self.pictures = gallery.pictures } : .unhandled
            case .command(.back):
                guard top.isInFront(.chats) else { return .unhandled }
                return top.opened?.isPeerToPeer == true ? .to(superior.profile) : .to(superior.group)
            case .command, .opened, .picked, .chats, .contacts, .avatars, .wanted, .wish: return .unhandled
            }
        }
    }

    final class Grid: State<InGallery, Shell> {
        override func handle(_ event: Event) -> Reaction {
            guard top.isInFront(.chats), case .command(.tap(let number)) = event,
                superior.pictures.indices.contains(number - 1)
            else { return .unhandled }
            return .to(superior.viewing) { self.superior.viewing.place = number - 1 }
        }
    }

    final class Viewing: State<InGallery, Shell> {
        fileprivate(set) var place = 0
        override func handle(_ event: Event) -> Reaction {
            guard top.isInFront(.chats) else { return .unhandled }
            switch event {
            case .command(.previous): return place > 0 ? .handled { self.place -= 1 } : .unhandled
            case .command(.following):
                return place + 1 < superior.pictures.count ? .handled { self.place += 1 } : .unhandled
            case .command(.close): return .to(superior.grid)
            case .command, .opened, .picked, .chats, .contacts, .avatars, .gallery, .wanted, .wish:
                return .unhandled
            }
        }
    }
}
