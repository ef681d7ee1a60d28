import Statecharts

/// The chart of the article *The life of a machine*.
// snippet: fountain
final class Fountain: TopState<Fountain.Event> {
    enum Event { case turn, second, leaf, close }
    struct Clogged: Error {}

    var litres = 0
    let resting = Resting(), playing = Playing(), closed = FinalState<Fountain, Fountain>()
    override func configure() { substates(resting, playing, closed) }

    override func handle(_ event: Event) -> Reaction { event == .close ? .to(closed) : .unhandled }

    final class Resting: State<Fountain, Fountain> {
        override func handle(_ event: Event) -> Reaction { event == .turn ? .to(superior.playing) : .unhandled }
    }

    final class Playing: State<Fountain, Fountain> {
        override func entry() { every(.seconds(1), send: .second) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .turn: .to(superior.resting)
            case .second: .handled { top.litres += 5 }
            case .leaf: .handled { throw Clogged() }
            case .close: .unhandled
            }
        }
    }
}
// end snippet
