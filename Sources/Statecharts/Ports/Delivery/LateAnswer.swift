/// The answer of somebody who is asked and may answer later, on another thread, when whoever has asked has gone on.
final class LateAnswer<Answer: Sendable>: Sendable {
    private let state = Guarded((answer: Answer?.none, isAwaited: false))

    /// Answers `false` if whoever has asked has gone on.
    func set(_ answer: Answer) -> Bool {
        state.withLock { state in
            if state.isAwaited { return false }
            state.answer = answer
            return true
        }
    }

    /// The answer if it is there. With `nil` it comes later, and whoever asks goes on without it.
    func answerSoFar() -> Answer? {
        state.withLock { state in
            state.isAwaited = true
            return state.answer
        }
    }
}
