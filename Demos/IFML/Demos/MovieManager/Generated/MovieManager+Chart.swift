import IFMLRuntime
import Statecharts

/// The application `movieManager`.
final class MovieManager: TopState<MovieManager.Event> {
    enum Event: Sendable, Hashable, Codable {
        case fetchMovies
        case addMovie
        case moviesListSelectItem(row: Int)
        case addMovieFormOnSubmit
        case addMovieFormTitle(String)
        case addMovieFormYear(String)
        case fetchMoviesEnded([Movie])
        case addMovieEnded([Movie])
        case back
    }

    /// The containers that the way back knows, and modal ones.
    enum Place: String, Sendable, Hashable, Codable {
        case favoriteMoviesWindow
        case movieDetailsWindow
        case addMovieWindow
    }

    /// The parameters of components and actions.
    struct Data: Sendable, Hashable, Codable {
        var navigation = Navigation<Place>()
        var moviesList = Rows<Movie>()
        var movieDetails: Movie?
        var addMovieFormMovieList: [Movie] = []
        var addMovie: AddMovie?
    }

    /// The arguments of the action `addMovie`.
    struct AddMovie: Sendable, Hashable, Codable {
        var movieList: [Movie]
        var title: String
        var year: Int
    }

    let actions: any MovieManagerActions
    var data = Data()

    let favoriteMoviesWindow = FavoriteMoviesWindow()
    let movieDetailsWindow = MovieDetailsWindow()
    let addMovieWindow = AddMovieWindow()
    let previous = Choice<MovieManager, MovieManager> { app in
        .to(app.place(app.data.navigation.previous)) { app.data.navigation.goBack() }
    }

    init(actions: any MovieManagerActions) { self.actions = actions }

    override func configure() { substates(favoriteMoviesWindow, movieDetailsWindow, addMovieWindow, previous) }

    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .back:
            guard data.navigation.previous != nil else { return .unhandled }
            return .to(previous)
        default: return .unhandled
        }
    }

    func place(_ place: Place?) -> Vertex<MovieManager> {
        switch place {
        case .favoriteMoviesWindow, nil: favoriteMoviesWindow
        case .movieDetailsWindow: movieDetailsWindow
        case .addMovieWindow: addMovieWindow
        }
    }
}
