import IFMLRuntime
import Statecharts

/// The fields of `addMovieForm`.
struct AddMovieForm: FormFields {
    var title = Field<String>()
    var year = Field<Int>()
    var fields: [(name: String, field: any FormField)] { [("title", title), ("year", year)] }
}

/// What `favoriteMoviesWindow` shows.
struct FavoriteMoviesWindowScreen: ContainerScreen {
    var moviesList: ListView<Movie>
    var components: [(any ComponentView)?] { [moviesList] }
}

/// What `movieDetailsWindow` shows.
struct MovieDetailsWindowScreen: ContainerScreen {
    var movieDetails: DetailsView<Movie>
    var components: [(any ComponentView)?] { [movieDetails] }
}

/// What `addMovieWindow` shows.
struct AddMovieWindowScreen: ContainerScreen {
    var addMovieForm: FormView<AddMovieForm>
    var components: [(any ComponentView)?] { [addMovieForm] }
}

/// What the application shows: the containers that are active.
struct MovieManagerScreen: ApplicationScreen {
    var favoriteMoviesWindow: FavoriteMoviesWindowScreen?
    var movieDetailsWindow: MovieDetailsWindowScreen?
    var addMovieWindow: AddMovieWindowScreen?
    var frame = ScreenFrame<MovieManager.Event>()

    var containers: [ContainerView] {
        [
            ContainerView("favoriteMoviesWindow", favoriteMoviesWindow),
            ContainerView("movieDetailsWindow", movieDetailsWindow),
            ContainerView("addMovieWindow", addMovieWindow),
        ].compactMap(\.self)
    }
}

extension MovieManager {
    /// The present screen.
    var screen: MovieManagerScreen {
        var screen = MovieManagerScreen()
        if favoriteMoviesWindow.isActive {
            let isOpen = favoriteMoviesWindow.showing.isActive
            screen.favoriteMoviesWindow = FavoriteMoviesWindowScreen(
                moviesList: ListView("moviesList", data.moviesList, if: isOpen) {
                    [Cell("title", $0.title), Cell("year", $0.year)]
                })
            screen.frame.buttons.append(
                EventButton("fetchMovies", of: "favoriteMoviesWindow", .fetchMovies, if: isOpen))
            screen.frame.buttons.append(EventButton("addMovie", of: "favoriteMoviesWindow", .addMovie, if: isOpen))
            if favoriteMoviesWindow.performingFetchMovies.isActive { screen.frame.busy.append("fetchMovies") }
        }
        if movieDetailsWindow.isActive {
            screen.movieDetailsWindow = MovieDetailsWindowScreen(
                movieDetails: DetailsView("movieDetails", data.movieDetails) {
                    [Cell("title", $0.title), Cell("year", $0.year)]
                })
        }
        if addMovieWindow.isActive {
            let isOpen = addMovieWindow.showing.isActive
            screen.addMovieWindow = AddMovieWindowScreen(
                addMovieForm: FormView("addMovieForm", addMovieWindow.addMovieForm, if: isOpen))
            screen.frame.buttons.append(
                EventButton(
                    "onSubmit",
                    of: "addMovieForm",
                    .addMovieFormOnSubmit,
                    if: isOpen && addMovieWindow.addMovieForm.isValid))
            if addMovieWindow.performingAddMovie.isActive { screen.frame.busy.append("addMovie") }
        }
        screen.frame.message = data.navigation.message
        if data.navigation.previous != nil { screen.frame.buttons.append(EventButton("back", .back)) }
        return screen
    }
}
