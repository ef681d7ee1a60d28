import IFMLRuntime
import Statecharts

extension DictionaryApp: Application {
    static let modelName = "dictionary"

    static let inputs = Inputs<Event>(
        events: ["search", "bookmark"],
        lists: [
            "recentList": { .recentListSelectWord(row: $0) },
            "bookmarksList": { .bookmarksListSelectWord(row: $0) },
        ],
        rowEvents: [
            "recentList.selectWord": { .recentListSelectWord(row: $0) },
            "bookmarksList.selectWord": { .bookmarksListSelectWord(row: $0) },
        ],
        fields: ["searchForm.word": { .searchFormWord($0) }],
        landmarks: ["search", "recent", "bookmarks"],
        outcomes: ["lookUp": ["found", "notFound"], "updateBookmark": []],
        samples: ["context userRole premium", "context userRole nil"])

    static func event(setting context: DictionaryAppContext) -> Event? { .context(context) }

    var context: DictionaryAppContext { data.context }
}
