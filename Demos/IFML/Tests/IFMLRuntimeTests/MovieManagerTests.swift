import IFMLRuntime
import Observation
import Statecharts
import StatechartsSimulation
import Testing

@testable import movie_manager

@Suite struct MovieManagerTests {
    private func transcript(_ actions: any MovieManagerActions = Store()) -> Transcript<MovieManager> {
        Transcript { MovieManager(actions: actions) }
    }

    @Test func `17. the scripts print what is expected`() async throws {
        try await performScripts(of: "MovieManager") { MovieManager(actions: MovieManagerStubs(instead: Store(), $0)) }
    }

    @Test func `14. without a store the stubs make the application run`() async throws {
        let transcript = transcript(MovieManagerStubs())
        #expect(
            try await transcript.start() == """
                == favoriteMoviesWindow
                moviesList:
                  1. title 1 | 1
                  2. title 2 | 2
                [fetchMovies] [addMovie]
                """)
    }

    @Test func `19. on-load performs fetchMovies once`() async throws {
        let transcript = transcript()
        try await transcript.start()
        let entered = transcript.session.steps.flatMap(\.microsteps).flatMap(\.entries).map(\.path)
        #expect(
            entered == [
                "MovieManager", "FavoriteMoviesWindow", "FavoriteMoviesWindow.PerformingFetchMovies",
                "FavoriteMoviesWindow.Showing",
            ])
        try await transcript.perform("select 1\nback")
        let again = transcript.session.steps.flatMap(\.microsteps).flatMap(\.entries).map(\.path)
        #expect(again == ["FavoriteMoviesWindow", "FavoriteMoviesWindow.Showing"])
    }

    @Test func `20. a store that throws leaves the form as it is`() async throws {
        let outcomes = Outcomes()
        let transcript = Transcript(outcomes: outcomes) {
            MovieManager(actions: MovieManagerStubs(instead: Store(), outcomes))
        }
        try await transcript.start()
        try await transcript.perform("addMovie\nset title Clue\nset year 1985\noutcome addMovie failed")
        #expect(
            try await transcript.perform("onSubmit") == """
                == addMovieWindow
                addMovieForm:
                  title = Clue
                  year = 1985
                message: addMovie failed
                [onSubmit] [back]
                """)
        #expect(
            try await transcript.perform("onSubmit") == """
                == favoriteMoviesWindow
                moviesList:
                  1. Alien | 1979
                  2. Brazil | 1985
                  3. Clue | 1985
                [fetchMovies] [addMovie]
                """)
    }

    @Test func `20. a store that throws says why, and the next submit works`() async throws {
        let transcript = transcript(FullStore())
        try await transcript.start()
        try await transcript.perform("addMovie\nset title Clue\nset year 1985")
        #expect(
            try await transcript.perform("onSubmit") == """
                == addMovieWindow
                addMovieForm:
                  title = Clue
                  year = 1985
                message: the shelf is full
                [onSubmit] [back]
                """)
        #expect(
            try await transcript.perform("onSubmit") == """
                == favoriteMoviesWindow
                moviesList:
                  1. Clue | 1985
                [fetchMovies] [addMovie]
                """)
    }

    @Test func `21. a slow store can be left, and what arrives late changes nothing`() async throws {
        let clock = ManualClock()
        let cancelled = Cancelled()
        let transcript = Transcript(on: clock) { MovieManager(actions: SlowStore(clock: clock, cancelled: cancelled)) }
        #expect(try await transcript.start().contains("busy: fetchMovies"))
        try await transcript.perform("advance 10s\naddMovie\nset title Clue\nset year 1985")
        #expect(
            try await transcript.perform("onSubmit") == """
                == addMovieWindow
                addMovieForm:
                  title = Clue
                  year = 1985
                busy: addMovie
                (onSubmit) [back]
                """)
        #expect(try await transcript.perform("set title Cube") == "not now: set title Cube")
        let before = """
            == favoriteMoviesWindow
            moviesList:
              (empty)
            [fetchMovies] [addMovie]
            """
        #expect(try await transcript.perform("back") == before)
        #expect(try await transcript.perform("advance 60s") == "")
        #expect(await cancelled.titles == ["Clue"])
        #expect(try await transcript.text == before)
    }

    @Test func `22. there is no way back from the first window`() async throws {
        let transcript = transcript()
        try await transcript.start()
        try await transcript.perform("select 1\nback")
        #expect(try await transcript.perform("back") == "not now: back")
    }

    @Test func `32. everything that is offered is handled, and 51. the chart is the model's`() async throws {
        try await walk(
            ["favoriteMoviesWindow", "movieDetailsWindow", "addMovieWindow"],
            of: ModelGraph(path: "MovieManager/movies.core"),
            work: { $0.outcomes(of: [Movie].self, returns: Movie.stubs, throws: Failing()) }
        ) {
            MovieManager(actions: MovieManagerStubs())
        }
    }

    @Test func `33. a snapshot and its restoration give the same screen`() async throws {
        let transcript = transcript()
        try await transcript.start()
        for command in ["select 2", "back", "addMovie", "set title Clue", "set year soon"] {
            try await transcript.perform(command)
            let snapshot = try await transcript.session.machine.snapshot()
            let copy = Transcript(restoring: snapshot) { MovieManager(actions: Store()) }
            #expect(try await copy.start() == transcript.text)
        }
    }

    @Test func `33. an action that was under way when a snapshot was taken is begun again`() async throws {
        let clock = ManualClock()
        let transcript = Transcript(on: clock) { MovieManager(actions: SlowStore(clock: clock)) }
        try await transcript.start()
        try await transcript.perform("advance 10s\naddMovie\nset title Clue\nset year 1985\nonSubmit\nadvance 5s")
        let snapshot = try await transcript.session.machine.snapshot()
        let later = ManualClock()
        let copy = Transcript(on: later, restoring: snapshot) { MovieManager(actions: SlowStore(clock: later)) }
        #expect(try await copy.start() == transcript.text)
        #expect(try await copy.text.contains("busy: addMovie"))
        #expect(try await copy.perform("advance 10s").contains("1. Clue | 1985"))
    }

    @Test func `49. a screen that was written as JSON is read again`() async throws {
        let transcript = transcript()
        try await transcript.start()
        for command in ["select 2", "back", "addMovie", "set year soon"] {
            try await transcript.perform(command)
            let screen = try await transcript.session.screen
            #expect(try readBack(screen) == screen)
        }
    }

    @Test @MainActor func `49. a drawer by hand shows the application and runs the transcript`() async throws {
        let clock = ManualClock()
        let machine = Machine(MovieManager(actions: Store()), on: MainActor.shared, clock: clock)
        try await machine.start()
        let view = MachineView(machine, initially: MovieManagerScreen()) { app, _ in app.screen }
        await clock.settle()
        let drawer = Drawer(view)
        #expect(drawer.title == "2 movies")

        func send(_ event: MovieManager.Event) async throws {
            try await view.send(event)
            drawer.catchUp()
            await clock.settle()
            drawer.catchUp()
        }
        try await send(.moviesListSelectItem(row: 1))
        try await send(.back)
        try await send(.addMovie)
        try await send(.addMovieFormTitle("Clue"))
        try await send(.addMovieFormTitle("Clue"))  // nothing changes
        try await send(.addMovieFormYear("soon"))
        try await send(.addMovieFormYear("1985"))
        try await send(.addMovieFormOnSubmit)
        #expect(
            drawer.titles == [
                "2 movies", "Brazil", "2 movies", "new: -", "new: Clue", "new: Clue", "new: Clue", "busy: new: Clue",
                "3 movies",
            ])
    }
}

/// Draws screens in words of its own, once for each screen that is another one.
@MainActor
private final class Drawer {
    private let view: MachineView<MovieManager, MovieManagerScreen>
    private(set) var titles: [String] = []
    var title: String { titles.last ?? "" }

    init(_ view: MachineView<MovieManager, MovieManagerScreen>) {
        self.view = view
        draw()
    }

    private func draw() {
        let screen = withObservationTracking {
            view.value
        } onChange: { [weak self] in
            MainActor.assumeIsolated { self?.willDraw += 1 }
        }
        titles.append(title(of: screen))
    }

    private var willDraw = 0

    /// Draws what has changed.
    func catchUp() {
        if willDraw > 0 {
            willDraw = 0
            draw()
        }
    }

    private func title(of screen: MovieManagerScreen) -> String {
        let busy = screen.frame.busy.isEmpty ? "" : "busy: "
        if let list = screen.favoriteMoviesWindow?.moviesList { return busy + "\(list.rows.count) movies" }
        if let movie = screen.movieDetailsWindow?.movieDetails.object { return movie.title }
        let title = screen.addMovieWindow?.addMovieForm.fields.title.value
        return busy + "new: \(title ?? "-")"
    }
}

/// A store that refuses the first movie.
private actor FullStore: MovieManagerActions {
    private var isFull = true

    func fetchMovies() -> [Movie] { [] }

    func addMovie(movieList: [Movie], title: String, year: Int) throws -> [Movie] {
        if isFull {
            isFull = false
            throw Failure("the shelf is full")
        }
        return [Movie(title: title, year: year)]
    }
}

/// The movies whose adding was cancelled.
private actor Cancelled {
    private(set) var titles: [String] = []
    func note(_ title: String) { titles.append(title) }
}

/// A store that takes ten seconds for everything.
private struct SlowStore: MovieManagerActions {
    let clock: ManualClock
    var cancelled = Cancelled()

    func fetchMovies() async throws -> [Movie] {
        try await clock.sleep(for: .seconds(10))
        return []
    }

    func addMovie(movieList: [Movie], title: String, year: Int) async throws -> [Movie] {
        do { try await clock.sleep(for: .seconds(10)) } catch { await cancelled.note(title) }
        return [Movie(title: title, year: year)]
    }
}
