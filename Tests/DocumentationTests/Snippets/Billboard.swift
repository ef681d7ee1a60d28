import Statecharts

/// Hears titles while it is shown.
///
///     ● ▶ Hidden ── show ──▶ Shown (listens to titles) ── hide ──▶ Hidden
final class Billboard: TopState<Billboard.Event> {
    enum Event { case show, hide, title(String) }
    let hidden = Hidden(), shown = Shown()
    let titles = OutputPort("titles", current: "")
    var title = ""

    override func configure() { substates(hidden, shown) }

    final class Hidden: State<Billboard, Billboard> {
        override func handle(_ event: Event) -> Reaction {
            if case .show = event { .to(superior.shown) } else { .unhandled }
        }
    }

    // snippet: listening
    final class Shown: State<Billboard, Billboard> {
        override func entry() { listen(to: top.titles) { .title($0) } }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .title(let title): .handled { top.title = title }
            case .hide: .to(superior.hidden)
            default: .unhandled
            }
        }
    }
    // end snippet
}
