import Statecharts

/// Adds up the numbers that come in.
///
///     Counting   in: numbers
///     └─ Rest  number / add
final class Counting: TopState<Counting.Event> {
    enum Event: Sendable { case number(Int) }

    let numbers = InputPort<Int>("numbers")
    let rest = Rest()
    var sum = 0

    override func configure() {
        receive(numbers) { .number($0) }
        substates(rest)
    }

    final class Rest: State<Counting, Counting> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .number(let number): .handled { self.top.sum += number }
            }
        }
    }
}
