import Statecharts
import Synchronization

/// The chats that are open: makes what belongs to one, and takes it away again.
final class OpenChats: Sendable {
    /// What a conversation is connected to.
    struct Surroundings: Sendable {
        let commands: OutputPort<ChatCommand>, faults: OutputPort<ChatCommand>
        let pages: OutputPort<Page>, messages: OutputPort<Message>, chats: OutputPort<ChatsMessage>
        let avatars: OutputPort<AvatarsMessage>, requests: InputPort<ChatRequest>
    }

    private let open = Mutex<[ChatID: OpenChat]>([:])
    private let supervisor: Supervisor, system: System
    private let surroundings: Surroundings
    private let make: @Sendable (ChatID, ConversationPorts) -> Machine<Conversation>
    /// Says what each conversation has to keep to; `nil` if nothing judges.
    private let rules: (@Sendable (ConversationPorts) -> Contract<ChatRules>)?
    /// Announces that a conversation is there, and each life of it.
    let beginnings = OutputPort<ChatID>("beginnings")

    init(
        _ supervisor: Supervisor, _ system: System, _ surroundings: Surroundings,
        rules: (@Sendable (ConversationPorts) -> Contract<ChatRules>)?,
        make: @escaping @Sendable (ChatID, ConversationPorts) -> Machine<Conversation>
    ) {
        self.supervisor = supervisor
        self.system = system
        self.surroundings = surroundings
        self.rules = rules
        self.make = make
    }

    subscript(_ chat: ChatID) -> OpenChat? { open.withLock { $0[chat] } }
    var count: Int { open.withLock { $0.count } }
    var machines: [SupervisedMachine<Conversation>] { open.withLock { $0.values.map(\.machine) } }

    func begin(_ chat: ChatID) {
        let name = "Chat \(chat.number)", ports = ConversationPorts()
        let wires = ConnectionSet(
            connect(surroundings.commands, to: ports.commands), connect(surroundings.faults, to: ports.commands),
            connect(surroundings.pages, to: ports.pages) { $0.chat == chat ? $0 : nil },
            connect(surroundings.messages, to: ports.messages) { $0.chat == chat ? $0 : nil },
            connect(ports.requests, to: surroundings.requests))
        let currentWires = ConnectionSet(), contract = rules?(ports)
        let lives = OutputPort<ChatID>("lives")
        if let contract { lives.enforce(contract) { _ in .begun } }
        // Gone when the chat is left: whoever makes the next life is asked by the supervisor only.
        let machine = supervisor.add(name, in: system) { [surroundings, make, beginnings] in
            lives.send(chat)
            beginnings.send(chat)
            currentWires.replace {
                [
                    connect(surroundings.chats, to: ports.infos) { $0.last(of: chat) },
                    connect(surroundings.avatars, to: ports.avatars),
                ]
            }
            return make(chat, ports)
        }
        contract?.follow(machine, failed: .failed)
        let made = OpenChat(ports: ports, machine: machine, wires: wires, currentWires: currentWires)
        let former = open.withLock { $0.updateValue(made, forKey: chat) }
        withExtendedLifetime(former) {}
        beginnings.send(chat)
    }

    func end(_ chat: ChatID) async {
        guard let former = open.withLock({ $0.removeValue(forKey: chat) }) else { return }
        // Nothing comes any more, but what it says at the end still goes out.
        former.currentWires.disconnect()
        // A machine says at its end that everything is read; there may be none to say it.
        let isDown = former.machine.status != .running
        _ = try? await supervisor.remove("Chat \(chat.number)")
        if isDown { former.ports.requests.send(.read(chat)) }
        former.wires.disconnect()
    }
}

extension ChatsMessage {
    /// What the message says of one chat last; `nil` if nothing.
    func last(of chat: ChatID) -> Chat? {
        switch self {
        case .whole(let chats, _): return chats.first { $0.id == chat }
        case .change(let delta, _):
            for edit in delta.edits.reversed() {
                switch edit {
                case .insert(let chats, _): if let found = chats.last(where: { $0.id == chat }) { return found }
                case .reload(let found, _): if found.id == chat { return found }
                case .remove, .move: break
                }
            }
            return nil
        }
    }
}
