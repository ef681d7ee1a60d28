/// A small dictionary in memory, which remembers what was looked up.
actor Store: DictionaryAppActions, DictionaryAppStore {
    private var words = [
        Word(word: "chart", definition: "a map of the sea", snippet: "a map …", isBookmarked: false),
        Word(word: "state", definition: "the condition of a thing", snippet: "the condition …", isBookmarked: false),
    ]
    private var recent: [String] = []

    func lookUp(word: String) -> LookUpOutcome {
        guard let known = words.first(where: { $0.word == word }) else { return .notFound }
        recent.removeAll { $0 == word }
        recent.insert(word, at: 0)
        return .found(known)
    }

    func updateBookmark(word: Word) throws -> Word {
        guard let place = words.firstIndex(where: { $0.word == word.word }) else { return word }
        words[place].isBookmarked.toggle()
        return words[place]
    }

    func recentWords() -> [Word] { recent.compactMap { name in words.first { $0.word == name } } }

    func bookmarkedWords() -> [Word] { words.filter(\.isBookmarked) }
}
