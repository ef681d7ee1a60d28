import Statecharts

//    ┌ Impatient ─────────────────────────────────────────┐
//    │ ●→ Waiting  entry / two timers and an activity     │
//    └────────────────────────────────────────────────────┘
final class Impatient: TopState<Impatient.Event> {
    enum Event: Sendable { case early, late, done }

    let waiting = Waiting()
    override func configure() { substates(waiting) }

    final class Waiting: State<Impatient, Impatient> {
        override func entry() {
            after(.seconds(1), send: .early)
            after(.seconds(2), send: .late)
            run({ () async throws -> Void in }, done: { _ in .done })
        }
    }
}
