import IFMLRuntime

/// The actions of the model, to be written by hand.
protocol PodcastsActions: Sendable {
    func loadEpisodes() async throws -> [Episode]
    func download(episode: Episode) async throws -> [Episode]
    func shuffle() async throws -> [Episode]
    func pauseDownloads() async throws
    func savePosition(episode: Episode) async throws
}

/// Answers in place of a store that is not written yet, and where the command `outcome` has set an answer.
struct PodcastsStubs: PodcastsActions {
    private let store: (any PodcastsActions)?
    private let outcomes: Outcomes

    init(instead store: (any PodcastsActions)? = nil, _ outcomes: Outcomes = Outcomes()) {
        self.store = store
        self.outcomes = outcomes
    }

    func loadEpisodes() async throws -> [Episode] {
        _ = try outcomes.answer("loadEpisodes")
        return try await store?.loadEpisodes() ?? Episode.stubs
    }

    func download(episode: Episode) async throws -> [Episode] {
        _ = try outcomes.answer("download")
        return try await store?.download(episode: episode) ?? Episode.stubs
    }

    func shuffle() async throws -> [Episode] {
        _ = try outcomes.answer("shuffle")
        return try await store?.shuffle() ?? Episode.stubs
    }

    func pauseDownloads() async throws {
        _ = try outcomes.answer("pauseDownloads")
        try await store?.pauseDownloads()
    }

    func savePosition(episode: Episode) async throws {
        _ = try outcomes.answer("savePosition")
        try await store?.savePosition(episode: episode)
    }
}

extension Episode {
    static let stubs = [
        Episode(cover: "cover 1", title: "title 1", minutes: 1, isDownloaded: false),
        Episode(cover: "cover 2", title: "title 2", minutes: 2, isDownloaded: false),
    ]
}
