import Statecharts

/// Notes every number that comes and answers each with its double.
///
///     ┌─ Counter ───────────────────────────┐
///     │ orders ▶ add(n) / note n, send 2n   │──▶ doubled
///     │ stop ──▶ ◉                          │
///     └─────────────────────────────────────┘
final class Counter: TopState<Counter.Event> {
    enum Event: Sendable, Equatable { case add(Int), stop }

    let numbers: InputPort<Int>
    let doubled = OutputPort<Int>("doubled")
    let ready = Ready(), done = Done()
    var noted: [Int] = []

    init(numbers: InputPort<Int> = InputPort("numbers")) { self.numbers = numbers }

    override func configure() {
        receive(numbers) { .add($0) }
        substates(ready, done)
    }

    final class Ready: State<Counter, Counter> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .add(let number):
                .handled {
                    self.top.noted.append(number)
                    self.top.doubled.send(2 * number)
                }
            case .stop: .to(superior.done)
            }
        }
    }
    final class Done: FinalState<Counter, Counter> {}
}
