import Statecharts

/// Counts the jobs of a crew, as its workers announce them over their ports.
///
///     Tally   in: ends
///     └─ Counting  ended / count
final class Tally: TopState<Tally.Event> {
    enum Event: Sendable { case ended }

    let ends = InputPort<Worker.Ended>("ends")
    let counting = Counting()
    var count = 0

    override func configure() {
        receive(ends) { _ in .ended }
        substates(counting)
    }

    final class Counting: State<Tally, Tally> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .ended: .handled { self.top.count += 1 }
            }
        }
    }
}
