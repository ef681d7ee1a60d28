import IFMLRuntime
import Statecharts

extension MovieManager {
    /// The window `favoriteMoviesWindow`.
    final class FavoriteMoviesWindow: State<MovieManager, MovieManager> {
        let showing = Showing(), performingFetchMovies = PerformingFetchMovies()
        /// On load, once: `fetchMovies`.
        let start = Choice<FavoriteMoviesWindow, MovieManager> { state in
            state.top.data.navigation.isLoaded(.favoriteMoviesWindow)
                ? .to(state.showing)
                : .to(state.performingFetchMovies) { state.top.data.navigation.load(.favoriteMoviesWindow) }
        }

        override func configure() { substates(showing, performingFetchMovies, start, initial: start) }

        final class Showing: State<FavoriteMoviesWindow, MovieManager> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .fetchMovies: return .to(superior.performingFetchMovies)
                case .addMovie:
                    return .to(top.addMovieWindow) {
                        top.data.navigation.show(.addMovieWindow, from: .favoriteMoviesWindow)
                        top.data.addMovieFormMovieList = top.data.moviesList.rows
                    }
                case .moviesListSelectItem(let row):
                    guard let selected = top.data.moviesList.row(row) else { return .unhandled }
                    return .to(top.movieDetailsWindow) {
                        top.data.moviesList.select(row)
                        top.data.navigation.show(.movieDetailsWindow, from: .favoriteMoviesWindow)
                        top.data.movieDetails = selected
                    }
                default: return .unhandled
                }
            }
        }

        final class PerformingFetchMovies: State<FavoriteMoviesWindow, MovieManager> {
            override func entry() {
                top.data.navigation.message = nil
                run(
                    "fetchMovies", { [actions = top.actions] in try await actions.fetchMovies() },
                    done: { .fetchMoviesEnded($0) })
            }

            override func restored() { entry() }

            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .fetchMoviesEnded(let movieList):
                    return .to(superior.showing) { top.data.moviesList.rows = movieList }
                default: return .unhandled
                }
            }

            override func failed(_ error: any Error) -> Reaction {
                .to(superior.showing) { top.data.navigation.message = "\(error)" }
            }
        }
    }

    /// The window `movieDetailsWindow`.
    final class MovieDetailsWindow: State<MovieManager, MovieManager> {}

    /// The window `addMovieWindow`.
    final class AddMovieWindow: State<MovieManager, MovieManager> {
        @Scoped var addMovieForm = AddMovieForm()
        let showing = Showing(), performingAddMovie = PerformingAddMovie()

        override func configure() { substates(showing, performingAddMovie) }

        final class Showing: State<AddMovieWindow, MovieManager> {
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .addMovieFormOnSubmit:
                    guard superior.addMovieForm.isValid,
                        let title = superior.addMovieForm.title.value,
                        let year = superior.addMovieForm.year.value
                    else { return .unhandled }
                    return .to(superior.performingAddMovie) {
                        top.data.addMovie = AddMovie(
                            movieList: top.data.addMovieFormMovieList,
                            title: title,
                            year: year)
                    }
                case .addMovieFormTitle(let text): return .handled { superior.addMovieForm.title.set(text) }
                case .addMovieFormYear(let text): return .handled { superior.addMovieForm.year.set(text) }
                default: return .unhandled
                }
            }
        }

        final class PerformingAddMovie: State<AddMovieWindow, MovieManager> {
            override func entry() {
                top.data.navigation.message = nil
                guard let action = top.data.addMovie else { return }
                run(
                    "addMovie",
                    { [actions = top.actions] in
                        try await actions.addMovie(movieList: action.movieList, title: action.title, year: action.year)
                    }, done: { .addMovieEnded($0) })
            }

            override func restored() { entry() }

            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .addMovieEnded(let movieList):
                    return .to(top.favoriteMoviesWindow) {
                        top.data.navigation.show(.favoriteMoviesWindow, from: .addMovieWindow)
                        top.data.moviesList.rows = movieList
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
