import Statecharts

//    ┌ Runner ─────────────────────────────────────────────┐
//    │ ●→ Running  baton(n) / count, pass n - 1 on until 0 │
//    └─────────────────────────────────────────────────────┘
// Where the baton goes on to is set before the run; at 0 the race is over.
final class Runner: TopState<Runner.Event> {
    enum Event: Sendable {
        case next([Machine<Runner>])
        case baton(Int)
    }

    let running = Running()
    private(set) var batons: [Int] = []
    private var others: [Machine<Runner>] = []
    private let over: @Sendable () -> Void

    init(over: @escaping @Sendable () -> Void) { self.over = over }
    override func configure() { substates(running) }

    final class Running: State<Runner, Runner> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .next(let machines): .handled { self.top.others = machines }
            case .baton(let number): .handled { self.top.run(with: number) }
            }
        }
    }

    private func run(with number: Int) {
        batons.append(number)
        if number == 0 { return over() }
        for other in others { other.post(.baton(number - 1)) }
    }
}
