import Statecharts

/// What is to be seen of an item. Made of the configuration and the data of active states, and of nothing else.
struct Display: Sendable, Equatable {
    enum Mood: Sendable { case calm, busy, worried, broken, happy }

    /// The path of the active state.
    let state: String
    let mood: Mood
    /// What goes on, for people.
    let caption: String
    /// What is known of the item.
    private(set) var about: String?
    private(set) var thumbnail: [String] = []
    /// The content with what is to be said about it, once it is there.
    private(set) var picture: [String] = []
    private(set) var remark: String?
    /// How much has arrived of what is being transferred, from 0 to 1.
    let progress: Double?
    /// What has gone wrong, and what follows.
    let note: String
    /// What changes something now.
    let possible: Set<Command.Word>

    init(_ item: Item) {
        if item.fetching.isActive {
            self.init(item.fetching, "Fetching what it is", again: .present)
        } else if item.downloading.isActive {
            self.init(item.downloading, "Downloading", again: .download)
        } else if item.fetched.isActive {
            self.init(item.fetched, .calm, "Fetched: ready to be downloaded", possible: [.download, .reset])
        } else if item.downloaded.isActive {
            self.init(item.downloaded, .happy, "Downloaded", possible: [.reset])
        } else {
            self.init(item.initial, .calm, "Nothing is known yet", possible: [.present])
        }
        (about, thumbnail) = (item.about, item.thumbnail)
        if item.downloaded.isActive { (picture, remark) = (item.picture, "Isn't it cute?") }
    }

    private init(_ transfer: Transfer, _ caption: String, again: Command.Word) {
        let progress = transfer.progress
        if transfer.backingOff.isActive {
            let note = "\(transfer.reason), trying again in \(transfer.backingOff.pause.components.seconds) s"
            self.init(transfer.backingOff, .worried, caption, progress, note, possible: [again, .cancel, .reset])
        } else if transfer.failed.isActive {
            let note = "\(transfer.reason), given up after \(transfer.failures) attempts"
            self.init(transfer.failed, .broken, caption, progress, note, possible: [again, .cancel, .reset])
        } else {
            self.init(transfer.transferring, .busy, caption, progress, possible: [.cancel, .fail, .reset])
        }
    }

    private init(
        _ state: StateNode, _ mood: Mood, _ caption: String, _ progress: Double? = nil, _ note: String = "",
        possible: Set<Command.Word>
    ) {
        self.state = state.path
        self.mood = mood
        self.caption = caption
        self.progress = progress
        self.note = note
        self.possible = possible
    }

    /// The progress in whole percent.
    var percent: String? { progress.map { "\(Int(($0 * 100).rounded()))%" } }

    /// What is known now and was not before, as such lines.
    func news(since old: Display?) -> [String] {
        let words = about != old?.about ? about.map { ["description\t\($0)"] } ?? [] : []
        return words + (thumbnail != old?.thumbnail ? thumbnail.map { "thumbnail\t\($0)" } : [])
            + (picture != old?.picture ? picture.map { "picture\t\($0)" } : [])
            + (remark != old?.remark ? remark.map { ["remark\t\($0)"] } ?? [] : [])
    }

    /// State, progress and note in fields with tabs between them, for a transcript.
    var line: String { ([state] + [percent, note.isEmpty ? nil : note].compactMap(\.self)).joined(separator: "\t") }
}

extension Machine<Item> {
    /// What is to be seen, between two steps.
    var display: Display { get async throws { try await withTop { Display($0) } } }
}

extension Duration {
    /// In whole milliseconds, as in a script: `1250ms`.
    var text: String {
        let (seconds, attoseconds) = components
        return "\(seconds * 1000 + attoseconds / 1_000_000_000_000_000)ms"
    }
}

extension Display {
    /// What is known of the item, a line each, for a recording.
    static func data(_ item: Item) -> String {
        let transfers = [item.fetching, item.downloading].filter(\.isActive)
        let lines = transfers.flatMap { ["progress \($0.progress)", "failures \($0.failures)"] }
        return (["about \(item.about ?? "unknown")"] + lines).joined(separator: "\n")
    }
}
