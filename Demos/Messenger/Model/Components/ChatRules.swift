import Statecharts

//   ChatRules                                                     one for each open chat
//   ┌─────────────────────────────────────────────────────────────────────────────────┐
//   │            asked for the newest           the page                              │
//   │  ●──▶ Beginning ──────────▶ Waiting ◀──────────────────▶ Resting                │
//   │            ▲                          asked for an older                        │
//   │            │ begun, from everywhere                        sent [not empty]     │
//   │                                                                                 │
//   │       failed, from everywhere ──▶ Down                                          │
//   │       read, from everywhere ──▶ Over                                            │
//   └─────────────────────────────────────────────────────────────────────────────────┘

/// What the machine of an open chat may ask for: the newest page at its beginning, older ones one at a time, and only
/// what there is to send. That everything is read is the last that it says.
final class ChatRules: TopState<ChatRules.Event> {
    enum Event { case asked(before: Int?), page(before: Int?), sent(isEmpty: Bool), read, failed, begun }

    let beginning = Beginning(), waiting = Waiting(), resting = Resting(), down = Down(), over = Over()
    /// True if the newest page came while there was no machine, or before it asked: it was kept, and answers the next one.
    fileprivate var isAnswered = false
    override func configure() { substates(beginning, waiting, resting, down, over) }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .page: .handled  // the store answers each visit of the chat, the one before as well
        case .sent(isEmpty: false) where !over.isActive: .handled
        case .read where !over.isActive: .to(over)
        case .failed: .to(down) { isAnswered = false }
        case .begun: .to(beginning)  // another life, also after the supervisor gave up and rested
        default: .unhandled
        }
    }

    final class Beginning: State<ChatRules, ChatRules> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .page(before: nil): .handled { superior.isAnswered = true }
            case .asked(before: nil) where superior.isAnswered: .to(superior.resting)
            case .asked(before: nil): .to(superior.waiting) { superior.waiting.before = nil }
            default: .unhandled
            }
        }
    }

    final class Waiting: State<ChatRules, ChatRules> {
        fileprivate(set) var before: Int?
        override func handle(_ event: Event) -> Reaction {
            if case .page(before) = event { .to(superior.resting) } else { .unhandled }
        }
    }

    final class Resting: State<ChatRules, ChatRules> {
        override func handle(_ event: Event) -> Reaction {
            guard case .asked(let before?) = event else { return .unhandled }
            return .to(superior.waiting) { superior.waiting.before = before }
        }
    }

    /// There is no machine. Whoever closes the chat says in its place that it is read, and where messages are let through
    /// in turn, what the machine has said comes after its end.
    final class Down: State<ChatRules, ChatRules> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .asked: .handled
            case .page(before: nil): .handled { superior.isAnswered = true }
            default: .unhandled
            }
        }
    }
    final class Over: State<ChatRules, ChatRules> {}
}

extension ConversationPorts {
    /// Has the rules judge what passes the ports in all lives of a machine. To be called before that is made, as it
    /// asks at once; the contract is to follow its lives.
    func enforceRules(reporting report: @escaping @Sendable (ContractViolation) -> Void) -> Contract<ChatRules> {
        let contract = Contract(ChatRules(), reporting: report)
        requests.enforce(contract) { request in
            switch request {
            case .page(_, let before): .asked(before: before)
            case .send(_, let text): .sent(isEmpty: text.allSatisfy(\.isWhitespace))
            case .sendPictures(_, let pictures): .sent(isEmpty: pictures.isEmpty)
            case .read: .read
            case .gallery, .open, .create, .rename, .add, .remove, .delete: nil
            }
        }
        pages.enforce(contract) { .page(before: $0.before) }
        return contract
    }
}
