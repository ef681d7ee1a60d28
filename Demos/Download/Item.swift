import Statecharts

//   Item
//   ┌───────────────────────────────────────────────────────────────────────────────────────────┐
//   │          present         completed          download              completed               │
//   │ ●─▶ Initial ──▶ Fetching ──────────▶ Fetched ───────▶ Downloading ──────────▶ Downloaded  │
//   │        ▲            │                   ▲                  │                              │
//   │        └── cancel ──┘                   └───── cancel ─────┘                              │
//   │                                                                                           │
//   │ from anywhere: reset ──▶ Initial              Fetching and Downloading: see Transfer      │
//   └───────────────────────────────────────────────────────────────────────────────────────────┘

/// Something that is described somewhere and can be downloaded from there. What it is gets fetched when it is
/// presented.
final class Item: TopState<Item.Event> {
    enum Event: Equatable {
        /// The item comes before somebody's eyes.
        case present
        /// What a person wants.
        case download, cancel, reset
        /// What a transfer tells: how much has arrived, from 0 to 1; what is known now.
        case arrived(Double), learned(Fact)
        /// It is time to try again.
        case retry
    }

    let initial = Initial(), fetching = Fetching(), fetched = Fetched()
    let downloading = Downloading(), downloaded = Downloaded()
    let source: any Source
    /// What is known of the item, between ``Initial`` and the next time.
    private(set) var about: String?
    private(set) var thumbnail: [String] = []
    /// The item itself, as soon as all of it has arrived.
    private(set) var picture: [String] = []

    init(source: any Source) { self.source = source }
    override func configure() { substates(initial, fetching, fetched, downloading, downloaded) }

    func learn(_ fact: Fact) {
        switch fact {
        case .description(let text): about = text
        case .thumbnail(let rows): thumbnail = rows
        case .picture(let rows): picture = rows
        }
    }

    // snippet: reset
    override func handle(_ event: Event) -> Reaction {
        switch event {  // without a default: a new event is an error here
        case .reset: .to(initial)  // from anywhere: said once, and all that was under way ends
        case .present, .download, .cancel, .arrived, .learned, .retry: .unhandled  // taken inside
        }
    }
    // end snippet

    final class Initial: State<Item, Item> {
        override func entry() {
            top.about = nil
            top.thumbnail = []
            top.picture = []
        }
        override func handle(_ event: Event) -> Reaction {
            event == .present ? .to(superior.fetching) : .unhandled
        }
    }

    // snippet: fetching
    final class Fetching: Transfer {
        init() { super.init(of: .description) }
        override func completed() -> Reaction { .to(superior.fetched) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .present: again()
            case .cancel: .to(superior.initial)
            default: .unhandled
            }
        }
    }
    // end snippet

    final class Fetched: State<Item, Item> {
        override func handle(_ event: Event) -> Reaction {
            event == .download ? .to(superior.downloading) : .unhandled
        }
    }

    final class Downloading: Transfer {
        init() { super.init(of: .content) }
        override func completed() -> Reaction { .to(superior.downloaded) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .download: again()
            case .cancel: .to(superior.fetched)
            default: .unhandled
            }
        }
    }

    final class Downloaded: State<Item, Item> {}
}
