import Statecharts

//   Player
//   ┌─────────────────────────────────────────────────────────────────────┐
//   │          play                   loaded                              │
//   │ ●─▶ Stopped ──▶ Loading (work) ────────▶ Playing (3 s) ──timeout──┐ │
//   │        ▲            │ failed               │ note: stays          │ │
//   │        └────────────┴──────── stop ────────┘◀─────────────────────┘ │
//   └─────────────────────────────────────────────────────────────────────┘
//   orders ─▶ ■     ■ ─▶ sound

/// Loads a song and plays it for three seconds.
final class Player: TopState<Player.Event> {
    enum Event: Sendable, Equatable { case play, stop, note, loaded(String), failed, timeout }
    enum Sound: Sendable, Equatable { case start(String), stop }

    let orders = InputPort<Int>("orders")
    let sound = OutputPort<Sound>("sound")
    let stopped = Stopped(), loading = Loading(), playing = Playing()
    private(set) var song = ""
    private(set) var notes = 0

    override func configure() {
        receive(orders) { $0 > 0 ? .play : .stop }
        substates(stopped, loading, playing)
    }
    override func handle(_ event: Event) -> Reaction { event == .stop ? .to(stopped) : .unhandled }

    final class Stopped: State<Player, Player> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .play: .to(superior.loading)
            case .stop: .handled
            case .note, .loaded, .failed, .timeout: .unhandled
            }
        }
    }

    final class Loading: State<Player, Player> {
        override func entry() {
            let work: @Sendable () async throws -> String = { "song" }
            run(work) {
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

    final class Playing: State<Player, Player> {
        override func entry() {
            top.sound.send(.start(top.song))
            after(.seconds(3), send: .timeout)
        }
        override func exit() { top.sound.send(.stop) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .note: .handled { self.top.notes += 1 }
            case .timeout: .to(superior.stopped)
            case .play, .stop, .loaded, .failed: .unhandled
            }
        }
    }
}
