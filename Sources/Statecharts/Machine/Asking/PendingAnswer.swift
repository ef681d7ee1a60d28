/// A question that has been asked and whose answer is awaited later: see ``Machine/question(_:)``.
public struct PendingAnswer<Value: Sendable>: Sendable, CustomStringConvertible {
    let question: Question<Value>
    /// The name of the machine that was asked.
    let machine: String
    /// Why the machine did not take the question.
    let refusal: MachineError?
    /// How long to wait for the answer at most, on a clock that somebody has to move.
    let limit: LimitedWait?
    /// The name of the question's event, and of the machine that was asked: `total, asked of Cart`.
    public let description: String

    /// Whether the answer has arrived, or it is known that there will be none.
    public var isAnswered: Bool { !question.isOpen }

    /// The answer, as soon as it has arrived; at once if it already has.
    ///
    /// May be awaited more than once, and by several tasks: all get the same answer. If a waiting task is cancelled,
    /// the question is given up for all of them. The same happens if the machine uses a `ManualClock`, which something
    /// has to move, and the answer does not come within the patience of that clock.
    /// - Throws: `UnendingWait` in that last case; ``MachineError`` with the code ``MachineError/Code/unanswered`` if
    ///   the reply is dropped, ``MachineError/Code/finished`` if the machine comes to its end before it has answered,
    ///   ``MachineError/Code/notStarted`` if it was asked before its start; what ``Reply/fail(_:)`` was given;
    ///   `CancellationError`.
    public var value: Value {
        get async throws {
            do { return try await question.value(within: limit) } catch let reason as NoAnswer {
                if let refusal { throw refusal }
                switch reason {
                case .dropped, .late:
                    throw MachineError.dropped(Value.self, by: machine)
                case .ended: throw Self.end(machine)
                }
            }
        }
    }

    static func end(_ machine: String) -> MachineError {
        MachineError(
            .finished, machine: machine, "the machine has come to its end, and does not answer what it is asked")
    }
}

extension Machine {
    /// Asks the machine something at once, and leaves the answer to be awaited later.
    ///
    ///     let total = machine.question { .total($0) }
    ///     await clock.advance(by: .seconds(3))
    ///     #expect(try await total.value == 2)
    ///
    /// When this returns, the question has its place in the mailbox, like a posted event. Inside an action, a wait for
    /// an answer that needs the action to end is not detected: use ``ask(within:_:)`` there.
    /// - Parameter event: makes the event; called once, at once.
    public nonisolated func question<Value: Sendable>(_ event: (Reply<Value>) -> Event) -> PendingAnswer<Value> {
        let question = Question<Value>(waiting: nil, isKept: true)
        let (refusal, text) = put(event(Reply(question)), question)
        return PendingAnswer(
            question: question, machine: name, refusal: refusal, limit: limitForAnswer(to: text),
            description: "\(text), asked of \(name)")
    }

    /// Puts a question into the mailbox; the event is gone here afterwards, and with it the reply that it carries.
    private nonisolated func put(_ event: Event, _ question: OpenQuestion) -> (refusal: MachineError?, text: String) {
        let text = ChartGraph.eventName(ValueText.of(event))
        switch putQuestion(event, question) {
        case .kept, .wake: return (nil, text)
        case .refused: return (PendingAnswer<Void>.end(name), text)
        case nil: return (MachineError.notStarted(ValueText.of(event), to: name), text)
        }
    }
}
