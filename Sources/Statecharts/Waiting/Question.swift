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

    /// True if an action of another machine waits for the answer.
    var isOfAction: Bool { false }

    /// The machine that was to answer has come to its end.
    func endUnanswered() {}
}

/// One question on its way: ends once, with the answer, an error, the deadline, the end of the machine or the
/// cancellation of the asker.
final class Question<Value: Sendable>: OpenQuestion, @unchecked Sendable {
    private enum State {
        /// Who waits for the answer: mostly one, for whom no array is made.
        case open(CheckedContinuation<Value, any Error>?, others: [CheckedContinuation<Value, any Error>])
        case ended(Result<Value, any Error>)
        /// The asker has the answer, and the question keeps nothing of it.
        case over
    }

    private let state = Guarded(State.open(nil, others: []))
    /// The wait of the machine whose step needs the answer.
    private let waiting: WaitGraph.Ticket?

    /// Whether what came of it may be asked for more than once.
    private let isKept: Bool

    init(waiting: WaitGraph.Ticket?, isKept: Bool = false) {
        self.waiting = waiting
        self.isKept = isKept
    }

    override var isOpen: Bool {
        state.withLock { if case .open = $0 { true } else { false } }
    }

    /// How the question has ended, as long as it keeps that; `nil` while it has not.
    var outcome: Result<Value, any Error>? {
        state.withLock { if case .ended(let result) = $0 { result } else { nil } }
    }

    override var isOfAction: Bool { waiting != nil }

    override func endUnanswered() { end(.failure(NoAnswer.ended)) }

    /// Answers whether this was what ended the question.
    @discardableResult
    func end(_ result: Result<Value, any Error>) -> Bool {
        let former = state.withLock { state in
            defer {
                if case .open(let asker, _) = state { state = isKept || asker == nil ? .ended(result) : .over }
            }
            return state
        }
        guard case .open(let asker, let others) = former else { return false }
        WaitGraph.leave(waiting)
        callingOut()
        asker?.resume(with: result)
        for other in others { other.resume(with: result) }
        return true
    }

    /// The same as ``value``.
    /// - Parameter limit: how long to wait at most, on a clock that somebody has to move. The question ends then.
    func value(within limit: LimitedWait?) async throws -> Value {
        guard isOpen, let limit else { return try await value }
        let endWatch = limit.watch { self.end(.failure($0)) }
        defer { endWatch() }
        return try await value
    }

    /// Waits for what comes of it: once, or, if that is kept, as often as one likes. All who wait get the same; if the
    /// task of one of them is cancelled, the question ends for all.
    var value: Value {
        get async throws {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { asker in
                    let result = state.withLock { state -> Result<Value, any Error>? in
                        switch state {
                        case .open(nil, _):
                            state = .open(asker, others: [])
                            return nil
                        case .open(let first, let others):
                            state = .open(first, others: others + [asker])
                            return nil
                        case .ended(let result):
                            if !isKept { state = .over }
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
