import Statecharts

//    ┌ Sentry ─────────────────────────────────────────────┐
//    │ Post  ●→ Dozing ──noise, step, rattle──► Awake       │
//    │ - - - - - - - - - - - - - - - - - - - - - - - - - - │
//    │ Lamp  ●→ Dark ──noise──► Lit                         │
//    └─────────────────────────────────────────────────────┘
// Dozing arms a timer while it is asked, and leaves. "step" and "rattle" are for the post alone; about
// "rattle" it is the dark lamp, not reacting, that arms the timer of the post's state.
final class Sentry: NotedTop<String> {
    let post = Post(), lamp = Lamp()
    var timer: TimerID?
    override func configure() { regions(post, lamp) }
    override func handle(_ event: String) -> Reaction { event == "dream" ? .handled(noted) : .unhandled }

    final class Post: Noted<Sentry, Sentry> {
        let dozing = Dozing(), awake = Awake()
        override func configure() { substates(dozing, awake) }
        final class Dozing: Noted<Post, Sentry> {
            override func handle(_ event: String) -> Reaction {
                guard ["noise", "step", "rattle"].contains(event) else { return .unhandled }
                if event != "rattle" { top.timer = after(.seconds(1_000), send: "dream") }
                return .to(superior.awake)
            }
        }
        final class Awake: Noted<Post, Sentry> {}
    }
    final class Lamp: Noted<Sentry, Sentry> {
        let dark = Dark(), lit = Lit()
        override func configure() { substates(dark, lit) }
        final class Dark: Noted<Lamp, Sentry> {
            override func handle(_ event: String) -> Reaction {
                if event == "rattle" { top.timer = top.post.dozing.after(.seconds(1_000), send: "dream") }
                return event == "noise" ? .to(superior.lit) : .unhandled
            }
        }
        final class Lit: Noted<Lamp, Sentry> {}
    }
}
