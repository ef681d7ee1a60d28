/// The answer of somebody who is asked and may answer later, on another thread, when whoever has asked has gone on.
final class LateAnswer<Answer: Sendable>: Sendable {
    private let state = Guarded((answer: Answer?.none, hasGoneOn: false))

    /// Answers `false` if whoever has asked has gone on.
    func set(_ answer: Answer) -> Bool {
        state.withLock { state in
            if state.hasGoneOn { return false }
            state.answer = answer
            return true
        }
    }

    /// The answer if it is there. With `nil` it comes later, and whoever asks goes on without it.
    func takeOrGoOn() -> Answer? {
        state.withLock { state in
            state.hasGoneOn = true
            return state.answer
        }
    }
}
