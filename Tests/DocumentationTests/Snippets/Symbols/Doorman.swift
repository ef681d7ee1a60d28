import Statecharts

//   Doorman: ●──▶ Asking ──wrong [one more try]──▶ internal, ──wrong [too many tries]──▶ Locked

final class Doorman: TopState<Doorman.Event> {
    enum Event: Codable { case wrong(Int), right }

    let asking = Asking(), locked = Locked()
    override func configure() { substates(asking, locked) }

    final class Asking: State<Doorman, Doorman> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            // snippet: when
            case .wrong(let count):
                count < 3 ? .handled.when("one more try") : .to(superior.locked).when("too many tries")
            // end snippet
            default: .unhandled
            }
        }
    }

    final class Locked: State<Doorman, Doorman> {}
}
