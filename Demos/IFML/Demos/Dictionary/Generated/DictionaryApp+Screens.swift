import IFMLRuntime
import Statecharts

/// The fields of `searchForm`.
struct SearchForm: FormFields {
    var word = Field<String>()
    var fields: [(name: String, field: any FormField)] { [("word", word)] }
}

/// What `dictionaryApp` shows.
struct DictionaryAppContainerScreen: ContainerScreen {
    var components: [(any ComponentView)?] { [] }
}

/// What `main` shows.
struct MainScreen: ContainerScreen {
    var components: [(any ComponentView)?] { [] }
}

/// What `search` shows.
struct SearchScreen: ContainerScreen {
    var searchForm: FormView<SearchForm>
    var components: [(any ComponentView)?] { [searchForm] }
}

/// What `recent` shows.
struct RecentScreen: ContainerScreen {
    var recentList: ListView<Word>
    var components: [(any ComponentView)?] { [recentList] }
}

/// What `bookmarks` shows.
struct BookmarksScreen: ContainerScreen {
    var bookmarksList: ListView<Word>
    var components: [(any ComponentView)?] { [bookmarksList] }
}

/// What `word` shows.
struct WordContainerScreen: ContainerScreen {
    var wordDetails: DetailsView<Word>
    var components: [(any ComponentView)?] { [wordDetails] }
}

/// What the application shows: the containers that are active.
struct DictionaryAppScreen: ApplicationScreen {
    var dictionaryApp: DictionaryAppContainerScreen?
    var main: MainScreen?
    var search: SearchScreen?
    var recent: RecentScreen?
    var bookmarks: BookmarksScreen?
    var word: WordContainerScreen?
    var frame = ScreenFrame<DictionaryApp.Event>()

    var containers: [ContainerView] {
        [
            ContainerView("dictionaryApp", dictionaryApp),
            ContainerView("main", main),
            ContainerView("search", search),
            ContainerView("recent", recent),
            ContainerView("bookmarks", bookmarks),
            ContainerView("word", word),
        ].compactMap(\.self)
    }
}

extension DictionaryApp {
    /// The present screen.
    var screen: DictionaryAppScreen {
        var screen = DictionaryAppScreen()
        if dictionaryApp.isActive { screen.dictionaryApp = DictionaryAppContainerScreen() }
        if dictionaryApp.main.isActive { screen.main = MainScreen() }
        if dictionaryApp.main.search.isActive {
            let isOpen = dictionaryApp.main.search.showing.isActive
            screen.search = SearchScreen(
                searchForm: FormView("searchForm", dictionaryApp.main.search.searchForm, if: isOpen))
            screen.frame.buttons.append(
                EventButton(
                    "search",
                    of: "searchForm",
                    .searchFormSearch,
                    if: isOpen && dictionaryApp.main.search.searchForm.isValid))
            if dictionaryApp.main.search.performingLookUp.isActive { screen.frame.busy.append("lookUp") }
        }
        if dictionaryApp.main.recent.isActive {
            screen.recent = RecentScreen(
                recentList: ListView("recentList", data.recentList) {
                    [Cell("word", $0.word), Cell("snippet", $0.snippet), Cell("bookmarked", $0.isBookmarked)]
                })
        }
        if dictionaryApp.main.bookmarks.isActive {
            screen.bookmarks = BookmarksScreen(
                bookmarksList: ListView("bookmarksList", data.bookmarksList) {
                    [Cell("word", $0.word), Cell("snippet", $0.snippet), Cell("bookmarked", $0.isBookmarked)]
                })
        }
        if dictionaryApp.word.isActive {
            let isOpen = dictionaryApp.word.showing.isActive
            screen.word = WordContainerScreen(
                wordDetails: DetailsView("wordDetails", data.wordDetails) {
                    [
                        Cell("word", $0.word),
                        Cell("definition", $0.definition),
                        Cell("bookmarked", $0.isBookmarked),
                    ]
                })
            screen.frame.buttons.append(
                EventButton(
                    "bookmark",
                    of: "wordDetails",
                    .wordDetailsBookmark,
                    if: isOpen && data.wordDetails != nil && data.context.userRole == "premium"))
            if dictionaryApp.word.performingUpdateBookmark.isActive { screen.frame.busy.append("updateBookmark") }
        }
        screen.frame.message = data.navigation.message
        if dictionaryApp.main.isActive, !dictionaryApp.main.search.isActive {
            screen.frame.buttons.append(EventButton("go search", .goSearch))
        }
        if dictionaryApp.main.isActive, !dictionaryApp.main.recent.isActive {
            screen.frame.buttons.append(EventButton("go recent", .goRecent))
        }
        if dictionaryApp.main.isActive, !dictionaryApp.main.bookmarks.isActive {
            screen.frame.buttons.append(EventButton("go bookmarks", .goBookmarks))
        }
        if data.navigation.previous != nil { screen.frame.buttons.append(EventButton("back", .back)) }
        return screen
    }
}
