import Statecharts

//   Caretaker
//   ┌────────────────────────────────────────────────────────────────────┐
//   │  ●──▶ Supervising   do / runs the supervisor and listens to it     │
//   │      ┌────────────────────────────────────────────────────────┐    │
//   │      │        is there         it has failed                  │    │
//   │      │ ●──▶ Starting ──▶ Up ──────────────────▶ Down          │    │
//   │      │                   ▲────── is there ───────┘            │    │
//   │      └────────────────────────────────────────────────────────┘    │
//   │           │ gave up                                                │
//   │           ▼                                                        │
//   │         GivenUp                                                    │
//   └────────────────────────────────────────────────────────────────────┘
//   ■ ─▶ status
//   entry of Up, Down and GivenUp: tells the status

/// Keeps the web service alive, and tells others how it is.
final class Caretaker: TopState<Caretaker.Event> {
    enum Event: Codable { case isThere, failed }

    let status = OutputPort<ServiceStatus>("status")
    let supervising = Supervising(), givenUp = GivenUp()
    fileprivate let supervisor: Supervisor
    /// Makes a new machine known, before others hear of it.
    fileprivate let introduce: @Sendable () async -> Void

    init(_ supervisor: Supervisor, introducing introduce: @escaping @Sendable () async -> Void) {
        self.supervisor = supervisor
        self.introduce = introduce
    }
    override func configure() { substates(supervising, givenUp) }

    final class Supervising: State<Caretaker, Caretaker> {
        let starting = Starting(), up = Up(), down = Down()
        override func configure() { substates(starting, up, down) }

        override func entry() {
            // Subscribed before the supervisor runs, so that nothing is missed.
            run { [events = top.supervisor.events, introduce = top.introduce] send in
                for await event in events {
                    switch event {
                    case .started, .restarted:
                        await introduce()
                        send(.isThere)
                    case .failed: send(.failed)
                    case .halted, .restarting, .interrupted, .finished, .stopped, .removed, .snapshotFailed, .gaveUp:
                        break
                    }
                }
            }
            run { [supervisor = top.supervisor] in try await supervisor.run() }
        }

        /// The supervisor gave up.
        override func failed(_ error: any Error) -> Reaction { .to(superior.givenUp) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            // Local: an external transition would leave the state, and end the supervisor with it.
            case .isThere: .local(to: up)
            case .failed: .local(to: down)
            }
        }
    }

    final class Starting: State<Supervising, Caretaker> {}

    final class Up: State<Supervising, Caretaker> {
        override func entry() { top.status.send(.up) }
    }

    final class Down: State<Supervising, Caretaker> {
        override func entry() { top.status.send(.down) }
    }

    final class GivenUp: State<Caretaker, Caretaker> {
        override func entry() { top.status.send(.gone) }
    }
}
