// `@unchecked Sendable`: a class that is inherited from cannot be checked. `OpenQuestion` stores nothing, and all that
// `Question` stores is constant or behind its lock; nothing else inherits.
//
// Tried against it: answers, limits, cancellation and the machine's end at the same time (QuestionEndTests,
// StressTests).

/// A question to a machine, whatever the answer is.
///
/// A class and no protocol, so that an envelope with a question takes no more room than others.
@usableFromInline
class OpenQuestion: @unchecked Sendable {
    /// What its asker was handling, while a system watches.
    final let cause = Tracing.present

    /// True if nothing has come of it yet.
    var isOpen: Bool { false }

    /// The machine that was to answer has come to its end.
    func endUnanswered() {}
}

/// One question on its way: ends once, with the answer, an error, the deadline, the end of the machine or the
/// cancellation of the asker.
final class Question<Value: Sendable>: OpenQuestion, @unchecked Sendable {
    private enum State {
        /// Who waits for the answer, once somebody does.
        case open(CheckedContinuation<Value, any Error>?)
        /// Nobody has asked what came of it yet.
        case ended(Result<Value, any Error>)
        /// The asker has the answer; the question keeps nothing of it.
        case over
    }

    private let state = Guarded(State.open(nil))
    /// The wait of the machine whose step needs the answer.
    private let waiting: WaitGraph.Ticket?

    init(waiting: WaitGraph.Ticket?) { self.waiting = waiting }

    override var isOpen: Bool {
        state.withLock { state in
            switch state {
            case .open: true
            case .ended, .over: false
            }
        }
    }

    /// How the question has ended, as long as nobody has taken that; `nil` while it has not.
    var outcome: Result<Value, any Error>? {
        state.withLock { state in
            switch state {
            case .open, .over: nil
            case .ended(let result): result
            }
        }
    }

    override func endUnanswered() { end(.failure(NoAnswer.ended)) }

    func end(_ result: Result<Value, any Error>) {
        let (isFirst, asker) = state.withLock { state -> (Bool, CheckedContinuation<Value, any Error>?) in
            switch state {
            case .open(let asker):
                state = asker == nil ? .ended(result) : .over
                return (true, asker)
            case .ended, .over: return (false, nil)
            }
        }
        if isFirst { WaitGraph.leave(waiting) }
        callingOut()
        asker?.resume(with: result)
    }

    /// Waits for what comes of it; once.
    var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { asker in
                    let result = state.withLock { state -> Result<Value, any Error>? in
                        switch state {
                        case .open:
                            state = .open(asker)
                            return nil
                        case .ended(let result):
                            state = .over
                            return result
                        case .over: return .failure(NoAnswer.ended)
                        }
                    }
                    if let result { asker.resume(with: result) }
                }
            } onCancel: {
                end(.failure(CancellationError()))
            }
        }
    }
}
