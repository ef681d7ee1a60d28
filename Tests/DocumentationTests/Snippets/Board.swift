import Statecharts

enum Tap: Sendable { case show, smash }

// snippet: ports of a component
struct BoardPorts: Sendable {
    let prices = InputPort<Int>("prices"), taps = InputPort<Tap>("taps")
    let texts = OutputPort<String>("texts")
}
// end snippet

//   Board
//   ┌───────────────────────────────────────────────────┐
//   │ ●──▶ Lit   price: keeps it   show: says it        │
//   │            smash: an error that nobody handles    │
//   └───────────────────────────────────────────────────┘
final class Board: TopState<Board.Event> {
    enum Event { case price(Int), tap(Tap) }
    struct Smashed: Error {}

    let prices: InputPort<Int>, taps: InputPort<Tap>, texts: OutputPort<String>
    let lit = Lit()
    var price: Int?

    init(_ ports: BoardPorts) {
        prices = ports.prices
        taps = ports.taps
        texts = ports.texts
    }

    override func configure() {
        receive(prices) { .price($0) }
        receive(taps) { .tap($0) }
        substates(lit)
    }

    final class Lit: State<Board, Board> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .price(let price): .handled { top.price = price }
            case .tap(.show): .handled { top.texts.send(top.price.map { "\($0) €" } ?? "—") }
            case .tap(.smash): .handled { throw Smashed() }
            }
        }
    }
}
