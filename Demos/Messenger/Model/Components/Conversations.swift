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
    enum Event { case visit(Visit), rested }

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
        case .visit(.begin(let chat)): .handled { begin(chat) }
        case .visit(.end(let chat)): .handled { [end = self.end] in await end(chat) }
        case .rested: .unhandled
        }
    }

    final class Supervising: State<Conversations, Conversations> {
        override func entry() { run { [supervisor = top.supervisor] in try await supervisor.run() } }
        override func failed(_ error: any Error) -> Reaction { .to(superior.resting) }
    }

    /// Chats that crash and crash are left alone for some time.
    final class Resting: State<Conversations, Conversations> {
        override func entry() { after(.seconds(10), send: .rested) }
        override func handle(_ event: Event) -> Reaction {
            if case .rested = event { .to(superior.supervising) } else { .unhandled }
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
