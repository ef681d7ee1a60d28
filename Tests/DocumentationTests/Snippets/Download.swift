import Statecharts

//   Download
//   ┌──────────────────────────────────────────────┐
//   │ ●──▶ Idle ──begin──▶ Loading ──loaded──▶ Done │
//   │       ▲                 │                     │
//   │       └── after 30 s, error                   │
//   └──────────────────────────────────────────────┘
final class Download: TopState<Download.Event> {
    enum Event { case begin, loaded(String), timeout }

    let fetch: @Sendable () async throws -> String
    var text = ""
    let idle = Idle(), loading = Loading(), done = Done()

    init(fetch: @escaping @Sendable () async throws -> String) { self.fetch = fetch }
    override func configure() { substates(idle, loading, done) }

    final class Idle: State<Download, Download> {
        override func handle(_ event: Event) -> Reaction {
            if case .begin = event { .to(superior.loading) } else { .unhandled }
        }
    }

    // snippet: time
    final class Loading: State<Download, Download> {
        override func entry() {
            after(.seconds(30), send: .timeout)
            run(top.fetch, done: { .loaded($0) })
        }
        override func failed(_ error: any Error) -> Reaction { .to(superior.idle) }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .loaded(let text): .to(superior.done) { top.text = text }
            case .timeout: .to(superior.idle)
            default: .unhandled
            }
        }
    }
    // end snippet

    final class Done: State<Download, Download> {}
}
