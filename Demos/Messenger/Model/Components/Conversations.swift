import Statecharts
import Synchronization

//   Conversations
//   ┌────────────────────────────────────────────────────────────────────────────────────┐
//   │            failed too often                                                        │
//   │ ●──▶ Supervising ──────▶ Resting     Supervising: do / runs the supervisor         │   begin: adds a conversation
//   │            ▲── after 10 s ──┘                                                      │   end: removes it
//   └────────────────────────────────────────────────────────────────────────────────────┘
//   visits ─▶ ■

/// Has a machine for each chat that is open, as long as it is, and starts it again when it fails.
final class Conversations: TopState<Conversations.Event> {
    enum Event: Sendable { case visit(Visit), ended, gaveUp, rested }

    let visits = InputPort<Visit>("visits")
    let supervising = Supervising(), resting = Resting()
    let supervisor: Supervisor
    private let begin: @Sendable (ChatID) -> Void, end: @Sendable (ChatID) async -> Void

    /// - Parameters:
    ///   - supervisor: stays open without children.
    ///   - begin: makes a conversation and adds its machine.
    ///   - end: takes it away again, and returns when its machine has ended.
    init(
        _ supervisor: Supervisor, begin: @escaping @Sendable (ChatID) -> Void,
        end: @escaping @Sendable (ChatID) async -> Void
    ) {
        self.supervisor = supervisor
        self.begin = begin
        self.end = end
    }

    override func configure() {
        receive(visits) { .visit($0) }
        substates(supervising, resting)
    }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .visit(.begin(let chat)): .handled { self.begin(chat) }
        case .visit(.end(let chat)): .handled { [end = self.end] in await end(chat) }
        case .ended, .gaveUp, .rested: .unhandled
        }
    }

    final class Supervising: State<Conversations, Conversations> {
        override func entry() {
            run { [supervisor = top.supervisor] in
                try await supervisor.run()
            } done: {
                .ended
            } failed: { _ in
                .gaveUp
            }
        }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .gaveUp: .to(superior.resting)
            case .ended: .handled
            case .visit, .rested: .unhandled
            }
        }
    }

    /// Chats that crash and crash are left alone for some time.
    final class Resting: State<Conversations, Conversations> {
        override func entry() { after(.seconds(10), send: .rested) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .rested: .to(superior.supervising)
            case .visit, .ended, .gaveUp: .unhandled
            }
        }
    }
}

/// The machine of an open chat with its ports and connections.
struct OpenChat: Sendable {
    let ports: ConversationPorts
    let machine: SupervisedMachine<Conversation>
    /// Those of the component, and those that are made again with each machine.
    let wires: ConnectionSet, currentWires: ConnectionSet
}
