/// Who waits for a step to be complete, or is about to.
///
/// A class, because the layout of a continuation is not known before the program runs: with one in it, each letter
/// would be copied and destroyed by functions that look its layout up.
@usableFromInline
final class StepReply: Sendable {
    private typealias Continuation = CheckedContinuation<Outcome, any Error>

    private enum State {
        /// Nobody waits yet. A task that prefers an executor may leave the machine for a moment on its way to wait.
        case awaitedSoon
        case awaited(Continuation)
        case over(Result<Outcome, any Error>)
    }

    private let state: Guarded<State>

    /// For somebody who awaits ``value()`` next.
    init() { state = Guarded(.awaitedSoon) }

    init(_ continuation: CheckedContinuation<Outcome, any Error>) { state = Guarded(.awaited(continuation)) }

    func resume(returning outcome: Outcome) { resume(with: .success(outcome)) }

    func resume(throwing error: any Error) { resume(with: .failure(error)) }

    func resume(with end: Result<Outcome, any Error>) {
        callingOut()
        let former = state.withLock { state in
            defer { state = .over(end) }
            return state
        }
        if case .awaited(let continuation) = former { continuation.resume(with: end) }
    }

    /// How the step has ended; to be awaited by one.
    @usableFromInline
    func value() async throws -> Outcome {
        try await withCheckedThrowingContinuation { continuation in
            let end: Result<Outcome, any Error>? = state.withLock { state in
                if case .over(let end) = state { return end }
                state = .awaited(continuation)
                return nil
            }
            if let end { continuation.resume(with: end) }
        }
    }
}
