import Statecharts

//   Item
//   ┌───────────────────────────────────────────────────────────────────────────────────────────┐
//   │          begin           completed          download              completed               │
//   │ ●─▶ Initial ──▶ Fetching ──────────▶ Fetched ───────▶ Downloading ──────────▶ Downloaded  │
//   │        ▲            │                   ▲                  │                              │
//   │        └── cancel ──┘                   └───── cancel ─────┘                              │
//   │                                                                                           │
//   │ from anywhere: reset ──▶ Initial              Fetching and Downloading: see Transfer      │
//   └───────────────────────────────────────────────────────────────────────────────────────────┘

/// Something that is described somewhere and can be downloaded from there.
final class Item: TopState<Item.Event> {
    enum Event: Sendable, Equatable {
        /// What a person wants.
        case begin, download, cancel, reset
        /// What a transfer tells: how much has arrived, from 0 to 1; why it broke.
        case arrived(Double), broke(String)
        /// It is time to try again.
        case retry
    }

    let initial = Initial(), fetching = Fetching(), fetched = Fetched()
    let downloading = Downloading(), downloaded = Downloaded()
    let source: any Source
    init(source: any Source) { self.source = source }
    override func configure() { substates(initial, fetching, fetched, downloading, downloaded) }

    // snippet: reset
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .reset: .to(initial)  // from anywhere: said once, and all that was under way ends
        case .begin, .download, .cancel, .arrived, .broke, .retry: .unhandled
        }
    }
    // end snippet

    final class Initial: State<Item, Item> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .begin: .to(superior.fetching)
            case .download, .cancel, .reset, .arrived, .broke, .retry: .unhandled
            }
        }
    }

    // snippet: fetching
    final class Fetching: Transfer {
        init() { super.init(of: .description) }
        override func completed() -> Reaction { .to(superior.fetched) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .begin: again()
            case .cancel: .to(superior.initial)
            case .download, .reset, .arrived, .broke, .retry: .unhandled
            }
        }
    }
    // end snippet

    final class Fetched: State<Item, Item> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .download: .to(superior.downloading)
            case .begin, .cancel, .reset, .arrived, .broke, .retry: .unhandled
            }
        }
    }

    final class Downloading: Transfer {
        init() { super.init(of: .content) }
        override func completed() -> Reaction { .to(superior.downloaded) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .download: again()
            case .cancel: .to(superior.fetched)
            case .begin, .reset, .arrived, .broke, .retry: .unhandled
            }
        }
    }

    final class Downloaded: State<Item, Item> {}
}
