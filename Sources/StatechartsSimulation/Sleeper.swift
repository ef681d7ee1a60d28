import Statecharts

/// One call of `sleep`: waits, and is woken or cancelled, whichever comes first.
final class Sleeper: Sendable {
    private let state = Guarded<(continuation: CheckedContinuation<Void, any Error>?, hasEnded: Bool)>((nil, false))

    var hasEnded: Bool { state.withLock { $0.hasEnded } }

    /// Answers whether the sleep has begun; if it was cancelled or begun before, this one has ended.
    func begin(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
        let begins = state.withLock { state in
            guard !state.hasEnded, state.continuation == nil else { return false }
            state.continuation = continuation
            return true
        }
        if !begins { continuation.resume(throwing: CancellationError()) }
        return begins
    }

    func wake() { end()?.resume() }
    func cancel() { end()?.resume(throwing: CancellationError()) }

    private func end() -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            state.hasEnded = true
            return state.continuation.take()
        }
    }
}
