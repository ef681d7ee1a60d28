import Statecharts

//   Download
//   ┌──────────────────────────────────────────────┐
//   │ ●──▶ Idle ──begin──▶ Loading ──loaded──▶ Done │
//   │       ▲                 │                     │
//   │       └── after 30 s, failed                  │
//   └──────────────────────────────────────────────┘
final class Download: TopState<Download.Event> {
    enum Event: Sendable { case begin, loaded(String), failed, timeout }

    let fetch: @Sendable () async throws -> String
    var text = ""
    let idle = Idle(), loading = Loading(), done = Done()

    init(fetch: @escaping @Sendable () async throws -> String) { self.fetch = fetch }
    override func configure() { substates(idle, loading, done) }

    final class Idle: State<Download, Download> {
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .begin: .to(superior.loading)
            case .loaded, .failed, .timeout: .unhandled
            }
        }
    }

    // snippet: time
    final class Loading: State<Download, Download> {
        override func entry() {
            after(.seconds(30), send: .timeout)
            run(top.fetch, done: { .loaded($0) }, failed: { _ in .failed })
        }

        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .loaded(let text): .to(superior.done) { self.top.text = text }
            case .timeout, .failed: .to(superior.idle)
            case .begin: .unhandled
            }
        }
    }
    // end snippet

    final class Done: State<Download, Download> {}
}
