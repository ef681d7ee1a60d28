import Statecharts

extension Shell {
    /// Which tab is in front.
    final class Front: State<Shell, Shell> {
        let inChats = InChats(), inContacts = InContacts(), inSettings = InSettings()
        override func configure() { substates(inChats, inContacts, inSettings) }

        var tab: Tab { inChats.isActive ? .chats : inContacts.isActive ? .contacts : .settings }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.tab(let tab)):
                guard top.sheet.none.isActive, tab != self.tab else { return .unhandled }
                return .to(state(of: tab))
            // Chats are opened in their own tab.
            case .opened(let chat):
                let origin = tab
                return .to(inChats) { top.arrive(at: chat, from: origin) }
            case .command(.back):
                guard top.isInFront(.chats), top.stack.talk.open.isActive, top.origin == .contacts else {
                    return .unhandled
                }
                return .to(inContacts)
            default: return .unhandled
            }
        }

        private func state(of tab: Tab) -> Vertex<Shell> {
            switch tab {
            case .chats: inChats
            case .contacts: inContacts
            case .settings: inSettings
            }
        }
    }

    final class InChats: State<Front, Shell> {}
    final class InSettings: State<Front, Shell> {}

    final class InContacts: State<Front, Shell> {
        override func handle(_ event: Event) -> Reaction {
            guard top.isInFront(.contacts), case .command(let command) = event, let order = ListCommand(command) else {
                return .unhandled
            }
            return .handled { top.contactCommands.send(order) }
        }
    }

    /// The screens of the chats tab.
    final class Stack: State<Shell, Shell> {
        let home = Home(), making = Making(), talk = Talk()
        override func configure() { substates(home, making, talk) }

        override func handle(_ event: Event) -> Reaction {
            if case .opened = event { .to(talk) } else { .unhandled }
        }
    }

    final class Home: State<Stack, Shell> {
        override func handle(_ event: Event) -> Reaction {
            guard top.isInFront(.chats), case .command(let command) = event else { return .unhandled }
            if case .add = command {
                return .to(superior.making) {
                    superior.making.chart.candidates =
                        ContactSection.sections(of: top.knownContacts).flatMap(\.contacts).map(\.id)
                }
            }
            guard let order = ListCommand(command) else { return .unhandled }
            return .handled { top.listCommands.send(order) }
        }
    }

    final class Making: Submachine<Stack, Shell, NewChat> {
        init() {
            super.init(NewChat()) { stack, event in
                switch event {
                case .command(let command): stack.top.isInFront(.chats) ? .command(command) : nil
                case .opened: .created
                case .picked, .chats, .contacts, .avatars, .gallery, .wanted, .wish: nil
                }
            } outward: { _, event in
                switch event {
                case .wanted(let title, let people, let picture):
                    .wanted(title: title, participants: people, picture)
                case .command, .created: nil
                }
            }
        }

        override func completed() -> Reaction { .to(superior.talk) }

        override func handle(_ event: Event) -> Reaction {
            if case .command(.back) = event, top.isInFront(.chats) { .to(superior.home) } else { .unhandled }
        }
    }
}
