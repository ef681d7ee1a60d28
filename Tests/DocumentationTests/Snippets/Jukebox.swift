import Statecharts

//   Jukebox
//   ┌─────────────────────────────────────────────────────────────────────┐
//   │          play                   loaded                              │
//   │ ●─▶ Stopped ──▶ Loading (work) ────────▶ Playing (3 s) ──timeout──┐ │
//   │        ▲            │ failed               │                      │ │
//   │        └────────────┴──────── stop ────────┘◀─────────────────────┘ │
//   └─────────────────────────────────────────────────────────────────────┘
//   ■ ─▶ sound

/// Loads a song and plays it for three seconds.
final class Jukebox: TopState<Jukebox.Event> {
    enum Event: Sendable, Equatable { case play, stop, note, loaded(String), failed, timeout }

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

    // snippet: loading
    final class Loading: State<Jukebox, Jukebox> {
        override func entry() {
            run(top.fetch) {
                .loaded($0)
            } failed: { _ in
                .failed
            }
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .loaded(let song): .to(superior.playing) { self.top.song = song }
            case .failed: .to(superior.stopped)
            case .note: .deferred
            case .play, .stop, .timeout: .unhandled
            }
        }
    }
    // end snippet

    final class Playing: State<Jukebox, Jukebox> {
        override func entry() {
            top.sound.send("\(top.song) starts")
            after(.seconds(3), send: .timeout)
        }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .note: .handled
            case .timeout: .to(superior.stopped)
            case .play, .stop, .loaded, .failed: .unhandled
            }
        }
    }
}
