import Statecharts

//    ┌ Studio [clock] ──────────────────────────────────────────────────────────────────┐
//    │ ●→ Idle ──play──► Playing [player, screen] ──played, stop──► Idle                │
//    │                     ●→ Loud ◄──mute──► Mute                                      │
//    │    Idle ──open──► Takes [rows] ──close──► Idle       add: a row                  │
//    └──────────────────────────────────────────────────────────────────────────────────┘

/// Has child machines with all that can be said of them: one of the top, two that are connected, and a list.
final class Studio: TopState<Studio.Event> {
    enum Event: Sendable, Codable, Hashable {
        case play, stop, mute, open, close, add(String), end(String), heard(Double), played(Int), saved(String)
        case level(Double)
    }

    let levels = InputPort<Double>("levels"), volume = OutputPort<Double>("volume")
    let idle = Idle(), playing = Playing(), takes = Takes()
    let clock = Child(of: Studio.self) { _ in Pulse() }.detached().restart(.permanent)
    private(set) var seconds = 0

    override func configure() {
        substates(idle, playing, takes)
        children(clock)
        receive(levels) { .level($0) }
    }

    override func handle(_ event: Event) -> Reaction {
        if case .level = event { .handled } else { .unhandled }
    }

    final class Idle: State<Studio, Studio> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .play: .to(superior.playing)
            case .open: .to(superior.takes)
            default: .unhandled
            }
        }
    }

    final class Playing: State<Studio, Studio> {
        let loud = Loud(), mute = Mute()
        let player = Child(of: Playing.self) { _ in Tape() }
            .on(\.progress) { .heard($0) }
            .done(\.seconds) { .played($0) }
            .connect(\.progress, to: \.top.levels)
            .connect(from: \.top.volume, to: \.volume)
            .connect(\.pictures, to: \.screen, \.pictures)
        let screen = Child(of: Playing.self) { _ in Screen() }.restart(.transient)

        override func configure() {
            substates(loud, mute)
            children(player, screen)
        }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .heard: .handled
            case .played(let seconds): .to(superior.idle) { top.seconds += seconds }
            case .stop: .to(superior.idle)
            default: .unhandled
            }
        }

        final class Loud: State<Playing, Studio> {
            override func handle(_ event: Event) -> Reaction { event == .mute ? .to(superior.mute) : .unhandled }
        }
        final class Mute: State<Playing, Studio> {
            override func handle(_ event: Event) -> Reaction { event == .mute ? .to(superior.loud) : .unhandled }
        }
    }

    final class Takes: State<Studio, Studio> {
        let rows = ChildMachines(of: Takes.self) { _, title in Take(title) }
            .on(\.saved) { _, title in .saved(title) }

        override func configure() { children(rows) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add(let title): .handled { rows.add(title) }
            case .end(let title): .handled { rows[title]?.post(.end) }
            case .saved: .handled
            case .close: .to(superior.idle)
            default: .unhandled
            }
        }
    }
}

/// Nothing but there.
final class Pulse: TopState<Int> {}

/// Plays for three seconds.
final class Tape: TopState<Tape.Event> {
    enum Event: Sendable, Codable { case stop, volume(Double) }

    let progress = OutputPort<Double>("progress"), pictures = OutputPort<Int>("pictures")
    let volume = InputPort<Double>("volume")
    let running = Running(), over = FinalState<Tape, Tape>()
    let seconds = 3

    override func configure() {
        substates(running, over)
        receive(volume) { .volume($0) }
    }

    final class Running: State<Tape, Tape> {
        override func entry() {
            top.progress.send(0.5)
            top.pictures.send(1)
            after(.seconds(3), send: .stop)
        }
        override func handle(_ event: Event) -> Reaction {
            if case .stop = event { .to(superior.over) } else { .handled }
        }
    }
}

/// Shows pictures.
final class Screen: TopState<Int> {
    let pictures = InputPort<Int>("pictures")
    override func configure() { receive(pictures) { $0 } }
    override func handle(_ event: Int) -> Reaction { .handled }
}

/// A row of a list.
final class Take: TopState<Take.Event> {
    enum Event: Sendable, Codable { case end }

    let title: String
    let saved = OutputPort<String>("saved")
    let recording = Recording(), over = FinalState<Take, Take>()

    init(_ title: String) { self.title = title }
    override func configure() { substates(recording, over) }

    final class Recording: State<Take, Take> {
        override func handle(_ event: Event) -> Reaction { .to(superior.over) { top.saved.send(top.title) } }
    }
}
