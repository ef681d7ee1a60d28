import Statecharts

//   GroupSettings
//   ┌─────────────────────────────────────────────────────────────────┐
//   │           edit                                                  │
//   │  ●──▶ Viewing ⇄ Editing (title)   picture, remove, add: wished  │
//   │          │ delete       done, cancel                            │
//   │          ▼                                                      │
//   │       Leaving ──▶ ◉                                             │
//   └─────────────────────────────────────────────────────────────────┘

/// What can be changed about a group. The changes are made by whoever embeds this.
final class GroupSettings: TopState<GroupSettings.Event> {
    enum Wish: Sendable, Hashable {
        case rename(String), picture, remove(Int), add(Int), delete
    }
    enum Event {
        case command(UserCommand)
        /// Raised, for whoever embeds this.
        case wish(Wish)
    }

    let viewing = Viewing(), editing = Editing(), leaving = Leaving(), done = FinalState<GroupSettings, GroupSettings>()
    override func configure() { substates(viewing, editing, leaving, done) }

    final class Viewing: State<GroupSettings, GroupSettings> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.edit): .to(superior.editing)
            case .command(.delete): .to(superior.leaving)
            default: .unhandled
            }
        }
    }

    final class Editing: State<GroupSettings, GroupSettings> {
        @Scoped var title: String? = nil
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.type(let text)): return .handled { self.title = text }
            case .command(.picture): return .handled { raise(.wish(.picture)) }
            case .command(.remove(let number)): return .handled { raise(.wish(.remove(number))) }
            case .command(.choose(let number)): return .handled { raise(.wish(.add(number))) }
            case .command(.cancel): return .to(superior.viewing)
            case .command(.done):
                // Gone when the state is left, before the effect.
                guard let title, !title.allSatisfy(\.isWhitespace) else { return .to(superior.viewing) }
                return .to(superior.viewing) { raise(.wish(.rename(title))) }
            default: return .unhandled
            }
        }
    }

    final class Leaving: State<GroupSettings, GroupSettings> {
        override func entry() { raise(.wish(.delete)) }
        override func always() -> Reaction { .to(superior.done) }
    }
}
