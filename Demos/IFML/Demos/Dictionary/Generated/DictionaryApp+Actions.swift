import IFMLRuntime

/// The actions of the model, to be written by hand.
protocol DictionaryAppActions: Sendable {
    func lookUp(word: String) async throws -> LookUpOutcome
    func updateBookmark(word: Word) async throws -> Word
}

/// The queries of the model, to be written by hand.
protocol DictionaryAppStore: Sendable {
    /// What `recentList` shows.
    func recentWords() async throws -> [Word]
    /// What `bookmarksList` shows.
    func bookmarkedWords() async throws -> [Word]
}

/// How `lookUp` can end.
enum LookUpOutcome: Sendable, Hashable, Codable {
    case found(Word)
    case notFound
}

/// Answers in place of a store that is not written yet, and where the command `outcome` has set an answer.
struct DictionaryAppStubs: DictionaryAppActions, DictionaryAppStore {
    private let store: (any DictionaryAppActions & DictionaryAppStore)?
    private let outcomes: Outcomes

    init(instead store: (any DictionaryAppActions & DictionaryAppStore)? = nil, _ outcomes: Outcomes = Outcomes()) {
        self.store = store
        self.outcomes = outcomes
    }

    func lookUp(word: String) async throws -> LookUpOutcome {
        switch try outcomes.answer("lookUp", ["found", "notFound"]) {
        case "found": .found(Word.stubs[0])
        case "notFound": .notFound
        default: try await store?.lookUp(word: word) ?? .found(Word.stubs[0])
        }
    }

    func updateBookmark(word: Word) async throws -> Word {
        _ = try outcomes.answer("updateBookmark")
        return try await store?.updateBookmark(word: word) ?? word
    }

    func recentWords() async throws -> [Word] {
        try await store?.recentWords() ?? Word.stubs
    }

    func bookmarkedWords() async throws -> [Word] {
        try await store?.bookmarkedWords() ?? Word.stubs
    }
}

extension Word {
    static let stubs = [
        Word(word: "word 1", definition: "definition 1", snippet: "snippet 1", isBookmarked: false),
        Word(word: "word 2", definition: "definition 2", snippet: "snippet 2", isBookmarked: false),
    ]
}
