import Statecharts

@testable import StatechartsCore

/// What was said, in its order.
final class Notes: Sendable {
    private let all = Guarded<[String]>([])
    var texts: [String] { all.withLock { $0 } }
    func add(_ text: String) { all.withLock { $0.append(text) } }
    /// What was said since this was asked last.
    func take() -> [String] {
        all.withLock { texts in
            defer { texts = [] }
            return texts
        }
    }
}

extension [String] {
    /// What the owner has said, and what its children have, each in its order: nobody promises an order between them.
    func apart(_ isOwners: (String) -> Bool) -> ([String], [String]) { (filter(isOwners), filter { !isOwners($0) }) }
}

/// Plays a song until it is stopped, and says how long that was.
final class Player: TopState<Player.Event> {
    enum Event: Sendable { case stop, fail }
    struct Scratch: Error {}

    let song: String
    let progress = OutputPort<Double>("progress")
    let playing = Playing(), over = FinalState<Player, Player>()
    var seconds = 0
    let notes: Notes

    init(song: String, notes: Notes) {
        self.song = song
        self.notes = notes
    }

    override func configure() { substates(playing, over) }

    final class Playing: State<Player, Player> {
        override func entry() {
            top.notes.add("\(top.song) begins")
            top.progress.send(0.5)
            after(.seconds(3), send: .stop)
        }
        override func exit() { top.notes.add("\(top.song) ends") }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .stop: .to(superior.over) { top.seconds = 3 }
            case .fail: .handled { throw Scratch() }
            }
        }
    }
}

//  ● ──▶ Stopped ──play──▶ Playing [player] ──leave, played──▶ Stopped
//                          Playing ──failed──▶ Broken            Playing ──end──▶ ◉
final class Jukebox: TopState<Jukebox.Event> {
    enum Event: Sendable, Equatable { case play, stop, fail, leave, again, inside, end, heard(Double), played(Int) }

    let stopped = Stopped(), playing = Playing(), broken = Broken(), over = FinalState<Jukebox, Jukebox>()
    let notes: Notes
    var song = "Yesterday", log: [String] = []

    init(notes: Notes) { self.notes = notes }
    override func configure() { substates(stopped, playing, broken, over) }

    final class Stopped: State<Jukebox, Jukebox> {
        override func handle(_ event: Event) -> Reaction { event == .play ? .to(superior.playing) : .unhandled }
    }

    final class Broken: State<Jukebox, Jukebox> {}

    final class Playing: State<Jukebox, Jukebox> {
        let player = Child(of: Playing.self) { Player(song: $0.top.song, notes: $0.top.notes) }
            .on(\.progress) { .heard($0) }
            .done(\.seconds) { .played($0) }

        override func configure() { children(player) }
        override func entry() { top.notes.add("entry, \(player.machine == nil ? "without" : "with") a player") }
        override func exit() { top.notes.add("exit") }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .stop: .handled { player.post(.stop) }
            case .fail: .handled { player.post(.fail) }
            case .again: .to(self)
            case .inside: .handled
            case .leave: .to(superior.stopped)
            case .end: .to(superior.over)
            case .heard(let part): .handled { top.log.append("\(part)") }
            case .played(let seconds): .handled { top.log.append("\(seconds) s") }
            case .play: .unhandled
            }
        }
        override func completed() -> Reaction { .to(superior.stopped) { top.log.append("completed") } }
        override func failed(_ error: any Error) -> Reaction {
            .to(superior.broken) { top.log.append("failed") }
        }
    }
}
