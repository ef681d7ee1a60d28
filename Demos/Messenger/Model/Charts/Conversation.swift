import Statecharts

//   Conversation                                                one for each open chat
//   ┌────────────────────────────────────────────────────────────────────────────────────────────┐
//   │ pages:    ●──▶ LoadingFirst ──page──▶ Idle ⇄ LoadingOlder ──last page──▶ Complete          │
//   ├────────────────────────────────────────────────────────────────────────────────────────────┤
//   │ scroll:   ●──▶ AtEnd ⇄ Away by always; AtEnd ──message──▶ Gliding ──0.2 s──▶ AtEnd         │
//   ├────────────────────────────────────────────────────────────────────────────────────────────┤
//   │ composer: ●──▶ Blank ⇄ Ready by always                                                     │
//   ├────────────────────────────────────────────────────────────────────────────────────────────┤
//   │ keyboard: ●──▶ Hidden ⇄ Shown                                                              │
//   ├────────────────────────────────────────────────────────────────────────────────────────────┤
//   │ times:    ●──▶ Covered ──drag──▶ Dragging ──release──▶ Settling ──0.2 s──▶ Covered         │
//   ├────────────────────────────────────────────────────────────────────────────────────────────┤
//   │ viewer:   ●──▶ Closed ⇄ Open                                                               │
//   └────────────────────────────────────────────────────────────────────────────────────────────┘
//   commands, pages, messages, infos, avatars ─▶ ■ ─▶ requests, rows          exit: says that everything is read

/// The ports of a conversation. They outlive its machine, so that what is connected to them stays connected when that
/// is made again.
struct ConversationPorts: Sendable {
    let commands = InputPort<ChatCommand>("commands")
    let pages = InputPort<Page>("pages")
    let messages = InputPort<Message>("messages")
    let infos = InputPort<Chat>("infos")
    let avatars = InputPort<AvatarsMessage>("avatars")
    let requests = OutputPort<ChatRequest>("requests")
    let rows = OutputPort<RowsMessage>("rows", changesOf: [])
}

/// The screen of a chat: its rows, and what a person does to them. Usable by its ports alone.
final class Conversation: TopState<Conversation.Event> {
    enum Event {
        case command(ChatCommand), page(Page), message(Message), info(Chat), avatars(AvatarsMessage)
        case glided, settled
    }

    struct Crash: Error, CustomStringConvertible {
        var description: String { "crashed" }
    }

    /// How long things take to get to their place.
    static let animation = Duration.milliseconds(200)
    static let keyboardHeight = 80

    let commands: InputPort<ChatCommand>, incomingPages: InputPort<Page>, messages: InputPort<Message>
    let infos: InputPort<Chat>, avatars: InputPort<AvatarsMessage>
    let requests: OutputPort<ChatRequest>, rows: OutputPort<RowsMessage>

    let pages = Pages(), scroll = Scroll(), composer = Composer()
    let keyboard = Keyboard(), times = Times(), viewer = Viewer()

    let chat: ChatID
    private(set) var info: Chat?
    private(set) var transcript = Transcript()
    private var knownAvatars = Replica<AvatarChange>()
    /// What has come before the first page.
    private var early: [Message] = []
    var viewport: Viewport

    init(_ chat: ChatID, _ ports: ConversationPorts, frame: Int) {
        self.chat = chat
        viewport = Viewport(frame: frame)
        commands = ports.commands
        incomingPages = ports.pages
        messages = ports.messages
        infos = ports.infos
        avatars = ports.avatars
        requests = ports.requests
        rows = ports.rows
    }

    override func configure() {
        receive(commands) { .command($0) }
        receive(incomingPages) { .page($0) }
        receive(messages) { .message($0) }
        receive(infos) { .info($0) }
        receive(avatars) { .avatars($0) }
        regions(pages, scroll, composer, keyboard, times, viewer)
    }

    override func exit() { requests.send(.read(chat)) }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .info(let info): .handled { self.info = info }
        case .avatars(let message): .handled { show(message) }
        case .command(.tap(let number)): isCovered || row(number) == nil ? .unhandled : .handled
        // The keyboard is where it should be.
        case .command(.keyboard): isCovered ? .unhandled : .handled
        case .command(.frame(let height)): .handled { fit(height) }
        case .command(.crash): .handled { throw Crash() }
        case .command(.type), .command(.send), .command(.pictures), .command(.scroll), .command(.drag),
            .command(.release), .command(.close), .page, .message, .glided, .settled:
            .unhandled
        }
    }

    /// Whether a picture covers the rows and the composer, so that nobody can do anything with them.
    var isCovered: Bool { viewer.open.isActive }

    // MARK: Messages

    /// Whether a message is not there yet. It may have come with a page already.
    func isNew(_ message: Message) -> Bool { transcript.newest.map { $0.id < message.id } ?? true }

    func keepForLater(_ message: Message) { early.append(message) }

    /// Takes the first page, and what has come since it was read; shows the end.
    func begin(_ page: Page) {
        let newest = page.messages.last?.id ?? 0
        transcript = Transcript(
            page.messages + early.filter { $0.id > newest }, avatars: knownAvatars.whole ?? [:])
        early = []
        viewport.content = transcript.height
        viewport.offset = viewport.end
        rows.replace(with: transcript.rows)
    }

    /// What is in view stays where it is.
    func join(_ page: Page) {
        let before = transcript.height
        announce(transcript.join(page.messages))
        viewport.move(to: viewport.offset + transcript.height - before)
    }

    func append(_ message: Message) { announce(transcript.append(message)) }

    private func show(_ message: AvatarsMessage) {
        knownAvatars.take(message)
        announce(transcript.show(knownAvatars.whole ?? [:]))
    }

    private func announce(_ delta: ListDelta<MessageRow>) {
        guard !delta.edits.isEmpty else { return }
        viewport.content = transcript.height
        rows.send(delta)
    }

    // MARK: What is in view

    /// The window has another height; what is at the lower end of it stays there.
    private func fit(_ height: Int) {
        viewport.raise(by: viewport.frame - height + (keyboard.shown.isActive ? Self.keyboardHeight : 0))
    }

    var visible: [VisibleRow] { viewport.visible(of: transcript.rows, ends: transcript.ends) }

    /// The message with this number among those in view; the first has 1.
    func row(_ number: Int) -> MessageRow? {
        let messages = visible.filter { $0.row.message != nil }
        return messages.indices.contains(number - 1) ? messages[number - 1].row : nil
    }
}
