import Statecharts

//    ┌ Player ──────────────────────────────────────────────────┐
//    │     ┌ Playing (history: shallow) ──────────┐             │
//    │ ●→  │ ●→ Slow ──faster──► Fast ──faster──► Faster │ ◄─toggle─► Paused │
//    │     └──────────────────────────────────────┘             │
//    └──────────────────────────────────────────────────────────┘
final class Player: NotedTop<String> {
    let playing = Playing(), paused = Paused()
    override func configure() { substates(playing, paused) }

    final class Playing: Noted<Player, Player> {
        let slow = Slow(), fast = Fast(), faster = Faster()
        override func configure() { substates(slow, fast, faster, history: .shallow) }
        override func handle(_ event: String) -> Reaction { event == "toggle" ? .to(superior.paused) : .unhandled }
        final class Slow: Noted<Playing, Player> {
            override func handle(_ event: String) -> Reaction { event == "faster" ? .to(superior.fast) : .unhandled }
        }
        final class Fast: Noted<Playing, Player> {
            override func handle(_ event: String) -> Reaction { event == "faster" ? .to(superior.faster) : .unhandled }
        }
        final class Faster: Noted<Playing, Player> {}
    }
    final class Paused: Noted<Player, Player> {
        override func handle(_ event: String) -> Reaction { event == "toggle" ? .to(superior.playing) : .unhandled }
    }
}
