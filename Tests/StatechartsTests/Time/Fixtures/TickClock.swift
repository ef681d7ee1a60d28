import Statecharts

/// A clock as a program may have one of its own: it can be slept on, and that is all that a machine knows of it. It stands until a test moves it.
final class TickClock: Clock {
    struct Instant: InstantProtocol, Codable {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private struct State {
        var now = Duration.zero
        var sleepers: [Int: (deadline: Duration, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var next = 0
        /// Tasks that wait for somebody to sleep until then.
        var watchers: [(deadline: Duration?, continuation: CheckedContinuation<Void, Never>)] = []

        mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
            let deadlines = sleepers.values.map(\.deadline)
            func isMet(_ deadline: Duration?) -> Bool { deadline.map(deadlines.contains) ?? deadlines.isEmpty }
            defer { watchers.removeAll { isMet($0.deadline) } }
            return watchers.filter { isMet($0.deadline) }.map(\.continuation)
        }
    }
    private let state = Guarded(State())

    var now: Instant { Instant(offset: state.withLock { $0.now }) }
    var minimumResolution: Duration { .milliseconds(1) }

    /// How many sleeps there have been.
    var sleeps: Int { state.withLock { $0.next } }
    /// Until when tasks sleep.
    var deadlines: [Duration] { state.withLock { $0.sleepers.values.map(\.deadline).sorted() } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = change { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = change { state -> Result<Void, any Error>? in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if deadline.offset <= state.now { return .success(()) }
                    state.sleepers[id] = (deadline.offset, continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            change { $0.sleepers.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock on and wakes who is due.
    func advance(by duration: Duration) {
        let due = change { state in
            state.now += duration
            let now = state.now
            let due = state.sleepers.filter { $0.value.deadline <= now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.sorted { $0.deadline < $1.deadline }.map(\.continuation)
        }
        for continuation in due { continuation.resume() }
    }

    /// Returns when somebody sleeps until then, or, without a deadline, when nobody sleeps.
    func sleeper(until deadline: Duration?) async {
        await withCheckedContinuation { continuation in
            change { $0.watchers.append((deadline, continuation)) }
        }
    }

    private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
        let (result, watchers) = state.withLock { state in (body(&state), state.takeWatchers()) }
        for watcher in watchers { watcher.resume() }
        return result
    }
}
