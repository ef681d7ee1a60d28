import Statecharts

/// A machine that talks to itself through its event port, as others may.
///
///     ┌─ Bell ─────────────────────────────────────────────────────┐
///     │ ring(n) [n > 0] / send ring(n - 1) to the own port, say n  │
///     │ ring(0) / say 0                                            │
///     └────────────────────────────────────────────────────────────┘
final class Bell: TopState<Bell.Event> {
    enum Event: Sendable, Equatable { case ring(Int) }

    let events = EventPort("events")
    let said = OutputPort<Int>("said")
    let hanging = Hanging()

    override func configure() {
        receive(events)
        substates(hanging)
    }

    final class Hanging: State<Bell, Bell> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .ring(let count):
                .handled {
                    if count > 0 { self.top.events.send(.ring(count - 1)) }
                    self.top.said.send(count)
                }
            }
        }
    }
}
