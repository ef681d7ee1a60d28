import IFMLRuntime
import Statecharts

extension MovieManager: Application {
    static let modelName = "movieManager"

    static let inputs = Inputs<Event>(
        events: ["fetchMovies", "addMovie", "onSubmit"],
        lists: ["moviesList": { .moviesListSelectItem(row: $0) }],
        rowEvents: ["moviesList.selectItem": { .moviesListSelectItem(row: $0) }],
        fields: ["addMovieForm.title": { .addMovieFormTitle($0) }, "addMovieForm.year": { .addMovieFormYear($0) }],
        outcomes: ["fetchMovies": [], "addMovie": []])
}
