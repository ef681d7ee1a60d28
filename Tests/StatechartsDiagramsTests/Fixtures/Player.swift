import Statecharts

/// A player with what drawings have to show: regions, histories, a choice, forks, internal and local transitions, and text that is
/// markup somewhere.
///
///     Player                        smash <"now" & here> → Broken
///     ├─ Off (initial)              power → wired?;  note: internal
///     ├─ On (regions)               power → Off;  again → itself;  louder: local → Loud
///     │  ├─ Deck (H)  ●──▶ Stopped ──play──▶ Playing ──pause──▶ Paused,  Paused ──both⑂──▶ Playing, Mute
///     │  └─ Sound     ●──▶ Loud ◀──mute──▶ Mute
///     ├─ Broken                     repair → Off;  bury → Gone
///     ├─ wired? ◇                   On, else Off
///     └─ Gone ◉
final class Player: TopState<Player.Event> {
    enum Event: String, Sendable, CaseIterable {
        case power, note, play, pause, both, mute, again, louder, repair, bury
        case smash = "smash <\"now\" & here>"
    }
    let off = Off(), on = On(), broken = Broken(), gone = FinalState<Player, Player>()
    let wired = Choice<Player, Player> { .to($0.on) }
    override func configure() { substates(off, on, broken, wired, gone) }
    override func handle(_ event: Event) -> Reaction { event == .smash ? .to(broken) : .unhandled }

    final class Off: State<Player, Player> {
        override func entry() {}
        override func handle(_ event: Event) -> Reaction {
            event == .power ? .to(superior.wired) : event == .note ? .handled {} : .unhandled
        }
    }

    final class Broken: State<Player, Player> {
        override func handle(_ event: Event) -> Reaction {
            event == .repair ? .to(superior.off) : event == .bury ? .to(superior.gone) : .unhandled
        }
    }

    final class On: OrthogonalState<Player, Player> {
        let deck = Deck(), sound = Sound()
        override func configure() { regions(deck, sound) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .power: .to(superior.off)
            case .again: .to(self)
            case .louder: .local(to: sound.loud)
            case .note, .play, .pause, .both, .mute, .repair, .bury, .smash: .unhandled
            }
        }
    }

    final class Deck: State<On, Player> {
        let stopped = Stopped(), playing = Playing(), paused = Paused()
        override func configure() { substates(stopped, playing, paused, history: .shallow) }
    }

    final class Stopped: State<Deck, Player> {
        override func handle(_ event: Event) -> Reaction { event == .play ? .to(superior.playing) : .unhandled }
    }
    final class Playing: State<Deck, Player> {
        override func handle(_ event: Event) -> Reaction { event == .pause ? .to(superior.paused) : .unhandled }
    }
    final class Paused: State<Deck, Player> {
        override func handle(_ event: Event) -> Reaction {
            event == .both ? .to(superior.playing, top.on.sound.mute) : .unhandled
        }
    }

    final class Sound: State<On, Player> {
        let loud = Loud(), mute = Mute()
        override func configure() { substates(loud, mute) }
    }
    final class Loud: State<Sound, Player> {
        override func handle(_ event: Event) -> Reaction { event == .mute ? .to(superior.mute) : .unhandled }
    }
    final class Mute: State<Sound, Player> {
        override func handle(_ event: Event) -> Reaction { event == .mute ? .to(superior.loud) : .unhandled }
    }

    /// A drawing after events that take every transition but the one to the end.
    static func drawing() throws -> (drawing: ChartGraph, steps: [Macrostep<Event>], configuration: Configuration) {
        let player = Interpreter(Player())
        var steps = [try player.startStep()]
        let events: [Event] = [
            .note, .power, .play, .pause, .both, .mute, .mute, .again, .mute, .louder, .power, .smash, .repair, .power,
            .pause,
            .mute,
        ]
        for event in events { steps.append(try player.step(event)) }
        return (ChartGraph(player.vertices), steps, player.configuration)
    }
}
