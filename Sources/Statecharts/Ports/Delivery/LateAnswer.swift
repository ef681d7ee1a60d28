/// The answer of somebody who is asked and may answer later, on another thread, when whoever has asked has gone on.
final class LateAnswer<Answer: Sendable>: Sendable {
    private let state = Guarded((answer: Answer?.none, isSettled: false))

    /// Answers `false` if whoever has asked has gone on.
    func set(_ answer: Answer) -> Bool {
        state.withLock { state in
            if state.isSettled { return false }
            state.answer = answer
            return true
        }
    }

    /// Goes on with the answer; with `nil` it comes later.
    func settle() -> Answer? {
        state.withLock { state in
            state.isSettled = true
            return state.answer
        }
    }
}
