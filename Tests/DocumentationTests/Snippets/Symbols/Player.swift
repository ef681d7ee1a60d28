import Statecharts

// Examples of the reference: each passage is the code in the documentation of a symbol of `Statecharts`.

struct Track: Sendable, Codable, Equatable { var title = "" }
struct Unplayable: Error {}

//   Player
//   ┌──────────────────────────────────────────────────────────────────────────────┐
//   │          ┌ On ───────────────────────────────────────────┐                   │
//   │          │  Tape:   ●──▶ Stopped ──play──▶ Playing (H)   │                   │
//   │ ●──▶ Off ├───────────────────────────────────────────────┤ power             │
//   │          │  Sound:  ●──▶ Loud ◀──mute──▶ Muted           │                   │
//   │          └───────────────────────────────────────────────┘                   │
//   └──────────────────────────────────────────────────────────────────────────────┘
final class Player: TopState<Player.Event> {
    enum Event: Equatable, Codable {
        case power, play, stop, mute, next, skip(Int), tick, timeout, loaded(Track), failed, progress(Double), party
    }

    let off = Off(), on = On(), broken = Broken(), end = FinalState<Player, Player>()
    var played = 0, volume = 5
    let load: @Sendable () async throws -> Track
    let notices = OutputPort<String>("notices")
    let parts = AsyncStream<Double> { $0.finish() }

    init(load: @escaping @Sendable () async throws -> Track = { Track() }) { self.load = load }

    override func configure() { substates(off, on, broken, end) }

    // snippet: TopState.handle
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .power: .to(end)  // no state inside has reacted to it
        case .tick: .handled { played += 1 }
        default: .unhandled
        }
    }
    // end snippet

    // snippet: TopState.failed
    override func failed(_ error: any Error) -> Reaction {
        error is Unplayable ? .to(broken) { notices.send("out of order") } : .unhandled
    }
    // end snippet

    // snippet: entry
    override func entry() { notices.send("welcome") }
    // end snippet

    final class Broken: State<Player, Player> {}

    final class Off: State<Player, Player> {
        // snippet: several targets
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .power: .to(superior.on)
            case .party: .to(superior.on.tape.playing, superior.on.sound.loud)  // one in each region
            default: .unhandled
            }
        }
        // end snippet
    }

    // snippet: OrthogonalState
    final class On: OrthogonalState<Player, Player> {
        let tape = Tape(), sound = Sound()
        override func configure() { regions(tape, sound) }  // both are active together

        override func handle(_ event: Event) -> Reaction {
            event == .power ? .to(superior.off) : .unhandled  // leaves both
        }
    }
    // end snippet
    // snippet: State
    final class Playing: State<On.Tape, Player> {
        @Scoped var seconds = 0

        override func entry() { every(.seconds(1), send: .tick) }  // until Playing is left
        override func exit() { top.played += 1 }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .tick: .handled { seconds += 1 }
            case .stop: .to(superior.stopped)
            default: .unhandled  // up to the superior
            }
        }
    }
    // end snippet
}

extension Player.On {
    final class Tape: State<Player.On, Player> {
        let stopped = Stopped(), playing = Player.Playing()

        // snippet: substates
        override func configure() { substates(stopped, playing) }  // stopped is entered first
        // end snippet

        final class Stopped: State<Tape, Player> {
            override func handle(_ event: Event) -> Reaction { event == .play ? .to(superior.playing) : .unhandled }
        }
    }

    final class Sound: State<Player.On, Player> {
        let loud = Loud(), muted = Muted()
        var startsMuted = false

        // snippet: substates initial
        override func configure() { substates(loud, muted, initial: startsMuted ? muted : loud, history: .shallow) }
        // end snippet

        final class Loud: State<Sound, Player> {
            override func handle(_ event: Event) -> Reaction { event == .mute ? .to(superior.muted) : .unhandled }
        }
        final class Muted: State<Sound, Player> {
            override func handle(_ event: Event) -> Reaction { event == .mute ? .to(superior.loud) : .unhandled }
        }
    }
}
