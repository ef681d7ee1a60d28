import Statecharts

/// TikTok as the component framework of 2014 drew it: the two states are inside a composite, counting is the
/// transition's effect, and a guard without an event, which is asked after each transition, leads to the end.
///
///     ClassicTikTok
///     ├─ Idle          begin → Playing
///     ├─ Playing       [count == goal] → Done
///     │  ├─ Tik        entry / raise performTik;  performTik / count += 1 → Tok
///     │  └─ Tok        entry / raise performTok;  performTok / count += 1 → Tik
///     └─ Done          begin → Playing
final class ClassicTikTok: TopState<ClassicTikTok.Event> {
    enum Event: Sendable { case begin, performTik, performTok }

    let idle = Idle(), playing = Playing(), done = Done()
    var goal = 0
    var count = 0
    override func configure() { substates(idle, playing, done) }

    final class Idle: State<ClassicTikTok, ClassicTikTok> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .begin: .to(superior.playing)
            case .performTik, .performTok: .unhandled
            }
        }
    }

    final class Playing: State<ClassicTikTok, ClassicTikTok> {
        let tik = Tik(), tok = Tok()
        override func configure() { substates(tik, tok) }
        override func always() -> Reaction { top.count == top.goal ? .to(superior.done) : .unhandled }

        final class Tik: State<Playing, ClassicTikTok> {
            override func entry() { raise(.performTik) }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .performTik: .to(superior.tok) { self.top.count += 1 }
                case .begin, .performTok: .unhandled
                }
            }
        }

        final class Tok: State<Playing, ClassicTikTok> {
            override func entry() { raise(.performTok) }
            override func handle(_ event: Event) -> Reaction {
                switch event {
                case .performTok: .to(superior.tik) { self.top.count += 1 }
                case .begin, .performTik: .unhandled
                }
            }
        }
    }

    final class Done: State<ClassicTikTok, ClassicTikTok> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .begin: .to(superior.playing)
            case .performTik, .performTok: .unhandled
            }
        }
    }
}
