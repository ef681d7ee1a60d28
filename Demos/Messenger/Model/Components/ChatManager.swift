import Statecharts

//   ChatManager
//   ┌───────────────────────────────────────────────────────────────────────┐
//   │          loaded                                                       │
//   │  ●──▶ Loading ──▶ Ready   request, event: does it                     │  Loading keeps requests and events
//   │                           fetched: sends the page                     │
//   └───────────────────────────────────────────────────────────────────────┘
//   requests, events ─▶ ■ ─▶ pages, galleries, messages, chats, opened

/// Chats and messages. Which chats are cached is data, as chats come and go.
final class ChatManager: TopState<ChatManager.Event> {
    enum Event {
        case request(ChatRequest), event(ChatEvent), loaded
        /// The store has answered.
        case fetched(ChatID, before: Int?)
    }

    static let pageSize = 15

    let requests = InputPort<ChatRequest>("requests"), events = InputPort<ChatEvent>("events")
    let pages = OutputPort<Page>("pages"), galleries = OutputPort<Gallery>("galleries")
    let messages = OutputPort<Message>("messages")
    let chats = OutputPort<ChatsMessage>("chats", changesOf: [])
    /// Somebody asked for a chat: here it is.
    let opened = OutputPort<Chat>("opened")

    let loading = Loading(), ready = Ready()
    let store: Store, calendar: Calendar, latency: Duration
    /// In the order of the list: the newest first.
    var list: [Chat] = []
    var cache: [ChatID: Log] = [:]

    init(store: Store, calendar: Calendar, latency: Duration) {
        self.store = store
        self.calendar = calendar
        self.latency = latency
    }

    override func configure() {
        receive(requests) { .request($0) }
        receive(events) { .event($0) }
        substates(loading, ready)
    }

    final class Loading: State<ChatManager, ChatManager> {
        override func entry() { top.takeTime(self, .loaded) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .loaded: .to(superior.ready) { top.load() }
            case .request, .event: .deferred
            default: .unhandled
            }
        }
    }

    final class Ready: State<ChatManager, ChatManager> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .request(.page(let chat, let before)):
                .handled { top.takeTime(self, .fetched(chat, before: before)) }
            case .request(let request): .handled { top.perform(request) }
            case .fetched(let chat, let before): .handled { top.sendPage(chat, before) }
            case .event(let event): .handled { top.perform(event) }
            default: .unhandled
            }
        }
    }

    /// The store answers after some time, or at once if it takes none.
    private func takeTime<Superior>(_ state: State<Superior, ChatManager>, _ event: Event) {
        if latency > .zero { state.after(latency, send: event) } else { raise(event) }
    }

    // MARK: Reading

    private func load() {
        list = store.chats.sorted { ($0.date, $0.id.number) > ($1.date, $1.id.number) }
        chats.replace(with: list)
    }

    /// From the store the first time, and then from here; of a chat that there is not nothing is kept.
    func log(of chat: ChatID) -> Log {
        if let known = cache[chat] { return known }
        let log = store.log(of: chat)
        if place(of: chat) != nil { cache[chat] = log }
        return log
    }

    /// How many chats are cached.
    var cachedCount: Int { cache.count }

    private func sendPage(_ chat: ChatID, _ before: Int?) {
        let (messages, hasOlder) = log(of: chat).page(before: before, size: Self.pageSize)
        pages.send(Page(chat: chat, before: before, messages: messages, hasOlder: hasOlder))
    }
}
