import IFMLRuntime

/// The actions of the model, to be written by hand.
protocol MovieManagerActions: Sendable {
    func fetchMovies() async throws -> [Movie]
    func addMovie(movieList: [Movie], title: String, year: Int) async throws -> [Movie]
}

/// Answers in place of a store that is not written yet, and where the command `outcome` has set an answer.
struct MovieManagerStubs: MovieManagerActions {
    private let store: (any MovieManagerActions)?
    private let outcomes: Outcomes

    init(instead store: (any MovieManagerActions)? = nil, _ outcomes: Outcomes = Outcomes()) {
        self.store = store
        self.outcomes = outcomes
    }

    func fetchMovies() async throws -> [Movie] {
        _ = try outcomes.answer("fetchMovies")
        return try await store?.fetchMovies() ?? Movie.stubs
    }

    func addMovie(movieList: [Movie], title: String, year: Int) async throws -> [Movie] {
        _ = try outcomes.answer("addMovie")
        return try await store?.addMovie(movieList: movieList, title: title, year: year) ?? movieList
    }
}

extension Movie {
    static let stubs = [Movie(title: "title 1", year: 1), Movie(title: "title 2", year: 2)]
}
