import Statecharts

//   List                                    used for the expenses and for the debts
//   ┌───────────────────────────────────────────────────────────────────────┐
//   │                        ┌────────── refresh ─────────────┐             │
//   │          signedIn      ▼         loaded                 │             │
//   │  ●──▶ Waiting ──▶ Fetching ─────────────────────▶ ShowingData         │  changed: takes the new content
//   │         ▲             │ ▲                                             │
//   │         │      failed ▼ │ refresh                                     │
//   │         │         FetchFailed                                         │
//   │         └── signedOut: from everywhere; removes what is visible       │
//   └───────────────────────────────────────────────────────────────────────┘

/// A list that is fetched. While it is fetched again, and after a failure, the old content stays visible.
final class List<Content: Sendable>: TopState<List.Event> {
    enum Event {
        case signedIn, refresh, signedOut
        case loaded(Content), changed(Content), failed(String)
        /// Raised, for whoever embeds the list: the content is wanted.
        case fetch
    }

    let waiting = Waiting(), fetching = Fetching(), showingData = ShowingData(), fetchFailed = FetchFailed()
    private(set) var content: Content?
    private(set) var failure = ""

    override func configure() { substates(waiting, fetching, showingData, fetchFailed) }
    override func handle(_ event: Event) -> Reaction {
        if case .signedOut = event { .to(waiting) } else { .unhandled }
    }

    /// Whether something is there that a change can be shown in.
    fileprivate func change(_ content: Content) -> Statecharts.Reaction<List> { .handled { self.content = content } }

    final class Waiting: State<List, List> {
        override func entry() { top.content = nil }
        override func handle(_ event: Event) -> Reaction {
            // An answer that comes after the logout is of no use any more.
            if case .signedIn = event { .to(top.fetching) } else { .unhandled }
        }
    }

    final class Fetching: State<List, List> {
        override func entry() { raise(.fetch) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .loaded(let content): .to(top.showingData) { top.content = content }
            case .changed(let content): top.change(content)
            case .failed(let reason): .to(top.fetchFailed) { top.failure = reason }
            default: .unhandled
            }
        }
    }

    final class ShowingData: State<List, List> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .refresh: .to(top.fetching)
            case .loaded(let content), .changed(let content): top.change(content)
            default: .unhandled
            }
        }
    }

    final class FetchFailed: State<List, List> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .refresh: .to(top.fetching)
            case .loaded(let content): .to(top.showingData) { top.content = content }
            case .changed(let content): top.change(content)
            default: .unhandled
            }
        }
    }
}
