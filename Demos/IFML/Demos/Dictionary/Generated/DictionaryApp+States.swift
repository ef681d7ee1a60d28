import IFMLRuntime
import Statecharts

extension DictionaryApp {
    /// The container `dictionaryApp`.
    final class DictionaryAppContainer: State<DictionaryApp, DictionaryApp> {
        let main = Main(), word = WordContainer()

        override func configure() { substates(main, word) }
    }

    /// The container `main`.
    final class Main: State<DictionaryAppContainer, DictionaryApp> {
        let search = Search(), recent = Recent(), bookmarks = Bookmarks()

        override func configure() { substates(search, recent, bookmarks) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .goSearch:
                guard !top.dictionaryApp.main.search.isActive else { return .unhandled }
                return .local(to: search) { top.data.navigation.show(.search) }
            case .goRecent:
                guard !top.dictionaryApp.main.recent.isActive else { return .unhandled }
                return .local(to: recent) { top.data.navigation.show(.recent) }
            case .goBookmarks:
                guard !top.dictionaryApp.main.bookmarks.isActive else { return .unhandled }
                return .local(to: bookmarks) { top.data.navigation.show(.bookmarks) }
            default: return .unhandled
            }
        }
    }

    /// The container `search`.
    final class Search: State<Main, DictionaryApp> {
        @Scoped var searchForm = SearchForm()
        let showing = Showing(), performingLookUp = PerformingLookUp()

        override func configure() { substates(showing, performingLookUp) }

        final class Showing: State<Search, DictionaryApp> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .searchFormSearch:
                    guard superior.searchForm.isValid,
                        let word = superior.searchForm.word.value
                    else { return .unhandled }
                    return .to(superior.performingLookUp) { top.data.lookUp = LookUp(word: word) }
                case .searchFormWord(let text): return .handled { superior.searchForm.word.set(text) }
                default: return .unhandled
                }
            }
        }

        final class PerformingLookUp: State<Search, DictionaryApp> {
            override func entry() {
                top.data.navigation.message = nil
                guard let action = top.data.lookUp else { return }
                run(
                    "lookUp", { [actions = top.actions] in try await actions.lookUp(word: action.word) },
                    done: { .lookUpEnded($0) })
            }

            override func restored() { entry() }

            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .lookUpEnded(.found(let found)):
                    return .to(top.dictionaryApp.word) {
                        top.data.navigation.show(.word, from: .search)
                        top.data.wordDetails = found
                        top.ask()
                    }
                case .lookUpEnded(.notFound): return .to(superior.showing) { top.ask() }
                default: return .unhandled
                }
            }

            override func failed(_ error: any Error) -> Reaction {
                .to(superior.showing) { top.data.navigation.message = "\(error)" }
            }
        }
    }

    /// The container `recent`.
    final class Recent: State<Main, DictionaryApp> {
        override func entry() { ask() }

        override func restored() { ask() }

        /// Asks the queries of its components.
        func ask() {
            run(
                "recentWords", { [store = top.store] in try await store.recentWords() },
                done: { .recentListFilled($0) })
        }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .recentListFilled(let answer): return .handled { top.data.recentList.rows = answer }
            case .recentListSelectWord(let row):
                guard let selected = top.data.recentList.row(row) else { return .unhandled }
                return .to(top.dictionaryApp.word) {
                    top.data.recentList.select(row)
                    top.data.navigation.show(.word, from: .recent)
                    top.data.wordDetails = selected
                }
            default: return .unhandled
            }
        }
    }

    /// The container `bookmarks`.
    final class Bookmarks: State<Main, DictionaryApp> {
        override func entry() { ask() }

        override func restored() { ask() }

        /// Asks the queries of its components.
        func ask() {
            run(
                "bookmarkedWords", { [store = top.store] in try await store.bookmarkedWords() },
                done: { .bookmarksListFilled($0) })
        }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .bookmarksListFilled(let answer): return .handled { top.data.bookmarksList.rows = answer }
            case .bookmarksListSelectWord(let row):
                guard let selected = top.data.bookmarksList.row(row) else { return .unhandled }
                return .to(top.dictionaryApp.word) {
                    top.data.bookmarksList.select(row)
                    top.data.navigation.show(.word, from: .bookmarks)
                    top.data.wordDetails = selected
                }
            default: return .unhandled
            }
        }
    }

    /// The container `word`.
    final class WordContainer: State<DictionaryAppContainer, DictionaryApp> {
        let showing = Showing(), performingUpdateBookmark = PerformingUpdateBookmark()

        override func configure() { substates(showing, performingUpdateBookmark) }

        final class Showing: State<WordContainer, DictionaryApp> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .wordDetailsBookmark:
                    guard let object = top.data.wordDetails,
                        top.data.context.userRole == "premium"
                    else { return .unhandled }
                    return .to(superior.performingUpdateBookmark) {
                        top.data.updateBookmark = UpdateBookmark(word: object)
                    }
                default: return .unhandled
                }
            }
        }

        final class PerformingUpdateBookmark: State<WordContainer, DictionaryApp> {
            override func entry() {
                top.data.navigation.message = nil
                guard let action = top.data.updateBookmark else { return }
                run(
                    "updateBookmark",
                    { [actions = top.actions] in
                        try await actions.updateBookmark(word: action.word)
                    }, done: { .updateBookmarkEnded($0) })
            }

            override func restored() { entry() }

            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .updateBookmarkEnded(let word):
                    return .to(superior.showing) {
                        top.data.wordDetails = word
                        top.ask()
                    }
                default: return .unhandled
                }
            }

            override func failed(_ error: any Error) -> Reaction {
                .to(superior.showing) { top.data.navigation.message = "\(error)" }
            }
        }
    }
}
