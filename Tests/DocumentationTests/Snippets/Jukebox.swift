import Statecharts

//   Jukebox
//   ┌─────────────────────────────────────────────────────────────────────┐
//   │          play                   loaded                              │
//   │ ●─▶ Stopped ──▶ Loading (work) ────────▶ Playing (3 s) ──timeout──┐ │
//   │        ▲            │ error                │                      │ │
//   │        └────────────┴──────── stop ────────┘◀─────────────────────┘ │
//   └─────────────────────────────────────────────────────────────────────┘
//   ■ ─▶ sound

// snippet: jukebox
/// Loads a song and plays it for three seconds.
final class Jukebox: TopState<Jukebox.Event> {
    enum Event: Equatable { case play, stop, note, loaded(String), timeout }

    let stopped = Stopped(), loading = Loading(), playing = Playing()
    let sound = OutputPort<String>("sound")
    let fetch: @Sendable () async throws -> String
    fileprivate(set) var song = ""

    init(fetch: @escaping @Sendable () async throws -> String) { self.fetch = fetch }
    override func configure() { substates(stopped, loading, playing) }
    override func handle(_ event: Event) -> Reaction { event == .stop ? .to(stopped) : .unhandled }

    final class Stopped: State<Jukebox, Jukebox> {
        override func handle(_ event: Event) -> Reaction { event == .play ? .to(superior.loading) : .unhandled }
    }

    final class Loading: State<Jukebox, Jukebox> {
        override func entry() { run(top.fetch, done: { .loaded($0) }) }
        override func failed(_ error: any Error) -> Reaction { .to(superior.stopped) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .loaded(let song): .to(superior.playing) { top.song = song }
            case .note: .deferred
            default: .unhandled
            }
        }
    }

    final class Playing: State<Jukebox, Jukebox> {
        override func entry() {
            top.sound.send("\(top.song) starts")
            after(.seconds(3), send: .timeout)
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .note: .handled
            case .timeout: .to(superior.stopped)
            default: .unhandled
            }
        }
    }
}
// end snippet
