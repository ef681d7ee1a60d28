import Statecharts

/// Holds a great number of timers that are not due, and arms more of them.
///
///     Alarmed
///     └─ Armed   entry / arm them;  cancel n / arm and cancel n timers;  fire n / arm n timers due at once;  fired / count
final class Alarmed: TopState<Alarmed.Event> {
    enum Event: Sendable {
        case cancel(Int)
        case fire(Int)
        case fired
    }

    let armed = Armed()
    let count: Int
    var cancelled = 0
    var fired = 0
    var random = Random(seed: 1)
    let hasFired: @Sendable () -> Void

    init(armed count: Int, hasFired: @escaping @Sendable () -> Void) {
        self.count = count
        self.hasFired = hasFired
    }

    override func configure() { substates(armed) }

    final class Armed: State<Alarmed, Alarmed> {
        private var left = 0

        override func entry() {
            for _ in 0..<top.count { after(delay(), send: .fired) }
        }

        /// Between one hour and two.
        private func delay() -> Duration { .microseconds(3_600_000_000 + top.random.below(3_600_000_000)) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .cancel(let count):
                .handled {
                    for _ in 0..<count where self.cancel(self.after(self.delay(), send: .fired)) {
                        self.top.cancelled += 1
                    }
                }
            case .fire(let count):
                .handled {
                    self.left = count
                    for _ in 0..<count { self.after(.zero, send: .fired) }
                }
            case .fired:
                .handled {
                    self.top.fired += 1
                    self.left -= 1
                    if self.left == 0 { self.top.hasFired() }
                }
            }
        }
    }
}
