import Statecharts

/// One call of `sleep`: waits, and is woken or cancelled, whichever comes first.
final class Sleeper: Sendable {
    private enum State {
        case new
        case asleep(CheckedContinuation<Void, any Error>)
        case cancelled
        case awake
    }
    private let state = Guarded(State.new)

    var hasEnded: Bool {
        state.withLock { state in
            switch state {
            case .new, .asleep: false
            case .cancelled, .awake: true
            }
        }
    }

    /// Answers whether the sleep has begun; if it was cancelled before, it has ended instead.
    func begin(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
        let begins = state.withLock { state -> Bool in
            switch state {
            case .new:
                state = .asleep(continuation)
                return true
            case .asleep, .cancelled, .awake: return false
            }
        }
        if !begins { continuation.resume(throwing: CancellationError()) }
        return begins
    }

    func wake() { end(.awake)?.resume() }
    func cancel() { end(.cancelled)?.resume(throwing: CancellationError()) }

    private func end(_ ended: State) -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            switch state {
            case .new:
                state = ended
                return nil
            case .asleep(let continuation):
                state = ended
                return continuation
            case .cancelled, .awake: return nil
            }
        }
    }
}
