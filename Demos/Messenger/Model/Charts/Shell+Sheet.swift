import Statecharts

//   Sheet
//   ┌────────────────────────────────────────────────────────────────┐
//   │            menu                                                │
//   │  ●──▶ None ⇄ Menu      choose: somebody does it                │
//   │            attach                                              │
//   │       None ⇄ Picker    choose: toggles   done: sends them      │
//   └────────────────────────────────────────────────────────────────┘

extension Shell {
    /// What covers the screen.
    final class Sheet: State<Shell, Shell> {
        let none = None(), menu = Menu(), picker = Picker()
        override func configure() { substates(none, menu, picker) }

        /// What the menu offers where it was opened.
        var items: [MenuItem] { MenuItem.items(inChat: isInChat) }
        fileprivate var isInChat: Bool { top.front.tab == .chats && top.stack.talk.open.isActive }
    }

    final class None: State<Sheet, Shell> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.menu): .to(superior.menu)
            case .command(.attach): superior.isInChat ? .to(superior.picker) : .unhandled
            default: .unhandled
            }
        }
    }

    final class Menu: State<Sheet, Shell> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.choose(let number)):
                guard superior.items.indices.contains(number - 1) else { return .unhandled }
                let item = superior.items[number - 1], chat = superior.isInChat ? top.chat : nil
                return .to(superior.none) { top.people.send(.menu(item, chat)) }
            case .command(.cancel): return .to(superior.none)
            default: return .unhandled
            }
        }
    }

    final class Picker: State<Sheet, Shell> {
        /// In the order of choosing.
        @Scoped var chosen: [Picture] = []

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.choose(let number)):
                guard Pictures.all.indices.contains(number - 1) else { return .unhandled }
                return .handled { toggle(Pictures.all[number - 1]) }
            case .command(.done):
                guard !chosen.isEmpty else { return .unhandled }
                let chosen = chosen
                return .to(superior.none) { top.chatCommands.send(.pictures(chosen)) }
            case .command(.cancel): return .to(superior.none)
            default: return .unhandled
            }
        }

        private func toggle(_ picture: Picture) {
            if let place = chosen.firstIndex(of: picture) { chosen.remove(at: place) } else { chosen.append(picture) }
        }
    }
}
