/// Three episodes in memory, and what was done with them.
actor Store: PodcastsActions {
    private var episodes = [
        Episode(cover: "sea.png", title: "The sea", minutes: 30, isDownloaded: false),
        Episode(cover: "sky.png", title: "The sky", minutes: 45, isDownloaded: true),
        Episode(cover: "", title: "The rest", minutes: 5, isDownloaded: false),
    ]
    private(set) var saved: [String] = []
    private(set) var pauses = 0

    func loadEpisodes() -> [Episode] { episodes }

    func download(episode: Episode) -> [Episode] {
        for place in episodes.indices where episodes[place].title == episode.title {
            episodes[place].isDownloaded = true
        }
        return episodes
    }

    /// Not by chance, so that a script always prints the same.
    func shuffle() -> [Episode] {
        episodes.reverse()
        return episodes
    }

    func pauseDownloads() { pauses += 1 }

    func savePosition(episode: Episode) { saved.append(episode.title) }
}
