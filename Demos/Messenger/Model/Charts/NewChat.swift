import Statecharts

//   NewChat
//   ┌─────────────────────────────────────────────────────────────────────────────┐
//   │           next [chosen]               create [title]            created     │
//   │  ●──▶ Choosing ⇄ Details ───────────────────────────▶ Creating ────────▶ ◉  │
//   │           more, nobody left                                                 │
//   └─────────────────────────────────────────────────────────────────────────────┘

/// Makes a group: first its people, then its title and picture.
final class NewChat: TopState<NewChat.Event> {
    enum Event {
        case command(UserCommand)
        /// The chat is there.
        case created
        /// Raised, for whoever embeds this.
        case wanted(title: String, participants: [ContactID], Picture?)
    }

    let choosing = Choosing(), details = Details(), creating = Creating(), done = FinalState<NewChat, NewChat>()
    /// Who can be chosen; said by the host before this is entered.
    var candidates: [ContactID] = []
    private(set) var chosen: [ContactID] = []
    private(set) var title = ""
    private(set) var picture: Picture?

    override func configure() { substates(choosing, details, creating, done) }

    override func entry() {
        chosen = []
        title = ""
        picture = nil
    }

    private func toggle(_ contact: ContactID) {
        if let place = chosen.firstIndex(of: contact) { chosen.remove(at: place) } else { chosen.append(contact) }
    }

    final class Choosing: State<NewChat, NewChat> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.choose(let number)):
                guard top.candidates.indices.contains(number - 1) else { return .unhandled }
                return .handled { top.toggle(top.candidates[number - 1]) }
            case .command(.next): return top.chosen.isEmpty ? .unhandled : .to(superior.details)
            default: return .unhandled
            }
        }
    }

    final class Details: State<NewChat, NewChat> {
        override func always() -> Reaction { top.chosen.isEmpty ? .to(superior.choosing) : .unhandled }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.type(let text)): return .handled { top.title = text }
            case .command(.picture): return .handled { top.picture = Pictures.next(after: top.picture) }
            case .command(.remove(let number)):
                guard top.chosen.indices.contains(number - 1) else { return .unhandled }
                return .handled { top.chosen.remove(at: number - 1) }
            case .command(.more): return .to(superior.choosing)
            case .command(.create):
                return top.title.allSatisfy(\.isWhitespace) ? .unhandled : .to(superior.creating)
            default: return .unhandled
            }
        }
    }

    final class Creating: State<NewChat, NewChat> {
        override func entry() {
            raise(.wanted(title: top.title, participants: top.chosen, top.picture))
        }
        override func handle(_ event: Event) -> Reaction {
            if case .created = event { .to(superior.done) } else { .unhandled }
        }
    }
}

/// The pictures that a person at this phone has.
enum Pictures {
    static let all = ["🌊", "🌲", "🌵", "🌈", "🌋", "🌅"].map { Picture($0) }

    static func next(after picture: Picture?) -> Picture {
        let place = picture.flatMap { all.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        return all[place % all.count]
    }
}
