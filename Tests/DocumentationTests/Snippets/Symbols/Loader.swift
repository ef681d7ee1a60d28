import Statecharts

//   Loader
//   ┌─────────────────────────────────────────────────────────────────────┐
//   │ ●──▶ Idle ──begin──▶ Loading ──loaded──▶ Checking ──▶ ◇ ──▶ Ready   │
//   │        ▲                │ timeout, cancel             │             │
//   │        └────────────────┘◀────────────────────────────┘             │
//   └─────────────────────────────────────────────────────────────────────┘
final class Loader: TopState<Loader.Event> {
    enum Event {
        case begin, timeout, loaded(String), progress(Int), reading(Int), next, cancel
        case total(Reply<Int>)
    }

    let idle = Idle(), loading = Loading(), measuring = Measuring(), ready = Ready()
    var text = "", readings: [Int] = [], attempts = 0
    let fetch: @Sendable () async throws -> String
    let sensor = AsyncStream<Int> { $0.finish() }

    init(fetch: @escaping @Sendable () async throws -> String) { self.fetch = fetch }

    // snippet: configure
    override func configure() { substates(idle, loading, measuring, ready, size) }
    // end snippet

    // snippet: Reply
    override func handle(_ event: Event) -> Reaction {
        switch event {
        case .total(let reply): .handled { reply.answer(readings.count) }  // enum Event { …, total(Reply<Int>) }
        default: .unhandled
        }
    }
    // end snippet

    // snippet: Choice
    let size = Choice<Loader, Loader> { loader in
        loader.text.isEmpty ? .to(loader.idle) { loader.attempts += 1 } : .to(loader.ready)
    }
    // end snippet

    final class Idle: State<Loader, Loader> {
        // snippet: deferred
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .begin: .to(superior.loading)
            case .next: .deferred  // taken once the configuration has changed
            default: .unhandled
            }
        }
        // end snippet
    }

    final class Loading: State<Loader, Loader> {
        // snippet: run
        override func entry() {
            run(top.fetch, done: { .loaded($0) })  // an error goes to failed(_:)
        }
        // end snippet

        // snippet: to with effect
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .loaded(let text): .to(superior.size) { top.text = text }  // after the exits, before the entries
            case .timeout, .cancel: .to(superior.idle)
            default: .unhandled
            }
        }
        // end snippet
    }

    final class Patient: State<Loader, Loader> {
        // snippet: after
        override func entry() { after(.seconds(30), send: .timeout) }  // taken back when the state is left
        // end snippet

        // snippet: handled
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .reading(let value): .handled { top.readings.append(value) }
            case .cancel: .handled  // nothing happens, and nobody else is asked
            default: .unhandled
            }
        }
        // end snippet

        // snippet: always
        override func always() -> Reaction {
            top.readings.count == 3 ? .to(superior.ready) : .unhandled
        }
        // end snippet

        // snippet: completed
        override func completed() -> Reaction { .to(superior.ready) }  // what it ran has ended
        // end snippet

        // snippet: failed
        override func failed(_ error: any Error) -> Reaction {
            top.attempts < 3 ? .to(superior.loading) { top.attempts += 1 } : .unhandled  // then those above
        }
        // end snippet

        // snippet: exit
        override func exit() { top.text = "" }
        // end snippet
    }

    final class Measuring: State<Loader, Loader> {
        @Scoped var alarm: TimerID?

        // snippet: listen
        override func entry() { listen(to: top.sensor) { .reading($0) } }
        // end snippet

        override func handle(_ event: Event) -> Reaction {
            switch event {
            // snippet: cancel
            case .begin: .handled { alarm = after(.seconds(5), send: .timeout) }
            case .cancel: .handled { if let alarm { cancel(alarm) } }
            // end snippet
            // snippet: raise
            case .reading(let value): .handled { if value > 100 { raise(.cancel) } }  // taken in this step
            // end snippet
            // snippet: suspending effect
            case .next: .to(superior.ready) { top.text = try await top.fetch() }  // the step waits; later events queue
            // end snippet
            default: .unhandled
            }
        }
    }

    final class Ready: State<Loader, Loader> {
        // snippet: run with handle
        override func entry() {
            run { [sensor = top.sensor] send in
                for await value in sensor { send(.progress(value)) }
            }
        }
        override func completed() -> Reaction { .to(superior.idle) }  // the sensor has no more
        // end snippet
    }
}
