public import DemoSupport
import Statecharts
import StatechartsDiagrams
public import StatechartsSimulation
import Synchronization

//   Phone ─commands─▶ Shell ─visits─▶ Conversations ─adds, removes─▶ Conversation, one for each open chat ◀─┐
//                       │ │ └─────────────chatCommands───────────────────▲  │                              │
//                       │ │                                                 └─requests─▶ ChatManager ─pages, messages, chats
//                       │ ├─listCommands──────▶ ChatsList ◀─────────────────chats──────────┘ ▲ ▲
//                       │ └─contactCommands───▶ Contacts ◀─contacts─ ContactManager          │ │
//                       └───────────requests─────────────────────────────────────────────────┘ │
//   FileManager ─avatars─▶ Conversation, ChatsList, Contacts, Shell     Simulator ─events, presences, pictures─▶
//   managers

/// The whole messenger: makes the components, which know nothing of each other, and connects them.
public final class Messenger: Sendable {
    let commands = OutputPort<UserCommand>("commands"), people = OutputPort<PeopleCommand>("people")
    let faults = OutputPort<ChatCommand>("faults")

    let shell: Machine<Shell>, chatsList: Machine<ChatsList>, contacts: Machine<Contacts>
    let chatManager: Machine<ChatManager>, contactManager: Machine<ContactManager>
    let fileManager: Machine<FileManager>, simulator: Machine<Simulator>, conversations: Machine<Conversations>
    let openChats: OpenChats, supervisor: Supervisor
    let store: Store, calendar: Calendar
    let system: System
    let chatCommands: OutputPort<ChatCommand>
    let refusals = Refusals()
    private let violations = Violations()
    /// Where the data are kept from one run to the next.
    let data: DataFile?
    let manualClock: ManualClock?
    let recorder = Mutex<MessageRecorder?>(nil)
    let isStepping = Mutex(false)
    let order = Mutex<(@Sendable ([HeldMessage]) -> HeldMessage)?>(nil)
    /// How high the rows of a chat may be together, in points.
    let frame: Frame
    /// What each machine of a chat is recorded by.
    let recording: Recording

    /// Makes the components with five contacts, three chats, and a store that takes 300 ms.
    /// - Parameters:
    ///   - clock: what everything goes by; it moves by itself.
    ///   - actor: what all machines run on, so that they take turns; by default each runs on its own.
    ///   - data: where the data are kept from one run to the next, and where those of the last run are.
    /// - Throws: `InputError` if those cannot be read; they stay as they are.
    public convenience init<C: Clock>(
        clock: C, on actor: (any Actor)? = nil, data: DataFile?
    ) throws(InputError) where C.Duration == Duration {
        try self.init(clock, nil, on: actor, data)
    }

    /// The same on a clock that stands still in between.
    public convenience init(
        manual clock: ManualClock, on actor: (any Actor)? = nil, data: DataFile?
    ) throws(InputError) {
        try self.init(clock, clock, on: actor, data)
    }

    private convenience init<C: Clock>(
        _ clock: C, _ manual: ManualClock?, on actor: (any Actor)?, _ data: DataFile?
    ) throws(InputError) where C.Duration == Duration {
        let saved = try data?.read(Saved.self) { $0.fault }
        self.init(
            clock, manual, on: actor, store: saved.map { Store($0) } ?? .demo, from: saved?.now ?? .start, data: data)
    }

    /// Begins with the demo's data and keeps nothing.
    convenience init(manual clock: ManualClock, on actor: (any Actor)? = nil) {
        self.init(clock, clock, on: actor, store: .demo)
    }

    /// - Parameters:
    ///   - latency: how long the store takes for a page.
    ///   - frame: how high the rows of a chat may be together, in points.
    ///   - seed: of what other people do.
    ///   - isJudged: whether contracts judge what passes the ports of the chat manager and of open chats.
    convenience init(
        manual clock: ManualClock, on actor: (any Actor)? = nil, store: Store, latency: Duration = .zero,
        frame: Int = Frame.usual, seed: UInt64 = 1, isJudged: Bool = true
    ) {
        self.init(
            clock, clock, on: actor, store: store, latency: latency, frame: frame, seed: seed, isJudged: isJudged)
    }

    private init<C: Clock>(
        _ clock: C, _ manual: ManualClock?, on actor: (any Actor)?, store: Store,
        latency: Duration = .milliseconds(300), frame: Int = Frame.usual, seed: UInt64 = 1, isJudged: Bool = true,
        from start: Moment = .start, data: DataFile? = nil
    ) where C.Duration == Duration {
        self.store = store
        self.data = data
        calendar = Calendar(clock, from: start)
        let refusals = refusals, violations = violations, recording = Recording(), frame = Frame(frame)
        self.recording = recording
        self.frame = frame
        let manager = ChatManager(store: store, calendar: calendar, latency: latency)
        let persons = ContactManager(store: store, calendar: calendar), files = FileManager(store: store)
        let shell = Shell(), list = ChatsList(), contacts = Contacts(), simulator = Simulator(seed: seed)
        system = System(clock: clock)
        supervisor = Supervisor(
            limit: RestartLimit(3, in: .seconds(60)),
            backOff: .exponential(from: .seconds(1), factor: 1, cap: .seconds(1)), staysOpen: true, clock: clock)

        connect(commands, to: shell.commands)
        connect(people, to: simulator.commands)
        connect(shell.people, to: simulator.commands)
        connect(shell.listCommands, to: list.commands)
        connect(shell.contactCommands, to: contacts.commands)
        connect(shell.requests, to: manager.requests)
        connect(shell.pictures, to: files.pictures)
        connect(list.opened, to: shell.chatOpened)
        connect(manager.opened, to: shell.chatOpened)
        connect(contacts.picked, to: shell.contactPicked)
        connect(manager.galleries, to: shell.galleries)
        connect(manager.chats, to: shell.chats)
        connect(manager.chats, to: list.chats)
        connect(manager.chats, to: simulator.chats)
        connect(persons.contacts, to: shell.contacts)
        connect(persons.contacts, to: contacts.contacts)
        connect(persons.contacts, to: simulator.contacts)
        connect(persons.lastSeen, to: contacts.lastSeen)
        connect(files.avatars, to: shell.avatars)
        connect(files.avatars, to: list.avatars)
        connect(files.avatars, to: contacts.avatars)
        connect(simulator.events, to: manager.events)
        connect(simulator.presences, to: persons.presences)
        connect(simulator.pictures, to: files.pictures)
        chatCommands = shell.chatCommands
        if isJudged { manager.enforceRules(clock: clock) { violations.note($0) } }

        let rules: @Sendable (ConversationPorts) -> Contract<ChatRules> = { ports in
            ports.enforceRules { violations.note($0) }
        }
        let openChats = OpenChats(
            supervisor, system,
            OpenChats.Surroundings(
                commands: shell.chatCommands, faults: faults, pages: manager.pages, messages: manager.messages,
                chats: manager.chats, avatars: files.avatars, requests: manager.requests),
            rules: isJudged ? rules : nil
        ) { chat, ports in
            let machine = Machine(
                Conversation(chat, ports, frame: frame.height), named: "Chat \(chat.number)", on: actor, clock: clock,
                unhandled: .report { event, _ in if case .command = event { refusals.note() } })
            recording.record(machine)
            return machine
        }
        self.openChats = openChats
        let conversations = Conversations(supervisor) {
            openChats.begin($0)
        } end: {
            await openChats.end($0)
        }
        connect(shell.visits, to: conversations.visits)

        chatManager = Machine(manager, on: actor, clock: clock)
        contactManager = Machine(persons, on: actor, clock: clock)
        fileManager = Machine(files, on: actor, clock: clock)
        self.conversations = Machine(conversations, on: actor, clock: clock)
        self.shell = Machine(
            shell, on: actor, clock: clock,
            unhandled: .report { event, _ in if case .command = event { refusals.note() } })
        chatsList = Machine(
            list, on: actor, clock: clock,
            unhandled: .report { event, _ in if case .command = event { refusals.note() } })
        self.contacts = Machine(
            contacts, on: actor, clock: clock,
            unhandled: .report { event, _ in if case .command = event { refusals.note() } })
        self.simulator = Machine(
            simulator, on: actor, clock: clock,
            unhandled: .report { event, _ in if case .command = event { refusals.note() } })
        manualClock = manual
    }

    /// Makes the components known to the system and starts the machines, those first that others ask.
    public func start() async throws {
        system.add("Phone", ports: commands, people, faults)
        await system.add(shell, named: "Shell")
        await system.add(chatsList, named: "ChatsList")
        await system.add(contacts, named: "Contacts")
        await system.add(conversations, named: "Conversations")
        await system.add(chatManager, named: "ChatManager")
        await system.add(contactManager, named: "ContactManager")
        await system.add(fileManager, named: "FileManager")
        await system.add(simulator, named: "Simulator")
        try await fileManager.start()
        try await contactManager.start()
        try await chatManager.start()
        try await conversations.start()
        try await chatsList.start()
        try await contacts.start()
        try await simulator.start()
        try await shell.start()
        await settle()
    }

    /// Stops the machines; before the managers, keeps their data.
    public func stop() async throws {
        try await shell.stop()
        try await conversations.stop()
        try await simulator.stop()
        try await keep()
        try await contacts.stop()
        try await chatsList.stop()
        try await chatManager.stop()
        try await contactManager.stop()
        try await fileManager.stop()
    }

    /// What components have not kept to since the last time.
    func takeViolations() -> [ContractViolation] { violations.take() }
}
