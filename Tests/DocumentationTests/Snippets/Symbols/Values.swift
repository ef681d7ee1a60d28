import Statecharts

// Examples of the reference about ports with values.

final class Screen: Sendable {
    let titles = InputPort<String>("titles")
}

func show(_ name: OutputPort<String>, on screen: Screen) -> OutputPort<String> {
    // snippet: OutputPort.distinct
    let unread = OutputPort("unread", distinct: 0)
    // end snippet
    // snippet: combineLatest
    let title = combineLatest(name, unread) { "\($0) (\($1))" }  // OutputPort<String>
    print(title.current ?? "")  // Ann (3)
    connect(title, to: screen.titles)
    // end snippet
    return title
}

final class Model: Sendable {
    let changes = OutputPort("changes", current: 0)
}

//   Mirror
//   ┌───────────────────────────────┐
//   │ ●──▶ Following  ⟲ changed     │
//   └───────────────────────────────┘
final class Mirroring: TopState<Mirroring.Event> {
    enum Event { case changed(Int) }

    let model: Model, following = Following()
    init(_ model: Model) { self.model = model }
    override func configure() { substates(following) }

    final class Following: State<Mirroring, Mirroring> {
        // snippet: listen to a port
        override func entry() { listen(to: top.model.changes) { .changed($0) } }
        // end snippet
    }
}
