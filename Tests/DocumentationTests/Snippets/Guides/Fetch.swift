import Statecharts

/// The chart of the article *Coming from elsewhere*, and the same by hand.
// snippet: chart
final class Fetch: TopState<Fetch.Event> {
    enum Event: Equatable { case fetch, cancel, loaded(String), timeout }

    var text = ""
    let load: @Sendable () async throws -> String
    let idle = Idle(), loading = Loading(), loaded = Loaded(), broken = Broken()
    init(load: @escaping @Sendable () async throws -> String) { self.load = load }
    override func configure() { substates(idle, loading, loaded, broken) }

    final class Idle: State<Fetch, Fetch> {
        override func handle(_ event: Event) -> Reaction { event == .fetch ? .to(superior.loading) : .unhandled }
    }

    final class Loading: State<Fetch, Fetch> {
        override func entry() {
            after(.seconds(10), send: .timeout)
            run(top.load, done: { .loaded($0) })
        }
        override func failed(_ error: any Error) -> Reaction { .to(superior.broken) }
        override func handle(_ event: Event) -> Reaction {
            switch event {
            case .loaded(let text): .to(superior.loaded) { top.text = text }
            case .timeout: .to(superior.broken)
            case .cancel: .to(superior.idle)
            case .fetch: .unhandled
            }
        }
    }

    final class Loaded: State<Fetch, Fetch> {
        override func handle(_ event: Event) -> Reaction { event == .fetch ? .to(superior.loading) : .unhandled }
    }

    final class Broken: State<Fetch, Fetch> {
        override func handle(_ event: Event) -> Reaction { event == .fetch ? .to(superior.loading) : .unhandled }
    }
}
// end snippet

// snippet: by hand
actor FetchByHand {
    enum State: Equatable { case idle, loading, loaded(String), broken }

    private(set) var state = State.idle
    private var work: Task<Void, Never>?, limit: Task<Void, Never>?
    private var attempt = 0
    private let clock: any Clock<Duration>
    private let load: @Sendable () async throws -> String

    init(clock: any Clock<Duration>, load: @escaping @Sendable () async throws -> String) {
        self.clock = clock
        self.load = load
    }

    func fetch() {
        switch state {
        case .loading: return
        case .idle, .loaded, .broken: break
        }
        state = .loading
        attempt += 1
        work = Task { [attempt, load] in
            do { end(attempt, .loaded(try await load())) } catch { end(attempt, .broken) }
        }
        limit = Task { [attempt, clock] in
            guard (try? await clock.sleep(for: .seconds(10))) != nil else { return }
            end(attempt, .broken)
        }
    }

    func cancel() { end(attempt, .idle) }

    /// What comes late must not touch a later attempt.
    private func end(_ number: Int, _ next: State) {
        guard number == attempt, state == .loading else { return }
        work?.cancel()
        limit?.cancel()
        state = next
    }
}
// end snippet
