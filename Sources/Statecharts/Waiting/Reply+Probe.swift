/// A reply that nobody waits for, and a look at what becomes of it.
package struct ReplyProbe: Sendable {
    /// What has become of a reply.
    package enum Fate: Sendable {
        /// Somebody holds it and has not answered.
        case kept
        case answered(any Sendable)
        case failed(any Error)
        /// The last copy is gone without an answer.
        case dropped
    }

    private let look: @Sendable () -> Fate
    package var fate: Fate { look() }

    /// Makes a reply together with its probe.
    package static func reply<Value: Sendable>(of type: Value.Type = Value.self) -> (Reply<Value>, ReplyProbe) {
        let question = Question<Value>(waiting: nil)
        let probe = ReplyProbe {
            switch question.outcome {
            case nil: .kept
            case .success(let value): .answered(value)
            case .failure(let error): error is NoAnswer ? .dropped : .failed(error)
            }
        }
        return (Reply(question), probe)
    }

    private init(_ look: @escaping @Sendable () -> Fate) { self.look = look }
}
