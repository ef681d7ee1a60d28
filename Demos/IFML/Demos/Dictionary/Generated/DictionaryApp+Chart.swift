import IFMLRuntime
import Statecharts

/// The application `dictionary`.
final class DictionaryApp: TopState<DictionaryApp.Event> {
    enum Event: Sendable, Hashable, Codable {
        case searchFormSearch
        case recentListSelectWord(row: Int)
        case bookmarksListSelectWord(row: Int)
        case wordDetailsBookmark
        case searchFormWord(String)
        case goSearch
        case goRecent
        case goBookmarks
        case lookUpEnded(LookUpOutcome)
        case updateBookmarkEnded(Word)
        case recentListFilled([Word])
        case bookmarksListFilled([Word])
        case back
        case context(DictionaryAppContext)
    }

    /// The containers that the way back knows, and modal ones.
    enum Place: String, Sendable, Hashable, Codable {
        case search
        case recent
        case bookmarks
        case word
    }

    /// The parameters of components and actions.
    struct Data: Sendable, Hashable, Codable {
        var navigation = Navigation<Place>()
        var context = DictionaryAppContext()
        var recentList = Rows<Word>()
        var bookmarksList = Rows<Word>()
        var wordDetails: Word?
        var lookUp: LookUp?
        var updateBookmark: UpdateBookmark?
    }

    /// The arguments of the action `lookUp`.
    struct LookUp: Sendable, Hashable, Codable {
        var word: String
    }

    /// The arguments of the action `updateBookmark`.
    struct UpdateBookmark: Sendable, Hashable, Codable {
        var word: Word
    }

    let actions: any DictionaryAppActions
    let store: any DictionaryAppStore
    var data = Data()

    let dictionaryApp = DictionaryAppContainer()
    let previous = Choice<DictionaryApp, DictionaryApp> { app in
        .to(app.place(app.data.navigation.previous)) { app.data.navigation.goBack() }
    }

    init(actions: any DictionaryAppActions, store: any DictionaryAppStore) {
        self.actions = actions
        self.store = store
    }

    override func configure() { substates(dictionaryApp, previous) }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .back:
            guard data.navigation.previous != nil else { return .unhandled }
            return .to(previous)
        case .context(let context): return .handled { data.context = context }
        default: return .unhandled
        }
    }

    override func failed(_ error: any Error) -> Reaction {
        error is StepError ? .unhandled : .handled { data.navigation.message = "\(error)" }
    }

    func place(_ place: Place?) -> Vertex<DictionaryApp> {
        switch place {
        case .search, nil: dictionaryApp.main.search
        case .recent: dictionaryApp.main.recent
        case .bookmarks: dictionaryApp.main.bookmarks
        case .word: dictionaryApp.word
        }
    }

    /// Asks the queries of all active containers.
    func ask() {
        if dictionaryApp.main.recent.isActive { dictionaryApp.main.recent.ask() }
        if dictionaryApp.main.bookmarks.isActive { dictionaryApp.main.bookmarks.ask() }
    }
}

/// The context of the application.
struct DictionaryAppContext: ContextVariables {
    var userRole: String?

    static let variables: [ContextVariable<DictionaryAppContext>] = [ContextVariable("userRole", \.userRole)]
}
