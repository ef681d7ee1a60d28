/// A question that has been asked and whose answer is awaited later: see ``Machine/question(_:)``.
public struct PendingAnswer<Value: Sendable>: Sendable, CustomStringConvertible {
    let question: Question<Value>
    /// The name of the machine that was asked.
    let machine: String
    /// Whether the machine took the question.
    let isTaken: Bool
    /// The question, as its event is called, and who was asked: `total, asked of Cart`.
    public let description: String

    /// Whether the answer is there, or it is known that there will be none.
    public var isAnswered: Bool { question.outcome != nil }

    /// The answer, as soon as it is there; at once if it is.
    ///
    /// To be awaited by one task at a time. If that is cancelled, the question is given up.
    /// - Throws: ``MachineError`` with the code ``MachineError/Code/unanswered`` if the reply is dropped, ``MachineError/Code/finished`` if the
    ///   machine had come to its end when it was asked; what ``Reply/fail(_:)`` was given; `CancellationError`.
    public var value: Value {
        get async throws {
            do { return try await question.value } catch is NoAnswer {
                guard isTaken else {
                    throw MachineError(
                        .finished, machine: machine, "the machine has come to its end and answers nothing")
                }
                throw MachineError(
                    .unanswered, machine: machine,
                    "the Reply<\(Value.self)> was dropped without an answer; answer it, or keep it for later, in every state that may get the question"
                )
            }
        }
    }
}

extension Machine {
    /// Asks the machine something at once, and leaves the answer to be awaited later.
    ///
    ///     let total = cart.question { .total(reply: $0) }
    ///     await clock.advance(by: .seconds(3))
    ///     #expect(try await total.value == 7)
    ///
    /// The question has its place in the mailbox when this returns, as an event that is posted has. Inside an action, nothing notices
    /// a wait for what needs the action to end: ask with ``ask(within:_:)`` there.
    /// - Parameter event: makes the event; called once, at once.
    public nonisolated func question<Value: Sendable>(_ event: (Reply<Value>) -> Event) -> PendingAnswer<Value> {
        let question = Question<Value>(waiting: nil)
        let (isTaken, text) = give(event(Reply(question)))
        return PendingAnswer(
            question: question, machine: name, isTaken: isTaken, description: "\(text), asked of \(name)")
    }

    /// Posts an event; it is gone here afterwards, and with it the reply that it carries.
    private nonisolated func give(_ event: Event) -> (isTaken: Bool, text: String) {
        let text = String("\(event)".prefix { $0 != "(" })
        return (post(event), text)
    }
}
