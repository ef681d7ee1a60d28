/// The movies of one user, in memory.
actor Store: MovieManagerActions {
    private var movies = [Movie(title: "Alien", year: 1979), Movie(title: "Brazil", year: 1985)]

    func fetchMovies() -> [Movie] { movies }

    func addMovie(movieList: [Movie], title: String, year: Int) -> [Movie] {
        movies.append(Movie(title: title, year: year))
        return movies
    }
}
