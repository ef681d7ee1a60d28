import Statecharts

//   ChatsList
//   ┌────────────────────────────────────────────────────────────────────────────────┐
//   │ rows:   ●──▶ Loading ──chats──▶ Showing                                        │
//   ├────────────────────────────────────────────────────────────────────────────────┤
//   │ search: ●──▶ Off ──search──▶ Popular ⇄ Results by the text ──cancel──▶ Off      │
//   └────────────────────────────────────────────────────────────────────────────────┘
//   commands, chats, avatars ─▶ ■ ─▶ rows, opened

/// The list of chats, and searching it.
final class ChatsList: TopState<ChatsList.Event> {
    enum Event { case command(ListCommand), chats(ChatsMessage), avatars(AvatarsMessage) }

    let commands = InputPort<ListCommand>("commands"), chats = InputPort<ChatsMessage>("chats")
    let avatars = InputPort<AvatarsMessage>("avatars")
    let rows = OutputPort<Numbered<ListDelta<ChatRow>>>("rows", changesOf: [])
    /// A chat was tapped.
    let opened = OutputPort<Chat>("opened")

    let rowsRegion = Rows(), search = Searching()
    private var known = Replica<ListDelta<Chat>>()
    private var pictures = Replica<AvatarChange>()
    private(set) var list: [ChatRow] = []

    override func configure() {
        receive(commands) { .command($0) }
        receive(chats) { .chats($0) }
        receive(avatars) { .avatars($0) }
        regions(rowsRegion, search)
    }

    /// What the screen shows: all chats, or those that the search has found.
    var shown: [ChatRow] {
        if search.popular.isActive { return Search.popular(list) }
        if search.results.isActive { return Search.results(list, search.text) }
        return list
    }

    private func chat(_ number: Int) -> Chat? {
        guard shown.indices.contains(number - 1) else { return nil }
        return known.whole?.first { $0.id == shown[number - 1].id }
    }

    // MARK: Rows

    private func take(_ message: ChatsMessage) {
        guard known.take(message) == .applied else { return }
        switch message {
        case .whole(let chats, _):
            list = chats.map(row)
            rows.replace(with: list)
        case .change(let delta, _): change(delta.map(row))
        }
    }

    private func row(_ chat: Chat) -> ChatRow { ChatRow(chat, avatars: pictures.whole ?? [:]) }

    private func take(_ message: AvatarsMessage) {
        pictures.take(message)
        let chats = known.whole ?? []
        change(
            ListDelta(
                chats.indices.compactMap { place in
                    let row = row(chats[place])
                    return row == list[place] ? nil : .reload(row, at: place)
                }))
    }

    private func change(_ delta: ListDelta<ChatRow>) {
        guard !delta.edits.isEmpty else { return }
        delta.apply(to: &list)
        rows.send(delta)
    }

    final class Rows: State<ChatsList, ChatsList> {
        let loading = Loading(), showing = Showing()
        override func configure() { substates(loading, showing) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .chats(let message): .handled { top.take(message) }
            case .avatars(let message): .handled { top.take(message) }
            default: .unhandled
            }
        }
    }

    final class Loading: State<Rows, ChatsList> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            // Number 0 is what there was before anything was loaded.
            case .chats(let message):
                message.number > 0 ? .to(superior.showing) { top.take(message) } : .unhandled
            default: .unhandled
            }
        }
    }

    final class Showing: State<Rows, ChatsList> {}

    // MARK: Search

    final class Searching: State<ChatsList, ChatsList> {
        fileprivate(set) var text = ""
        let off = Off(), popular = Popular(), results = Results()
        override func configure() { substates(off, popular, results) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .command(.tap(let number)):
                guard let chat = top.chat(number) else { return .unhandled }
                return .handled { top.opened.send(chat) }
            case .command(.type(let text)):
                if off.isActive { return .unhandled }
                return text.isEmpty ? .to(popular) { self.text = "" } : .to(results) { self.text = text }
            case .command(.cancel): return off.isActive ? .unhandled : .to(off) { self.text = "" }
            default: return .unhandled
            }
        }
    }

    final class Off: State<Searching, ChatsList> {
        override func handle(_ event: Event) -> Reaction {
            if case .command(.search) = event { .to(superior.popular) } else { .unhandled }
        }
    }

    final class Popular: State<Searching, ChatsList> {}
    final class Results: State<Searching, ChatsList> {}
}
